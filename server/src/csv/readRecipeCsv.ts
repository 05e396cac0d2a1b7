import type { RefusalCode, RefusedLine } from '@packboard/contract'
import type { RecipeChange } from '@packboard/management'
import { errorCatalogue, isDate } from '@packboard/model'
import { inSlices } from '@packboard/telemetry/slices'
import { type CsvLine, csvLines, csvSentences } from './csvLines.ts'
import {
  fitsField,
  isRecipeField,
  productField,
  type RecipeFieldName,
  recipeFieldNames,
  recipeFields,
  yesOrNo,
} from './recipesWire.ts'

type Cell = string | number | boolean | null

/** Columns that say of what the target speed of a line is, and from when on. */
const keyNames = ['Machine', 'MachineType', 'ValidFrom'] as const
type KeyName = (typeof keyNames)[number]
type FieldName = RecipeFieldName | KeyName

const isKeyName = (name: string): name is KeyName => keyNames.some((one) => one === name)

/** A target speed with a key or a date, and its line. */
export type DatedTarget = {
  readonly line: number
  readonly product: string
  /** Packs per minute; null: none of its own from then on. */
  readonly ppm: number | null
  readonly serialNo: string | null
  readonly typeLabel: string | null
  /** `YYYY-MM-DD HH:mm`; undefined: from the next whole minute on. */
  readonly validFrom: string | undefined
}

/** More products than any factory makes; the limit of one import (D55). */
export const mostProducts = 5_000
/** More characters than a line of the form can need. */
const longestLine = 20_000

/**
 * Reads products out of a CSV text. Its first line names the fields, in any order; a field that it leaves out stays as
 * it is, an empty cell means unknown. Numbers are decimal numbers with a point. Comma or semicolon, whichever the first
 * line has. `Machine`, `MachineType` and `ValidFrom` make the target speed of a line one of a machine, of a type, from a day or minute on.
 * A rejected line is reported with its number; the caller then stores none.
 */
export async function readRecipeCsv(text: string): Promise<ReadRecipes> {
  const csv = await csvLines('recipeImport', text, { longestLine, mostLines: mostProducts })
  return inSlices('recipeImport', readChanges(csv))
}

type ReadRecipes = {
  readonly changes: RecipeChange[]
  readonly targets: DatedTarget[]
  readonly refused: RefusedLine[]
}

function* readChanges({
  lines,
  fault,
}: Awaited<ReturnType<typeof csvLines>>): Generator<void, ReadRecipes> {
  const changes: RecipeChange[] = []
  const targets: DatedTarget[] = []
  const refused: RefusedLine[] = []
  if (fault) refused.push({ line: fault.line, ...refusal(fault.code, { most: longestLine }) })
  const [head, ...rest] = lines
  if (head === undefined) {
    if (refused.length === 0) refused.push({ line: 1, ...refusal('noHead') })
    return { changes, targets, refused }
  }
  const fields = readFields(head, refused)
  if (fields === undefined) return { changes, targets, refused }
  if (rest.length > mostProducts) {
    const why = refusal('tooMany', { most: mostProducts })
    refused.push({ line: rest[mostProducts]?.line ?? 0, ...why })
    return { changes, targets, refused }
  }
  const seen = new Map<string, number>()
  for (const line of rest) {
    yield
    const read = readLine(line, fields)
    if ('code' in read) {
      refused.push({ line: line.line, ...read })
      continue
    }
    const { change, target } = read
    const { product } = change
    const key = target
      ? JSON.stringify([product, target.serialNo, target.typeLabel, dayOf(target)])
      : product
    const first = seen.get(key)
    if (first !== undefined) {
      refused.push({ line: line.line, ...refusal('twice', { product, first }) })
    } else {
      seen.set(key, line.line)
      changes.push(change)
      if (target) targets.push(target)
    }
  }
  return { changes, targets, refused: refused.sort((a, b) => a.line - b.line) }
}

const dayOf = ({ validFrom = '' }: DatedTarget) => validFrom.slice(0, 10)

function readFields(head: CsvLine, refused: RefusedLine[]): FieldName[] | undefined {
  const names = head.cells.map((cell) => cell.trim())
  const refuse = (why: Refusal) => {
    refused.push({ line: head.line, ...why })
    return undefined
  }
  const fields: FieldName[] = []
  for (const name of names) {
    if (!isRecipeField(name) && !isKeyName(name)) {
      const known = [...recipeFieldNames, ...keyNames].join(', ')
      return refuse(refusal('unknownField', { field: name.slice(0, 64), fields: known }))
    }
    if (fields.includes(name)) return refuse(refusal('fieldTwice', { field: name }))
    fields.push(name)
  }
  return fields.includes(productField)
    ? fields
    : refuse(refusal('noProduct', { field: productField }))
}

