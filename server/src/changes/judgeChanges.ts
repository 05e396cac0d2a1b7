import { changeLimits } from '@packboard/contract'
import type { ClientScope, Period } from '@packboard/model'
import { type AuditRow, auditPage, minuteFigures } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import { minuteMs } from './beforeAfter.ts'
import { type ChangeMoment, type Judged, worseAfter } from './worseAfter.ts'

/** The changes of one minute. */
export type Changes = ChangeMoment & { readonly rows: readonly AuditRow[] }

/** A change is compared with the minutes of the window and of the time before it: of a week, unless the window is longer. */
const comparedDays = 7
const dayMs = 86_400_000

/** The newest changes of one machine in a window with their verdicts, by rank, and how many changes there are. */
export async function judgeChanges(
  telemetry: Deps['telemetry'],
  scope: ClientScope,
  { machineIds, period }: { readonly machineIds: readonly number[]; readonly period: Period },
): Promise<{ readonly judged: readonly Judged<Changes>[]; readonly count: number }> {
  const [machineId] = machineIds
  if (machineId === undefined || period.from >= period.to) return { judged: [], count: 0 }
  const { rows, count } = await auditPage(telemetry, scope, {
    ...{ machineIds: [machineId], period },
    ...{ offset: 0, limit: changeLimits.changes },
  })
  if (rows.length === 0) return { judged: [], count }
  const from = new Date(Math.min(period.from.getTime(), period.to.getTime() - comparedDays * dayMs))
  const minutes = await minuteFigures(telemetry, scope, {
    machineId,
    period: { from, to: period.to },
  })
  const byMinute = Map.groupBy(rows, ({ at }) => Math.floor(at.getTime() / minuteMs) * minuteMs)
  const moments = [...byMinute].map(([at, own]): Changes => {
    const settings = [...new Set(own.map(({ description }) => description))]
    return { at, settings, rows: own.toReversed() }
  })
  return { judged: await worseAfter(minutes, moments), count }
}
