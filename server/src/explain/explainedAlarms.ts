import type { ClientMachine } from '@packboard/management'
import { type ClientScope, overlayLimitSeconds, type Period } from '@packboard/model'
import {
  type AlarmMarker,
  alarmMarkers,
  alarmPage,
  type ContextFilter,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'

type AlarmPage = { readonly rows: AlarmMarker[]; readonly next: string | null }

type Place = { readonly machineId: number; readonly from: number; readonly skip: number }

/** Days with alarms that one page may look at; a page may therefore be short and still have a next one. */
const daysPerPage = 20
const stepMs = overlayLimitSeconds * 1000

/** The position at which an earlier page ended; undefined when no page returned this text. */
export function alarmPlace(after: string): Place | undefined {
  const [, machineId, from, skip] = /^a(\d{1,10})\.(\d{1,16})\.(\d{1,6})$/.exec(after) ?? []
  if (machineId === undefined) return undefined
  return { machineId: Number(machineId), from: Number(from), skip: Number(skip) }
}

/**
 * The alarms that make up a slice of the Alarms pie, machine by machine in the order given, then by time. Days without
 * such an alarm are skipped, so a rare alarm of a long window is found at once.
 */
export async function explainedAlarms(
  telemetry: Telemetry,
  scope: ClientScope,
  requested: {
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly filter: ContextFilter
    readonly group: string
    readonly after: Place | null
    readonly limit: number
  },
): Promise<AlarmPage> {
  const { period, filter, group, after, limit } = requested
  const end = period.to.getTime()
  const first =
    after === null ? 0 : requested.machines.findIndex(({ id }) => id === after.machineId)
  const rows: AlarmMarker[] = []
  let days = 0
  for (const { id: machineId } of first < 0 ? [] : requested.machines.slice(first)) {
    const resumes = machineId === after?.machineId ? after : undefined
    let from = Math.max(resumes?.from ?? 0, period.from.getTime())
    let skip = resumes?.skip ?? 0
    while (from < end) {
      const next = await firstAlarm(telemetry, scope, { machineId, from, end, group })
      if (next === undefined) break
      if (days++ >= daysPerPage) return { rows, next: placeText({ machineId, from, skip }) }
      if (next > from) skip = 0
      const to = Math.min(next + stepMs, end)
      const found = await alarmMarkers(telemetry, scope, {
        machineIds: [machineId],
        period: { from: new Date(next), to: new Date(to) },
        filter,
      })
      for (const alarm of found.slice(skip)) {
        if (rows.length === limit) return { rows, next: placeAfter(rows, alarm) }
        rows.push(alarm)
      }
      from = to
      skip = 0
    }
  }
  return { rows, next: null }
}

/** When the first alarm of a group from an instant on was raised. */
async function firstAlarm(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, from, end, group }: { machineId: number; from: number; end: number; group: string },
): Promise<number | undefined> {
  const question = {
    machineIds: [machineId],
    period: { from: new Date(from), to: new Date(end) },
    group,
    limit: 1,
  }
  const { count } = await alarmPage(telemetry, scope, { ...question, offset: 0 })
  if (count === 0) return undefined
  const { rows } = await alarmPage(telemetry, scope, { ...question, offset: count - 1 })
  return rows[0]?.at.getTime()
}

/** After the alarms of the page that were raised at the same instant as the next one. */
function placeAfter(rows: readonly AlarmMarker[], next: AlarmMarker): string {
  const { machineId } = next
  const from = next.at.getTime()
  const skip = rows.filter((row) => row.machineId === machineId && row.at.getTime() === from).length
  return placeText({ machineId, from, skip })
}

const placeText = ({ machineId, from, skip }: Place) => `a${machineId}.${from}.${skip}`
