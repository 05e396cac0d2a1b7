import type { PlantMachine } from '../plantLayout.ts'
import type { DayStop } from './dayStop.ts'
import type { UnitMode } from './story.ts'

/**
 * A stretch of a machine's day in which nothing but its counters changes. `made` counts in parts of a pack
 * (600,000 to the pack), so that speed × time stays a whole number and no rounding ever adds up.
 */
export type Piece = {
  readonly from: number
  /** 0: powered off. */
  readonly state: number
  /** Packs per minute that leave the machine, in tenths. */
  readonly paceTenths: number
  readonly setTenths: number
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly unitMode: UnitMode
  /** Made since the start of the day, at `from`. */
  readonly made: number
  /** Made since the start of the day when the running batch began. */
  readonly batchMade: number
  /** Rejected since the start of the day, at `from`, in the same parts of a pack × 10,000. */
  readonly rejected: number
  readonly rejectsPer10k: number
  /** A counter that is kept per batch starts again here; `exchange`: every counter of the machine does. */
  readonly counters: 'goOn' | 'newBatch' | 'exchange'
}

export const partsOfPack = 600_000

export type DayAlarm = {
  readonly raisedAt: number
  readonly clearedAt: number
  readonly code: string
  readonly group: string
  readonly description: string
}

export type DayAudit = {
  readonly at: number
  readonly userGroup: string
  readonly description: string
  readonly valueBefore: string
  readonly valueAfter: string
}

/** What really happened to one machine on one production day. */
export type MachineDay = {
  readonly machine: PlantMachine
  readonly from: number
  readonly to: number
  readonly pieces: readonly Piece[]
  readonly alarms: readonly DayAlarm[]
  readonly audits: readonly DayAudit[]
  readonly stops: readonly DayStop[]
}

/** Parts of packs made from the start of the day to `at`, which lies inside `piece`. */
export function madeAt(piece: Piece, at: number): number {
  return piece.made + (at - piece.from) * piece.paceTenths
}

export function rejectedAt(piece: Piece, at: number): number {
  return piece.rejected + (at - piece.from) * piece.paceTenths * piece.rejectsPer10k
}

/** The number of the piece in which `at` lies. */
export function pieceAt(day: MachineDay, at: number): number {
  let low = 0
  let high = day.pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((day.pieces[middle]?.from ?? Number.POSITIVE_INFINITY) <= at) low = middle
    else high = middle - 1
  }
  return low
}
