import type { ModeSpan } from '@packboard/model'
import type { RowOf } from '../../clickhouse/readRows.ts'
import type { StoredMinute } from '../fold/ledgerMinute.ts'
import type { StopLabel } from '../fold/stops.ts'
import { unpackCarry } from './packedCarry.ts'

/** What a question reads of a row from which a fold goes on. */
export const storedMinuteSql = `toDateTime64(minute, 3, 'UTC') AS start, carry_form AS carryForm, carry_user AS carryUser,
    carry_back AS carryBack, carry_speed AS carrySpeed, carry_packs AS carryPacks, carry_rejects AS carryRejects,
    carry AS carryRest, open_label AS openLabel`

export const storedMinuteColumns = {
  start: 'DateTime64',
  carryForm: 'UInt8',
  carryUser: 'String',
  carryBack: 'UInt32',
  carrySpeed: 'Int64',
  carryPacks: 'Int64',
  carryRejects: 'Int64',
  carryRest: 'String',
  openLabel: 'String',
} as const

export function storedMinute(row: RowOf<typeof storedMinuteColumns>): StoredMinute {
  const { carryForm: form, carryUser: user, carryBack: back, carrySpeed: speed } = row
  const { carryPacks: packs, carryRejects: rejects, carryRest: rest } = row
  return {
    minute: row.start,
    carry: unpackCarry({ form, user, back, speed, packs, rejects, rest }, row.start),
    openLabel: decodeLabel(row.openLabel),
  }
}

/** The name of an open stop as text in a ledger row; empty when no stop is open. */
export function encodeLabel(label: StopLabel | null): string {
  return label === null ? '' : JSON.stringify([label.group, label.cause, label.byAlarm])
}

function decodeLabel(text: string): StopLabel | null {
  if (text === '') return null
  // Only `encodeLabel` writes these texts.
  const [group, cause, byAlarm] = JSON.parse(text) as [string, string, boolean]
  return { group, cause, byAlarm }
}

type Texts = readonly (readonly [from: number, to: number, mode: string])[]

/** The times in other modes of a minute as the column of its row; empty without any. The engine reads it, too (`writeModeHours.ts`). */
export function encodeModes(spans: readonly ModeSpan[]): string {
  if (spans.length === 0) return ''
  return JSON.stringify(spans.map(({ from, to, mode }) => [from, to, mode]))
}

/** The same in ms since 1970, of a row that begins at `start`. */
export function decodeModes(text: string, start: number): ModeSpan[] {
  if (text === '') return []
  // Only `encodeModes` and `writeModeHours` write these texts.
  const texts = JSON.parse(text) as Texts
  return texts.map(([from, to, mode]) => ({ from: start + from, to: start + to, mode }))
}
