import {
  type LineRefusal,
  type RecordField,
  type RecordFileRow,
  recordFields,
  recordFileFaults,
} from '@packboard/contract'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/sayIn.ts'

type Words = Say<'recordFiles'>

const fields: readonly RecordField[] = Object.values(recordFields).flat()

/** A field in the language of the screen; the machine, which is chosen for all lines, too. */
export function fieldWord(say: Words, name: string): string {
  if (name === 'machine') return say('machine')
  const field = fields.find((each) => each === name)
  return field === undefined ? name : say(`field.${field}`)
}

/** Why a line is refused: the field that is wrong, the reason, and what the check of records says. */
export function refusalWord(say: Words, { code, field, detail }: LineRefusal): string {
  const reason = say(`refusal.${code}`)
  const named = field === null ? reason : `${fieldWord(say, field)}: ${reason}`
  return detail === null ? named : `${named} (${detail})`
}

export function faultWord(say: Words, { fault }: Pick<RecordFileRow, 'fault'>): string | null {
  const known = recordFileFaults.find((each) => each === fault)
  return known === undefined ? null : say(`fault.${known}`)
}

export function bytesWord(bytes: number): string {
  return bytes < 1e6
    ? `${formatCount(Math.ceil(bytes / 1e3))} kB`
    : `${formatDecimals(bytes / 1e6, 1)} MB`
}
