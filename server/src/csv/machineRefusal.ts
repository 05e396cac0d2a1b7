import type { MachineRefusalCode, RefusedMachine } from '@packboard/contract'
import { csvSentences } from './csvLines.ts'

/** Why a line is refused: as an English sentence, and as values for screens in other languages. */
export type MachineRefusal = Omit<RefusedMachine, 'line'>
type Values = MachineRefusal['values']

const sentences: Record<Exclude<MachineRefusalCode, 'connection'>, (values: Values) => string> = {
  ...csvSentences,
  tooMany: ({ most }) => `One import takes ${most} machines.`,
  twice: ({ product, first }) => `${product} is on line ${first} already.`,
  noProduct: ({ field }) => `The field ${field} is missing.`,
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
