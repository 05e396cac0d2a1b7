import { alertLimits, type ClientScope, type Period } from '@packboard/model'
import { lateMinutes, sentNewer } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { Opening } from './machineOpenings.ts'

const minuteMs = 60_000
const minuteOf = (at: number) => Math.floor(at / minuteMs)
/** So many minutes before an opening, its own among them: their records show it. */
const shownMinutes = 3
/** So many alarms that came late are looked at one by one; of more each counts as late. */
const mostLooks = 200

/** What is known of how an opening came to be known: from a file, or when its records had come, ms since 1970. */
type Arrival = {
  readonly imported: boolean
  readonly knownAt: number
  /** Its alarms came late, and its machine had sent newer records without them meanwhile. */
  readonly overtaken: boolean
}

/**
 * How openings came to be known (D94). What was sent on time is known at once; else when the records of the minutes before the opening had
 * come. That a machine is silent is known by itself.
 */
export async function arrivalsOf(
  { telemetry }: Pick<Deps, 'telemetry'>,
  scope: ClientScope,
  openings: readonly Opening[],
): Promise<Arrival[]> {
  if (openings.length === 0) return []
  const machineIds = [...new Set(openings.map(({ machineId }) => machineId))]
  const shown = openings.map(({ shownAt }) => shownAt)
  const period: Period = {
    from: new Date(Math.min(...shown) - shownMinutes * minuteMs),
    to: new Date(Math.max(...shown) + minuteMs),
  }
  const found = await lateMinutes(telemetry, scope, {
    ...{ machineIds, period, lateMs: alertLimits.clearMs },
  })
  const late = new Map(
    found.map((one) => [`${one.machineId} ${minuteOf(one.minute)}`, one] as const),
  )
  let looks = 0
  const arrivals: Arrival[] = []
  for (const { machineId, openedAt, shownAt, receivedAt } of openings) {
    const minutes = Array.from({ length: shownMinutes }, (_, back) =>
      late.get(`${machineId} ${minuteOf(shownAt) - back}`),
    ).flatMap((one) => (one === undefined ? [] : [one]))
    const overtaken =
      receivedAt !== null &&
      receivedAt - shownAt > alertLimits.lateMs &&
      (looks++ >= mostLooks ||
        (await sentNewer(telemetry, scope, {
          machineId,
          after: new Date(shownAt),
          receivedBefore: new Date(receivedAt),
        })))
    arrivals.push({
      imported: minutes.some((one) => one.imported),
      knownAt: Math.max(openedAt, receivedAt ?? 0, ...minutes.map((one) => one.receivedAt)),
      overtaken,
    })
  }
  return arrivals
}

/** Whether an opening that came to be known like this is history: its condition was over, or the machine had already sent what is newer. */
export function isHistory(
  { endedAt }: Opening,
  { imported, knownAt, overtaken }: Arrival,
): boolean {
  return imported || overtaken || (endedAt !== null && knownAt >= endedAt + alertLimits.clearMs)
}
