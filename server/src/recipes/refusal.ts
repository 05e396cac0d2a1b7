import type { RefusalCode, RefusedLine } from '@packboard/contract'

/** Why a line is rejected: as an English sentence, and as values for screens in other languages. */
export type Refusal = Omit<RefusedLine, 'line'>
type Values = Refusal['values']

const sentences: Record<RefusalCode, (values: Values) => string> = {
  noHead: () => 'There is no line with field names.',
  tooMany: ({ most }) => `One import takes ${most} products.`,
  twice: ({ product, first }) => `${product} is on line ${first} already.`,
  tooLong: ({ most }) => `A line has at most ${most} characters.`,
  quoteOpen: () => 'A quotation mark opens and never closes.',
  quoteInside: () => 'A quotation mark stands where none can be.',
  unknownField: ({ field, fields }) => `There is no field "${field}"; there are ${fields}.`,
  fieldTwice: ({ field }) => `The field ${field} is there twice.`,
  noProduct: ({ field }) => `The field ${field} is missing.`,
  cells: ({ count, most }) => `This line has ${count} cells; the first line has ${most}.`,
  noName: ({ field, cell }) => `${field}: "${cell}" is not the name of a product.`,
  noYesOrNo: ({ field, cell }) => `${field}: "${cell}" is not true or false.`,
  noNumber: ({ field, cell }) => `${field}: "${cell}" is not a decimal number.`,
  outside: ({ field, cell }) => `${field}: "${cell}" is too small, too large or too long.`,
}

export const refusal = (code: RefusalCode, values: Values = {}): Refusal => ({
  code,
  values,
  message: sentences[code](values),
})
