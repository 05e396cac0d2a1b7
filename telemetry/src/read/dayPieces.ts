import type { DayPart } from '@packboard/model'
import { pieceMatches } from './contextFilter.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** A window that is cut into local days; of its rows at most so many. */
export type DaysQuestion = WindowQuestion & {
  readonly days: readonly DayPart[]
  readonly most: number
}

/** The rows of the day summary in whole minutes: what they are read from, and what makes one row. */
export const dayPieces = `
  FROM minute_ledger FINAL
  ARRAY JOIN pieces
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
    AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    AND ${pieceMatches} AND (pieces.ms > 0 OR pieces.packs > 0)
  GROUP BY roundDown(toUnixTimestamp(minute), {steps:Array(UInt32)}) AS day, machine_id AS machineId,
    pieces.product AS product, pieces.tool AS tool
` as const
