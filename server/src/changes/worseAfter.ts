import { setImmediate } from 'node:timers/promises'
import type { MinuteFigures } from '@packboard/telemetry/read'
import {
  type BeforeAfter,
  MachineBook,
  type Measure,
  measures,
  minuteMs,
  side,
  worse,
} from './beforeAfter.ts'
import { shareOfOrders } from './shareOfOrders.ts'

/** Changes of one minute: what came of each cannot be known. */
export type ChangeMoment = {
  readonly at: number
  /** What was changed, of all changes of this minute. */
  readonly settings: readonly string[]
}

type Verdict = {
  /** The share of moments without this change in which it got worse as much, one-sided. */
  readonly p: number
  /** The same after Holm's correction over all verdicts of the answer. */
  readonly adjusted: number
  readonly isWorse: boolean
}

export type Judged<Moment extends ChangeMoment> = {
  readonly moment: Moment
  /** null: less than a side of observed time, or packs, before or after it. */
  readonly figures: BeforeAfter | null
  readonly verdicts: Partial<Record<Measure, Verdict>>
  /** 1: what is most unlikely without the change. */
  readonly rank: number
}

/** Above it nothing is said (5 % for all changes of an answer together). */
const significance = 0.05
/** Stops are judged from so many on, both sides together. */
const leastStops = 3
/** A figure is judged when so many of the ten parts of each side have something to divide by. */
const leastParts = 5

/**
 * Which changes of settings were followed by worse figures. A figure got worse beyond chance when two one-sided permutation tests
 * say so; p is the larger of the two.
 * - In order: each side in ten parts; of all ways to call ten of the twenty parts "after", the share in which the figure is at least as
 *   much worse (`shareOfOrders`). One burst in one part says little.
 * - In place: the same difference at every other minute of the machine's record, as if the change had been there; the share at which
 *   it is at least as bad, this one included. So what repeats by itself (breaks, drifting speeds, bursts of stops) is in the comparison;
 *   left out are the minutes next to a change of the same setting.
 * All tests of an answer are corrected together: Holm (1979), Scand. J. Statist. 6, 65. It says that it was so before, never that it
 * was caused.
 */
export async function worseAfter<Moment extends ChangeMoment>(
  minutes: readonly MinuteFigures[],
  changes: readonly Moment[],
): Promise<Judged<Moment>[]> {
  const book = new MachineBook(minutes)
  const elsewhere = await differencesOf(book)
  const judged: Unranked<Moment>[] = []
  for (const moment of changes) {
    const figures = book.around(moment.at)
    const own = differences(figures)
    const isCompared = comparedWith(book, moment, changes)
    const tests = measures.flatMap((measure): Test[] => {
      const difference = own[measure]
      if (!figures || difference === undefined || isTooLittle(figures, measure)) return []
      const placed = shareAsBad(difference, elsewhere[measure], isCompared)
      return [{ measure, p: Math.max(placed, ordered(figures, measure)) }]
    })
    judged.push({ moment, figures, tests })
    // Some milliseconds each: others are served in between.
    await setImmediate()
  }
  return ranked(judged)
}

type Test = { readonly measure: Measure; readonly p: number }
type Unranked<Moment extends ChangeMoment> = {
  readonly moment: Moment
  readonly figures: BeforeAfter | null
  readonly tests: readonly Test[]
}

function isTooLittle({ before, after }: BeforeAfter, measure: Measure): boolean {
  if (measure === 'stops' && before.ownStops + after.ownStops < leastStops) return true
  return [before, after].some(
    ({ parts }) => parts().filter((part) => part[measure].under > 0).length < leastParts,
  )
}

const ordered = ({ before, after }: BeforeAfter, measure: Measure) =>
  shareOfOrders(
    before.parts().map((part) => part[measure]),
    after.parts().map((part) => part[measure]),
    worse[measure],
  )