/** What a line says: of a product, and of a target speed that has a key or a date. */
type ReadLine = { readonly change: RecipeChange; readonly target: DatedTarget | undefined }

/** One product, or why its line is rejected. */
function readLine({ line, cells }: CsvLine, fields: readonly FieldName[]): ReadLine | Refusal {
  if (cells.length !== fields.length) {
    return refusal('cells', { count: cells.length, most: fields.length })
  }
  const reported: [string, Cell][] = []
  const keys: Partial<Record<KeyName, string>> = {}
  let product = ''
  for (const [i, field] of fields.entries()) {
    const text = cells[i] ?? ''
    const cell = text.slice(0, 64)
    if (isKeyName(field)) {
      if (text.trim() !== '') keys[field] = text.trim()
      continue
    }
    const value = readCell(field, text)
    if (value === undefined) return refusal(unread(field), { field, cell })
    if (!fitsField(field, value)) return refusal('outside', { field, cell })
    if (field === productField) product = text
    else reported.push([recipeFields[field], value])
  }
  const change: RecipeChange = { ...Object.fromEntries(reported), product }
  const { Machine: serialNo = null, MachineType: typeLabel = null, ValidFrom: from } = keys
  if (serialNo !== null && typeLabel !== null) return refusal('twoKeys')
  const validFrom = from === undefined ? undefined : wallOf(from)
  if (validFrom === null)
    return refusal('noDay', { field: 'ValidFrom', cell: from?.slice(0, 64) ?? '' })
  if (Object.keys(keys).length === 0) return { change, target: undefined }
  const { targetPpm, ...others } = change
  const dated = { line, product, serialNo, typeLabel, validFrom }
  // A file without the speed has nothing to enter.
  const target = targetPpm === undefined ? undefined : { ...dated, ppm: targetPpm }
  return { change: others, target }
}

/** A day begins at midnight; null: it is neither a day nor a minute. */
function wallOf(text: string): string | null {
  const [, date = '', time = '00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](([01]\d|2[0-3]):[0-5]\d))?$/.exec(text) ?? []
  return isDate(date) ? `${date} ${time}` : null
}

const unread = (field: RecipeFieldName) => {
  if (field === productField) return 'noName'
  return yesOrNo.has(field) ? 'noYesOrNo' : 'noNumber'
}

/** A name of blanks would be invisible, and the store accepts no NUL. */
const noName = /^\s*$|\p{Cc}/u

function readCell(name: RecipeFieldName, cell: string): Cell | undefined {
  if (name === productField) return noName.test(cell) ? undefined : cell
  const text = cell.trim()
  if (text === '') return null
  if (yesOrNo.has(name)) {
    if (/^(true|1)$/i.test(text)) return true
    return /^(false|0)$/i.test(text) ? false : undefined
  }
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined
}

/** Why a line is rejected: as an English sentence, and as values for screens in other languages. */
type Refusal = Omit<RefusedLine, 'line'>
type Values = Refusal['values']

const sentences: Record<RefusalCode, (values: Values) => string> = {
  ...csvSentences,
  tooMany: ({ most }) => `One import takes ${most} products.`,
  twice: ({ product, first }) => `${product} is on line ${first} already.`,
  noProduct: ({ field }) => `The field ${field} is missing.`,
  noName: ({ field, cell }) => `${field}: "${cell}" is not the name of a product.`,
  noYesOrNo: ({ field, cell }) => `${field}: "${cell}" is not true or false.`,
  noNumber: ({ field, cell }) => `${field}: "${cell}" is not a decimal number.`,
  noDay: ({ field, cell }) =>
    `${field}: "${cell}" is neither a day (2026-12-07) nor a minute (2026-12-07 06:00).`,
  notHere: ({ field, cell }) => `${field}: there is no "${cell}" at this client.`,
  twoKeys: () => 'A line is of a machine or of a machine type, not of both.',
  previewNeeded: () => errorCatalogue['settings.previewNeeded'].message,
  outside: ({ field, cell }) => `${field}: "${cell}" is too small, too large or too long.`,
}

export const refusal = (code: RefusalCode, values: Values = {}): Refusal => ({
  code,
  values,
  message: sentences[code](values),
})
