import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import { stopTimeParts } from './stopTimeParts.ts'
import type { TimePart } from './timePart.ts'

/** A stop of a machine with its whole length, as far as it was looked for. */
export type KnownStop = {
  /** The end of the run before it, or the earliest moment that was looked at. */
  readonly from: number
  /** The beginning of the run after it, or its last observed moment. */
  readonly to: number
  /** No run follows until the present. */
  readonly goesOn: boolean
  /** The first-out alarm; empty where none came. */
  readonly alarmGroup: string
  readonly alarm: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How far a run before or after is looked for, one step after the other: most stops are short. */
const reaches = [hourMs, dayMs, 31 * dayMs] as const

/**
 * The stop that covers a stretch of a machine; null when the machine ran in it, or when nothing was observed of it. A run is looked
 * for at most 31 days before and after.
 */
export async function stopAround(
  telemetry: Telemetry,
  scope: ClientScope,
  {
    machineId,
    from,
    to,
    present,
  }: {
    readonly machineId: number
    readonly from: number
    readonly to: number
    readonly present: number
  },
): Promise<KnownStop | null> {
  const parts = (begin: number, end: number) =>
    stopTimeParts(telemetry, scope, {
      machineIds: [machineId],
      period: { from: new Date(begin), to: new Date(end) },
    })
  const own = await parts(from, to)
  if (own.some(ran)) return null
  const before = await nearest(
    (reach) => parts(from - reach, from),
    (found) => Math.max(...found.map((part) => part.to)),
  )
  const after = await nearest(
    (reach) => (to < present ? parts(to, Math.min(to + reach, present)) : Promise.resolve([])),
    (found) => Math.min(...found.map((part) => part.from)),
  )
  // A stretch in a gap of a stop has no time of its own.
  const stood = [...before.parts, ...own, ...after.parts].filter(
    (part) =>
      !ran(part) && part.from >= (before.run ?? -Infinity) && part.to <= (after.run ?? Infinity),
  )
  const [any] = stood
  if (any?.stood == null) return null
  const { causeGroup, cause } = any.stood
  return {
    from: before.run ?? Math.min(from, ...stood.map((part) => part.from)),
    to: after.run ?? Math.max(to, ...stood.map((part) => part.to)),
    goesOn: after.run === null,
    alarmGroup: causeGroup,
    alarm: causeGroup === '' ? '' : cause,
  }
}

const ran = ({ stood }: TimePart) => stood === null

/** The parts within the smallest reach that has a run in it, and which edge of a run is the nearest; null: there is none. */
async function nearest(
  read: (reach: number) => Promise<TimePart[]>,
  edgeOf: (runs: readonly TimePart[]) => number,
): Promise<{ readonly parts: readonly TimePart[]; readonly run: number | null }> {
  let parts: TimePart[] = []
  for (const reach of reaches) {
    parts = await read(reach)
    const runs = parts.filter(ran)
    if (runs.length > 0) return { parts, run: edgeOf(runs) }
  }
  return { parts, run: null }
}