/** How much worse each figure was afterwards; what has no figure is missing. */
function differences(figures: BeforeAfter | null): Partial<Record<Measure, number>> {
  if (!figures) return {}
  return Object.fromEntries(
    measures.flatMap((measure) => {
      const [before, after] = [figures.before[measure], figures.after[measure]]
      return before === null || after === null ? [] : [[measure, worse[measure] * (after - before)]]
    }),
  )
}

/** So many minutes are looked at between two turns of the others: some milliseconds. */
const minutesAtOnce = 2_000

/** The same for every minute of the record; NaN where it has none. */
async function differencesOf(book: MachineBook): Promise<Record<Measure, Float64Array>> {
  const { length } = book.minutes
  const all = {
    stops: new Float64Array(length).fill(Number.NaN),
    rejects: new Float64Array(length).fill(Number.NaN),
    speed: new Float64Array(length).fill(Number.NaN),
  }
  for (const [i, { start }] of book.minutes.entries()) {
    const found = differences(book.around(start))
    for (const measure of measures) all[measure][i] = found[measure] ?? Number.NaN
    if (i % minutesAtOnce === 0) await setImmediate()
  }
  return all
}

/** Which minutes a change is compared with: those whose sides hold no change of the same setting. */
function comparedWith(
  { minutes }: MachineBook,
  { settings }: ChangeMoment,
  changes: readonly ChangeMoment[],
): Uint8Array {
  const compared = new Uint8Array(minutes.length).fill(1)
  const reachMs = side.minutes * minuteMs
  for (const other of changes) {
    if (!other.settings.some((one) => settings.includes(one))) continue
    minutes.forEach(({ start }, i) => {
      if (Math.abs(start - other.at) < reachMs) compared[i] = 0
    })
  }
  return compared
}

/** The share of the other minutes that are as bad or worse; this one is one of them. */
function shareAsBad(difference: number, others: Float64Array, isCompared: Uint8Array): number {
  let [count, asBad] = [1, 1]
  // What rounding makes of equal differences.
  const least = difference - 1e-9
  others.forEach((other, i) => {
    if (isCompared[i] === 0 || Number.isNaN(other)) return
    count += 1
    if (other >= least) asBad += 1
  })
  return asBad / count
}

/** Holm: the smallest p times the number of tests, the next times one less, and never below the one before. */
function ranked<Moment extends ChangeMoment>(
  judged: readonly Unranked<Moment>[],
): Judged<Moment>[] {
  const tests = judged.flatMap(({ tests }) => tests).sort((a, b) => a.p - b.p)
  const adjusted = new Map<Test, number>()
  let least = 0
  tests.forEach((test, i) => {
    least = Math.max(least, Math.min(1, test.p * (tests.length - i)))
    adjusted.set(test, least)
  })
  const found = judged.map(({ tests, ...one }) => ({
    ...one,
    evidence: evidenceOf(tests),
    verdicts: Object.fromEntries(
      tests.map((test) => {
        const corrected = adjusted.get(test) ?? 1
        return [
          test.measure,
          { p: test.p, adjusted: corrected, isWorse: corrected <= significance },
        ]
      }),
    ) as Judged<Moment>['verdicts'],
  }))
  return found
    .sort(
      (a, b) =>
        Number(isWorse(b)) - Number(isWorse(a)) ||
        b.evidence - a.evidence ||
        a.moment.at - b.moment.at,
    )
    .map(({ evidence: _, ...one }, i) => ({ ...one, rank: i + 1 }))
}

/** Whether any figure of a change is worse beyond chance. */
export const isWorse = ({ verdicts }: Pick<Judged<ChangeMoment>, 'verdicts'>) =>
  measures.some((measure) => verdicts[measure]?.isWorse)

/** Fisher's combination of the p of all figures; one that is missing counts as what is expected by chance. */
function evidenceOf(tests: readonly Test[]): number {
  return tests.reduce((sum, { p }) => sum - Math.log(p), measures.length - tests.length)
}
