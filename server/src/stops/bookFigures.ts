import type { ReasonCoverage, StopReasonRow } from '@packboard/contract'
import type { UnplannedSpans } from '@packboard/telemetry/read'
import { byText, secondsOf } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import type { BookStop } from './bookStops.ts'
import { sectionsOf } from './stopSections.ts'

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

/** Stop time by reason, else by cause, planned and unplanned apart; the time of all rows is the stop time. */
export function stopReasonRows(
  stops: readonly BookStop[],
  spans: UnplannedSpans,
  targetOf: TargetOf,
): StopReasonRow[] {
  type Sum = {
    readonly of: Pick<StopReasonRow, 'kind' | 'reason' | 'group' | 'cause'>
    times: (Time & { machineId: number })[]
    count: number
  }
  const sums = new Map<string, Sum>()
  for (const stop of stops) {
    const counted = new Set<Sum>()
    for (const { times, ...of } of sectionsOf(stop, spans)) {
      const key = JSON.stringify([of.kind, of.reason, of.group, of.cause])
      const sum = sums.get(key) ?? { of, times: [], count: 0 }
      sums.set(key, sum)
      for (const time of times) sum.times.push({ ...time, machineId: stop.machineId })
      counted.add(sum)
    }
    if (begins(stop)) for (const sum of counted) sum.count += 1
  }
  return [...sums.values()]
    .map(({ of, times, count }) => ({
      ...{ ...of, count },
      seconds: secondsOf(times),
      lostPacks: lostPacks(times, targetOf),
    }))
    .sort(
      (a, b) =>
        b.seconds - a.seconds ||
        byText(a.kind, b.kind) ||
        byText(a.reason ?? '', b.reason ?? '') ||
        byText(a.group, b.group) ||
        byText(a.cause, b.cause),
    )
}
