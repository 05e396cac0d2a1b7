import { type ChangeRow, changeLimits, changeList, type changeMeasures } from '@packboard/contract'
import type { ClientScope, Period } from '@packboard/model'
import { type AuditRow, auditPage, minuteFigures } from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { recordsQuestion } from '../records/routes.ts'
import { minuteMs } from './beforeAfter.ts'
import { type ChangeMoment, isWorse, type Judged, worseAfter } from './worseAfter.ts'

const dayMs = 86_400_000

/** What was changed at a machine, and what was different afterwards. */
export function changeRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Production')

  route(changeList, readBy('audit'), async (request) => {
    const { reader, scope, machines, rows } = await recordsQuestion(
      { access, now: deps.now() },
      request,
      request.query,
    )
    const { to } = rows.period
    const earliest = to.getTime() - changeLimits.days * dayMs
    const from = new Date(Math.max(rows.period.from.getTime(), earliest))
    const period = { from, to }
    const { judged, count } = await gate.ask(
      reader,
      scope,
      () => judgeChanges(deps.telemetry, scope, { machineIds: rows.machineIds, period }),
      { period, machines },
    )
    return { from, rows: judged.map(changeRowWire), count }
  })
}

/** A change with its figures, in the words of the wire. */
function changeRowWire({ moment, figures, verdicts, rank }: Judged<Changes>): ChangeRow {
  const measured = (measure: (typeof changeMeasures)[number]) => {
    const verdict = verdicts[measure]
    return {
      before: figures?.before[measure] ?? null,
      after: figures?.after[measure] ?? null,
      p: verdict?.p ?? null,
      adjusted: verdict?.adjusted ?? null,
      isWorse: verdict?.isWorse ?? false,
    }
  }
  return {
    at: new Date(moment.at),
    changes: moment.rows.map(({ machineId: _, ...row }) => row),
    rank,
    isWorse: isWorse({ verdicts }),
    figures: figures && {
      stops: measured('stops'),
      rejects: measured('rejects'),
      speed: measured('speed'),
    },
  }
}

/** The changes of one minute. */
type Changes = ChangeMoment & { readonly rows: readonly AuditRow[] }

/** A change is compared with the minutes of the window and of the time before it: of a week, unless the window is longer. */
const comparedDays = 7

/** The newest changes of one machine in a window with their verdicts, by rank, and how many changes there are. */
async function judgeChanges(
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
