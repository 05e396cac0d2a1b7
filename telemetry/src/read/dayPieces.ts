import type { DayPart } from '@packboard/model'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import { rowMatches } from './contextFilter.ts'
import { rowSteps } from './rowSteps.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** A window that is cut into local days; of its rows at most so many. */
export type DaysQuestion = WindowQuestion & {
  readonly days: readonly DayPart[]
  readonly most: number
}

/** What makes one row of the day summary. */
export const dayGroups = `
  WHERE ${rowMatches} AND (ms > 0 OR packs > 0)
  GROUP BY roundDown(at, {steps:Array(UInt32)}) AS day, machine_id AS machineId, product, tool
` as const

/** How the rows of a window are read whose days begin at these minutes. */
export function daySteps(
  stretches: readonly MachineStretch[],
  hours: CurrentHours,
  starts: readonly number[],
) {
  const { tables, ...params } = rowSteps(stretches, hours, starts)
  return {
    tables,
    params: { ...params, steps: starts.map((start) => start / 1_000) },
  }
}
