import type { RecipeWire } from '@packboard/contract'
import type { FormField, Values } from '../../crud/formFields.ts'
import { yesOrNo } from '../../crud/yesOrNo.ts'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/sayIn.ts'

/** A product of a client with its target speed and the other settings from its manufacturer. */
export type Product = RecipeWire

/** The settings of a product, in the order of specification §3, with the keys of their labels. */
export const productFields = [
  { name: 'Product_e', label: 'product', kind: 'text' },
  { name: 'ProductTargetSpeed', label: 'targetSpeed', kind: 'number' },
  { name: 'ProductCostPerKg', label: 'costPerKg', kind: 'number' },
  { name: 'ProductExtraCost', label: 'extraCost', kind: 'number' },
  { name: 'ProductT1SP', label: 't1SetPoint', kind: 'number' },
  { name: 'ProductTolerance', label: 'tolerance', kind: 'number' },
  { name: 'ProductWeight', label: 'weight', kind: 'number' },
  { name: 'CountThreshold', label: 'countThreshold', kind: 'number' },
  { name: 'AdjMax', label: 'adjustmentMaximum', kind: 'number' },
  { name: 'AdjMin', label: 'adjustmentMinimum', kind: 'number' },
  { name: 'AdjQtPercStart', label: 'adjustmentStart', kind: 'number' },
  { name: 'AutoAdjustON', label: 'autoAdjust', kind: 'yesOrNo' },
  { name: 'AdjStartWeigh', label: 'adjustmentStartWeight', kind: 'number' },
  { name: 'CwProgramNumber', label: 'checkweigherProgram', kind: 'number' },
  { name: 'CwBypass', label: 'checkweigherBypass', kind: 'yesOrNo' },
  { name: 'Tare', label: 'tare', kind: 'number' },
] as const

export const productName = (product: Product) => product.Product_e

/** The value of a product as it is sorted and searched; empty when it is unknown. */
export function productText(say: Say<'panel'>, product: Product, name: keyof Product): string {
  const value = product[name]
  if (value === null) return ''
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  return String(value)
}

/** A number of a product as it is shown; nothing when it is unknown. */
export function productNumber(product: Product, name: keyof Product): string | undefined {
  const value = product[name]
  return typeof value === 'number' ? formatDecimals(value, 0, 9) : undefined
}

/** The fields of a product's form; its name is the one that machines report and cannot be changed. */
export function productForm(say: Say<'panel'>, product: Product | null): FormField[] {
  return productFields.map(({ name, label, kind }) => ({
    name,
    label: say(label),
    ...(name === 'Product_e'
      ? { required: true, locked: product !== null }
      : { half: true, kind: kind === 'yesOrNo' ? ('select' as const) : ('number' as const) }),
    ...(kind === 'yesOrNo' && { options: yesOrNo(say) }),
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
