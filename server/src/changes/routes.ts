import { changeLimits, changeList } from '@packboard/contract'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { recordsQuestion } from '../records/recordsQuestion.ts'
import { changeRowWire } from './changesWire.ts'
import { judgeChanges } from './judgeChanges.ts'

const dayMs = 86_400_000

/** What was changed at a machine, and what was different afterwards. */
export function changeRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(changeList, 'Production'),
    async handler(request) {
      const { actor, scope, machines, rows } = await recordsQuestion(
        { access, now: deps.now() },
        request,
        request.query,
      )
      const { to } = rows.period
      const earliest = to.getTime() - changeLimits.days * dayMs
      const from = new Date(Math.max(rows.period.from.getTime(), earliest))
      const period = { from, to }
      const { judged, count } = await gate.ask(
        actor,
        scope,
        () => judgeChanges(deps.telemetry, scope, { machineIds: rows.machineIds, period }),
        { period, machines },
      )
      return { from, rows: judged.map(changeRowWire), count }
    },
  })
}
