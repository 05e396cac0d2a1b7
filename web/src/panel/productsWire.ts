import type { RecipeWire } from '@packboard/contract'
import type { FormField, Values } from './formFields.ts'

/** A product of a client with its target speed and the other settings of its maker. */
export type Product = RecipeWire

type ProductField = { readonly name: keyof Product; readonly label: string; readonly kind: Kind }
type Kind = 'text' | 'number' | 'yesOrNo'

/** The settings of a product, in the order of specification §3, as people call them. */
export const productFields: readonly ProductField[] = [
  { name: 'Product_e', label: 'Product', kind: 'text' },
  { name: 'ProductTargetSpeed', label: 'Target Speed (ppm)', kind: 'number' },
  { name: 'ProductCostPerKg', label: 'Cost per Kg', kind: 'number' },
  { name: 'ProductExtraCost', label: 'Extra Cost', kind: 'number' },
  { name: 'ProductT1SP', label: 'T1 Set Point', kind: 'number' },
  { name: 'ProductTolerance', label: 'Tolerance', kind: 'number' },
  { name: 'ProductWeight', label: 'Weight', kind: 'number' },
  { name: 'CountThreshold', label: 'Count Threshold', kind: 'number' },
  { name: 'AdjMax', label: 'Adjustment Maximum', kind: 'number' },
  { name: 'AdjMin', label: 'Adjustment Minimum', kind: 'number' },
  { name: 'AdjQtPercStart', label: 'Adjustment Start (%)', kind: 'number' },
  { name: 'AutoAdjustON', label: 'Auto Adjust', kind: 'yesOrNo' },
  { name: 'AdjStartWeigh', label: 'Adjustment Start Weight', kind: 'number' },
  { name: 'CwProgramNumber', label: 'Checkweigher Program', kind: 'number' },
  { name: 'CwBypass', label: 'Checkweigher Bypass', kind: 'yesOrNo' },
  { name: 'Tare', label: 'Tare', kind: 'number' },
]

export const productName = (product: Product) => product.Product_e

/** What a product says in a column; nothing for what is unknown. */
export function productText(product: Product, name: keyof Product): string {
  const value = product[name]
  if (value === null) return ''
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The fields of a product's form; its name is what machines tell and stays. */
export function productForm(product: Product | null): FormField[] {
  return productFields.map(({ name, label, kind }) => ({
    name,
    label,
    ...(name === 'Product_e'
      ? { required: true, locked: product !== null }
      : { half: true, kind: kind === 'yesOrNo' ? ('select' as const) : ('number' as const) }),
    ...(kind === 'yesOrNo' && { options: yesOrNo }),
  }))
}

export function productValues(product: Product | null): Values {
  return Object.fromEntries(
    productFields.map(({ name }) => [name, product ? String(product[name] ?? '') : '']),
  )
}

/** Products as a CSV text with all fields, as the import reads it. */
export function productsCsv(rows: readonly Values[]): string {
  const names = productFields.map(({ name }) => name)
  const lines = rows.map((row) => names.map((name) => csvCell(row[name] ?? '')).join(','))
  return `${[names.join(','), ...lines].join('\r\n')}\r\n`
}

const csvCell = (text: string) =>
  /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
