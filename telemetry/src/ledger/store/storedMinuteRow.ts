import type { RowOf } from '../../clickhouse/readRows.ts'
import type { StoredMinute } from '../fold/storedMinute.ts'
import { decodeLabel } from './openLabelText.ts'
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
