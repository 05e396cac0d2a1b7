import type { Shift } from '../shift/shifts.ts'
import type { Setting } from './story.ts'

export const troubleNames = [
  'microStop',
  'briefBlock',
  'jam',
  'jawJam',
  'breakdown',
  'safety',
  'filmSnap',
  'registration',
  'sealOver',
  'sealUnder',
  'minPack',
  'maxPack',
] as const
export type TroubleName = (typeof troubleNames)[number]

/** How often each trouble comes, per hour of running. */
export type TroubleRates = Readonly<Record<TroubleName, number>>

export type Range = readonly [low: number, high: number]

/** How the people of a line work and how well its machines are kept. Shares are 0 … 1. */
export type Conduct = {
  /** Of the product's target speed, as set on the panel; and for a slow time. */
  readonly speedShare: Range
  readonly slowShare: Range
  readonly slowMinutes: Range
  /** Mean time between two slow times. */
  readonly slowEveryHours: number
  readonly rejectsPer10k: Range
  /** How long the belt between two machines lasts. */
  readonly bufferMs: Range
  readonly reelChangeSeconds: Range
  /** A splice that works, on a machine with two reels; film that snaps instead of running out. */
  readonly spliceShare: number
  readonly reelSnapShare: number
  /** Of a micro-stop: half are shorter than the first; never outside the others. */
  readonly microStopSeconds: readonly [median: number, low: number, high: number]
  /** Micro-stops of which the machine names the cause. */
  readonly microStopAlarmShare: number
  /** How long a machine stands under a seal warning before it holds; 0: it holds at the fifth reject in a row. */
  readonly sealWaitSeconds: Range
  /** Seal warnings at which the operator changes a temperature. */
  readonly sealChangeShare: number
  /** Shifts with a meal and with a short break, in which the line stands. */
  readonly breaks: Readonly<
    Record<Shift['name'], { readonly meal: number; readonly short: number }>
  >
  /** Hours from the beginning of a shift to its first order, and from one order to the next. */
  readonly firstOrderHours: Range
  readonly orderHours: Range
  /** Orders of another product. */
  readonly changeoverShare: number
  readonly setUpMinutes: Range
  /** Shifts with a planned service. */
  readonly serviceShare: number
}

/** A setting that a crew changes during its shift, and the trouble that this makes until it is set back. */
export type WrongSetting = {
  readonly shift: Shift['name']
  readonly setting: Setting
  readonly change: number
  /** Hours after the beginning of the shift, and how long it stays. */
  readonly afterHours: Range
  readonly hours: Range
  readonly trouble: TroubleName
  readonly perHour: number
}
