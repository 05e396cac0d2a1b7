import { type Say, textsOf } from '../i18n/useTexts.ts'

/** What was typed into a form, by field. */
export type Values = Readonly<Record<string, string>>

/** A field of an add or update form; the name is the one on the wire, so that a refusal finds its field. */
export type FormField = {
  readonly name: string
  readonly label: string
  readonly kind?:
    | 'text'
    | 'email'
    | 'tel'
    | 'number'
    | 'password'
    | 'date'
    | 'time'
    | 'select'
    | 'list'
    /** Several lines of text, each a value. */
    | 'lines'
    | 'file'
  /** Has to be filled on Add. */
  readonly required?: boolean
  /** Has a value on every row, and may not be left without. */
  readonly kept?: boolean
  /** Shown and not to be changed. */
  readonly locked?: boolean
  /** Shares its line with its neighbour. */
  readonly half?: boolean
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder?: string
  readonly hint?: string
  /** For files: the kinds that the file window offers; any when left out. */
  readonly accept?: string
}

/** A field whose label is its name. */
export const namedField = <Name extends string>(
  say: (name: Name) => string,
  name: Name,
  more: Omit<FormField, 'name' | 'label'> = {},
): FormField => ({ name, label: say(name), ...more })

/** What a form shows of a row; nothing of a new one. */
export const textsIn = <Key extends string>(
  row: { readonly [Name in Key]: string | null } | null,
  keys: readonly Key[],
): Values => Object.fromEntries(keys.map((key) => [key, row?.[key] ?? '']))

/** What keeps a form from being sent: a sentence above it and words at its fields. */
export type FormProblem = {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

type Typed = {
  readonly fields: readonly FormField[]
  readonly values: Values
  readonly file: File | null
}

function missingFields({ fields, values, file }: Typed): FormField[] {
  return fields.filter(({ name, kind, required }) =>
    required ? (kind === 'file' ? file === null : (values[name] ?? '').trim() === '') : false,
  )
}

/** The first missing required field, as `{label} is required` (specification §5); each of the others says so at its field. */
export function firstMissing(typed: Typed): FormProblem | null {
  const missing = missingFields(typed)
  const [first] = missing
  if (!first) return null
  return { message: wordsOf(first), fields: fieldsOf(missing) }
}

/** All missing fields in one sentence, as in a distributor's form (specification §5). */
export function allMissing(typed: Typed): FormProblem | null {
  const missing = missingFields(typed)
  if (missing.length === 0) return null
  const labels = missing.map(({ label }) => label).join(', ')
  return { message: textsOf('panel')('allRequired', { labels }), fields: fieldsOf(missing) }
}

const wordsOf = ({ label }: FormField) => textsOf('panel')('required', { label })
const fieldsOf = (missing: readonly FormField[]) =>
  Object.fromEntries(missing.map((field) => [field.name, wordsOf(field)]))

/** A number field that holds no number. */
export function noNumber({ fields, values }: Typed): FormProblem | null {
  const wrong = fields.find(
    ({ name, kind }) => kind === 'number' && numberOf(values[name] ?? '') === undefined,
  )
  if (!wrong) return null
  const message = textsOf('panel')('noNumber', { label: wrong.label })
  return { message, fields: { [wrong.name]: message } }
}

/** What a number field holds: null when empty, undefined when it is no number. */
export function numberOf(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** What is chosen in a list field: one value a line. */
export const listed = (value = '') => (value === '' ? [] : value.split('\n'))

/** The number of a chosen option, or null. */
export const chosenId = (value: string | undefined) => (value ? Number(value) : null)

/** Rows as the options of a select. */
export function options<Row extends { readonly id: number }>(
  rows: readonly Row[] | undefined,
  label: (row: Row) => string,
): { value: string; label: string }[] {
  return (rows ?? []).map((row) => ({ value: String(row.id), label: label(row) }))
}

/** The two answers of a select. */
export const yesOrNo = (say: Say<'panel'>) => [
  { value: 'true', label: say('yes') },
  { value: 'false', label: say('no') },
]
