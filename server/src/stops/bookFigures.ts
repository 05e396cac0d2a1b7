import type { ReasonCoverage } from '@packboard/contract'
import { secondsOf } from '../figures/contextSums.ts'
import type { BookStop } from './bookStops.ts'

/** In the time that is shown: of a part that a filter leaves out no reason is expected. */
const lacksReason = ({ parts }: Pick<BookStop, 'parts'>) =>
  parts.some(({ label, times }) => (label?.reason ?? null) === null && times.length > 0)

/** A stop that waits for a reason. */
export const waitsForReason = (stop: BookStop) => !stop.micro && lacksReason(stop)

/** It is one of the number of stops. */
export const begins = ({ times }: BookStop) => times.some(({ stops }) => stops > 0)

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
