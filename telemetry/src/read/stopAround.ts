import type { ClientScope, Period } from '@packboard/model'
import type { TimePart } from '../ledger/timePart.ts'
import type { Telemetry } from '../store.ts'
import { stopTimeParts } from './stopTimeParts.ts'

/**
 * What labels hold in: a stop of a machine from the end of the run before it to its last observed moment, as far as both were
 * looked for. Instants are ms since 1970.
 */
export type KnownStop = {
  readonly from: number
  readonly to: number
  /** The first-out alarm; both are empty where none came. */
  readonly alarmGroup: string
  readonly alarm: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How far a run before or after is looked for, one step after the other: most stops are short. */
const longestReach = 31 * dayMs
const reaches = [hourMs, dayMs, longestReach] as const

/**
 * The stop that covers a stretch of a machine; null when the machine ran in the stretch, or when nothing was observed of it. A
 * run is looked for at most 31 days before and after, and not beyond the present.
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
  const own = await partsOf(telemetry, scope, machineId, from, to)
  if (own.some(ran)) return null
  const before = await partsBefore(telemetry, scope, machineId, from)
  const after = await nearest((reach) =>
    partsOf(telemetry, scope, machineId, to, Math.min(to + reach, present)),
  )
  const begin = lastRun(before)
  const end = Math.min(...after.filter(ran).map((part) => part.from))
  const stood = [...before, ...own, ...after].filter(
    (part) => !ran(part) && (begin === null || part.from >= begin) && part.to <= end,
  )
  const [any] = stood
  if (any === undefined || any.stood === null) return null
  const { causeGroup, cause } = any.stood
  return {
    from: begin ?? from - longestReach,
    to: Math.max(to, ...stood.map((part) => part.to)),
    alarmGroup: causeGroup,
    alarm: causeGroup === '' ? '' : cause,
  }
}

/**
 * When the stop began in which a machine is at an instant: the end of the run before it; null where no run is found in the 31
 * days before.
 */
export async function stopBegan(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, at }: { readonly machineId: number; readonly at: number },
): Promise<number | null> {
  return lastRun(await partsBefore(telemetry, scope, machineId, at))
}

/**
 * Between which instants machines ran without a stop, in a window; in any order, neighbours are not joined. A gap between
 * two runs may lie in such a stretch: `runsIn` leaves it out.
 */
export async function runSpans(
  telemetry: Telemetry,
  scope: ClientScope,
  question: { readonly machineIds: readonly number[]; readonly period: Period },
): Promise<{ readonly machineId: number; readonly from: number; readonly to: number }[]> {
  const parts = await stopTimeParts(telemetry, scope, question)
  return parts.filter(ran).map(({ machineId, from, to }) => ({ machineId, from, to }))
}

const ran = ({ stood }: TimePart) => stood === null

function lastRun(parts: readonly TimePart[]): number | null {
  const end = Math.max(...parts.filter(ran).map((part) => part.to))
  return Number.isFinite(end) ? end : null
}

function partsOf(
  telemetry: Telemetry,
  scope: ClientScope,
  machineId: number,
  from: number,
  to: number,
): Promise<TimePart[]> {
  const period = { from: new Date(from), to: new Date(to) }
  return stopTimeParts(telemetry, scope, { machineIds: [machineId], period })
}

function partsBefore(
  telemetry: Telemetry,
  scope: ClientScope,
  machineId: number,
  at: number,
): Promise<TimePart[]> {
  return nearest((reach) => partsOf(telemetry, scope, machineId, at - reach, at))
}

/** The parts within the smallest reach that has a run in it, else within the largest. */
async function nearest(read: (reach: number) => Promise<TimePart[]>): Promise<TimePart[]> {
  let parts: TimePart[] = []
  for (const reach of reaches) {
    parts = await read(reach)
    if (parts.some(ran)) return parts
  }
  return parts
}
