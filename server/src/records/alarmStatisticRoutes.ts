import { alarmStatistics } from '@packboard/contract'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { chartQuestion } from '../filter/chartQuestion.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { readAlarmStatistics } from './alarmStatisticRows.ts'

/** How often alarms stood and for how long. */
export function alarmStatisticRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(alarmStatistics, 'Records'),
    async handler(request) {
      const requested = await chartQuestion({ access, now: deps.now() }, request, request.query)
      return gate.ask(
        requested.viewer,
        requested.scope,
        () => readAlarmStatistics(deps.telemetry, requested),
        requested,
      )
    },
  })
}
