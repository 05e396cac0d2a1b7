import type { Products, ProductTarget, RecipeWire } from '@packboard/contract'
import { type FormField, type Values, yesOrNo } from '../../crud/formFields.ts'
import type { Say } from '../../i18n/useTexts.ts'
import { csvText } from '../../ui/saveFile.ts'
import type { SpeedRow } from './speedRows.ts'

/** The settings of a product, in the order of specification §3, with the keys of their labels. */
const productFields = [
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

/** The target speed of a product that there is has a date, and is changed in the table. */
const fieldsOf = (isNew: boolean) =>
  productFields.filter(({ name }) => isNew || name !== 'ProductTargetSpeed')

/** The fields of a product's form; its name is the one that machines report and cannot be changed. */
export function productForm(say: Say<'panel'>, isNew: boolean): FormField[] {
  return fieldsOf(isNew).map(({ name, label, kind }) => ({
    name,
    label: say(label),
    ...(name === 'Product_e'
      ? { required: true, locked: !isNew }
      : { half: true, kind: kind === 'yesOrNo' ? ('select' as const) : ('number' as const) }),
    ...(kind === 'yesOrNo' && { options: yesOrNo(say) }),
  }))
}

/** What the form of a product holds; one that machines report alone has a name and nothing more. */
export const productValues = (name: string | null, recipe: RecipeWire | undefined): Values => ({
  ...Object.fromEntries(
    fieldsOf(name === null).map((field) => [field.name, textIn(recipe, field.name)]),
  ),
  Product_e: name ?? '',
})

const textIn = (product: RecipeWire | undefined, name: keyof RecipeWire) =>
  String(product?.[name] ?? '')

/** Products as a CSV text with the fields of these rows, as the import reads it: a field that is left out stays as it is. */
export function productsCsv(rows: readonly Values[]): string {
  const [first = {}] = rows
  const names = productFields.map(({ name }) => name).filter((name) => name in first)
  return csvText([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))])
}

/**
 * All products with all their settings and speeds, as the import reads them again: a line for all machines, and one more for each other
 * speed that holds, without `ValidFrom`, or that is to come.
 */
export function allProductsCsv(
  products: readonly RecipeWire[],
  rows: readonly SpeedRow[],
  { machineTypes }: Pick<Products, 'machineTypes'>,
): string {
  const names = productFields.map(({ name }) => name)
  const labels = new Map(machineTypes.map(({ id, label }) => [id, label]))
  const lines = products.flatMap((product) => {
    const row = rows.find((one) => one.product === product.Product_e)
    const others = row === undefined ? [] : otherSpeeds(row)
    const line = (
      ppm: string,
      { machineId = null, machineTypeId = null }: Partial<ProductTarget> = {},
      validFrom = '',
    ) => [
      ...names.map((name) => (name === 'ProductTargetSpeed' ? ppm : textIn(product, name))),
      ...[machineId ?? '', labels.get(machineTypeId ?? 0) ?? '', validFrom],
    ]
    return [
      line(textIn(product, 'ProductTargetSpeed')),
      ...others.map(({ target, validFrom }) => line(String(target.ppm ?? ''), target, validFrom)),
    ]
  })
  return csvText([[...names, 'Machine', 'MachineType', 'ValidFrom'], ...lines])
}

/** Of a product all but what all machines have now. */
function otherSpeeds({ all, types, machines }: SpeedRow) {
  const speeds = [...types.values(), ...machines.map(({ speed }) => speed)]
  const present = speeds.flatMap(({ present }) => (present === null ? [] : [present]))
  const next = [all, ...speeds].flatMap(({ next }) => (next === null ? [] : [next]))
  return [
    ...present.filter(({ ppm }) => ppm !== null).map((target) => ({ target, validFrom: '' })),
    ...next.map((target) => ({ target, validFrom: target.validFrom ?? '' })),
  ]
}
