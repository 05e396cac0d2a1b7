import type { MachineRefusalCode, RefusedMachine } from '@packboard/contract'

/** Why a line is refused: as an English sentence, and as values for screens in other languages. */
export type MachineRefusal = Omit<RefusedMachine, 'line'>
type Values = MachineRefusal['values']

const sentences: Record<Exclude<MachineRefusalCode, 'connection'>, (values: Values) => string> = {
  noHead: () => 'There is no line with field names.',
  tooMany: ({ most }) => `One import takes ${most} machines.`,
  twice: ({ product, first }) => `${product} is on line ${first} already.`,
  tooLong: ({ most }) => `A line has at most ${most} characters.`,
  quoteOpen: () => 'A quotation mark opens and never closes.',
  quoteInside: () => 'A quotation mark is where none can be.',
  unknownField: ({ field, fields }) => `There is no field "${field}"; there are ${fields}.`,
  fieldTwice: ({ field }) => `The field ${field} is there twice.`,
  noProduct: ({ field }) => `The field ${field} is missing.`,
  cells: ({ count, most }) => `This line has ${count} cells; the first line has ${most}.`,
  outside: ({ field, cell }) => `${field}: "${cell}" is too small, too large or too long.`,
  empty: ({ field }) => `${field} is empty.`,
  unknownClient: ({ cell }) => `There is no client "${cell}".`,
  unknownType: ({ cell }) =>
    `There is no machine type "${cell}"; the word default in a column image adds it.`,
  notSerial: ({ cell }) =>
    `"${cell}" is no serial number: letters, digits, blanks and . _ - after the first, 64 at most.`,
  serialTaken: ({ cell }) => `There is a machine ${cell} already.`,
  unknownConnector: ({ cell, fields }) => `There is no door "${cell}"; there are ${fields}.`,
  unknownDictionary: ({ cell, fields }) =>
    `"${cell}" is no dictionary; there are ${fields}, or an own table like Run=10;4=8.`,
  unknownImage: ({ cell }) =>
    `"${cell}" is no image; leave it empty, or write default to add the machine type with a drawing.`,
  addressTaken: ({ cell }) => `Another machine sends under ${cell} already.`,
  deviceTaken: ({ cell }) => `There is a device ${cell} already; delete it or name it otherwise.`,
  clientFull: ({ cell }) => `${cell} would have more machines or devices than a client may have.`,
}

export const machineRefusal = (
  code: Exclude<MachineRefusalCode, 'connection'>,
  values: Values = {},
): MachineRefusal => ({ code, values, message: sentences[code](values) })
