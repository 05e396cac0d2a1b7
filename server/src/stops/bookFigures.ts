import type { ReasonCoverage, StopReasonRow } from '@packboard/contract'
import { byText, secondsOf } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { type BookStop, splitAtOverrun } from './bookStops.ts'

type Time = BookStop['times'][number]

/** In the time that is shown: of a part that a filter leaves out no reason is expected. */
const lacksReason = ({ parts }: Pick<BookStop, 'parts'>) =>
  parts.some(({ label, times }) => (label?.reason ?? null) === null && times.length > 0)

/** A stop that waits for a reason. */
export const waitsForReason = (stop: BookStop) => !stop.micro && lacksReason(stop)

const begins = ({ times }: BookStop) => times.some(({ stops }) => stops > 0)

/** How much of the stops above the threshold has no reason, as counts and as time (D74). */
export function reasonCoverage(
  stops: readonly BookStop[],
  thresholdSeconds: number | null,
): ReasonCoverage {
  const due = stops.filter(({ micro }) => !micro)
  const micro = stops.filter((stop) => stop.micro)
  const timesOf = (list: readonly BookStop[]) => list.flatMap(({ times }) => times)
  const without = due.flatMap(({ parts }) =>
    parts.filter(({ label }) => (label?.reason ?? null) === null).flatMap(({ times }) => times),
  )
  return {
    stops: due.filter(begins).length,
    seconds: secondsOf(timesOf(due)),
    withoutReason: due.filter((stop) => begins(stop) && lacksReason(stop)).length,
    withoutReasonSeconds: secondsOf(without),
    microStops: micro.filter(begins).length,
    microSeconds: secondsOf(timesOf(micro)),
    thresholdSeconds,
  }
}

type Kind = StopReasonRow['kind']

/** Stop time by reason, planned and unplanned apart; the time of all rows is the stop time. */
export function stopReasonRows(stops: readonly BookStop[], targetOf: TargetOf): StopReasonRow[] {
  type Sum = {
    readonly kind: Kind
    readonly reason: string | null
    times: (Time & { machineId: number })[]
    count: number
  }
  const sums = new Map<string, Sum>()
  for (const stop of stops) {
    const counted = new Set<Sum>()
    const add = (kind: Kind, reason: string | null, times: readonly Time[]) => {
      if (times.length === 0) return
      const key = `${kind} ${reason}`
      const sum = sums.get(key) ?? { kind, reason, times: [], count: 0 }
      sums.set(key, sum)
      for (const time of times) sum.times.push({ ...time, machineId: stop.machineId })
      counted.add(sum)
    }
    for (const part of stop.parts) {
      const reason = part.label?.reason ?? null
      if (reason === null) {
        add(stop.micro ? 'micro' : 'withoutReason', null, part.times)
      } else if (!part.planned) {
        add('unplanned', reason, part.times)
      } else {
        const { within, beyond } = splitAtOverrun(stop, part)
        add('planned', reason, within)
        add('unplanned', reason, beyond)
      }
    }
    if (begins(stop)) for (const sum of counted) sum.count += 1
  }
  return [...sums.values()]
    .map(({ kind, reason, times, count }) => ({
      ...{ kind, reason, count },
      seconds: secondsOf(times),
      lostPacks: lostPacks(times, targetOf),
    }))
    .sort(
      (a, b) =>
        b.seconds - a.seconds || byText(a.kind, b.kind) || byText(a.reason ?? '', b.reason ?? ''),
    )
}
