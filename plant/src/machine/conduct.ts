import type { Random } from '../random.ts'
import type { ProductionDay, Shift } from '../shift/shifts.ts'
import type { AlarmName, Setting } from './story.ts'

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
  'noSupply',
  'glueCold',
] as const
export type TroubleName = (typeof troubleNames)[number]

/** How often each trouble comes, per hour of running. */
export type TroubleRates = Readonly<Record<TroubleName, number>>

export const noTroubles: TroubleRates = {
  ...{ microStop: 0, briefBlock: 0, jam: 0, jawJam: 0, breakdown: 0, safety: 0, filmSnap: 0 },
  ...{
    registration: 0,
    sealOver: 0,
    sealUnder: 0,
    minPack: 0,
    maxPack: 0,
    noSupply: 0,
    glueCold: 0,
  },
}

type Range = readonly [low: number, high: number]

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
  /** By the name of the shift, how many have a meal and a short break that no plan knows, in which the line stands. */
  readonly breaks: Readonly<Record<string, { readonly meal: number; readonly short: number }>>
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

/**
 * A long stop at the beginning of a shift, minutes after its crew changed a setting; maintenance sets it back. A visitor who looks at
 * the shift finds it, with its alarm and the change before it.
 */
export type LiveTrouble = {
  readonly shift: Shift['name']
  readonly setting: Setting
  readonly change: number
  readonly alarm: AlarmName
}

/** What the shift leader has planned for a line. Every machine of the line does it when it next runs. */
export type PlanItem = {
  readonly at: number
  readonly does: 'break' | 'handover' | 'nextBatch' | 'changeover' | 'service' | 'shutDown'
  /** Length of a break. */
  readonly ms: number
  /** When a break ends that has a time in the plan, however late it begins; null: it has its length. */
  readonly ends: number | null
  readonly shift: number
}

const minute = 60_000
const hour = 60 * minute

export function linePlan(
  day: ProductionDay,
  shifts: readonly Shift[],
  conduct: Conduct,
  random: Random,
): PlanItem[] {
  const plan: PlanItem[] = []
  shifts.forEach((shift, index) => {
    const next = shifts[index + 1]
    const add = (does: PlanItem['does'], at: number, ms = 0) =>
      plan.push({ does, at: Math.round(at), ms: Math.round(ms), ends: null, shift: index })
    for (const { from, to } of shift.breaks) {
      plan.push({ does: 'break', at: from, ms: to - from, ends: to, shift: index })
    }
    const breaks = conduct.breaks[shift.name]
    if (breaks && random.chance(breaks.meal)) {
      add('break', shift.from + random.between(3.2, 4.6) * hour, random.between(18, 30) * minute)
    }
    if (breaks && random.chance(breaks.short)) {
      add('break', shift.from + random.between(1.6, 2.4) * hour, random.between(8, 14) * minute)
    }
    let at = shift.from + random.between(...conduct.firstOrderHours) * hour
    while (at < shift.to - hour) {
      add(random.chance(conduct.changeoverShare) ? 'changeover' : 'nextBatch', at)
      at += random.between(...conduct.orderHours) * hour
    }
    if (random.chance(conduct.serviceShare))
      add('service', shift.from + random.between(1, 5) * hour)
    if (next && next.from === shift.to) {
      plan.push({ does: 'handover', at: shift.to, ms: 0, ends: null, shift: index + 1 })
    } else if (shift.to >= day.to) {
      // The line is cleaned before the factory's day ends.
      add('shutDown', day.to - random.between(11, 15) * minute)
    } else {
      add('shutDown', shift.to)
    }
  })
  return plan.sort((a, b) => a.at - b.at)
}
