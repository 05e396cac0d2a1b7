import { stopList, stopReasons } from '@packboard/contract'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { chartQuestion } from '../filter/chartQuestion.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { serialsOf } from '../records/recordsWire.ts'
import { reasonCoverage, stopReasonRows } from '../stopBook/bookFigures.ts'
import type { BookStop } from '../stopBook/bookStops.ts'
import { readStops } from './readStops.ts'
import { sortStops } from './sortStops.ts'
import { chosenStops, stopLine } from './stopRows.ts'
import { stopRowWire } from './stopsWire.ts'

/** The list of stops behind a figure, and their time by reason. */
export function stopRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(stopList, 'Production'),
    async handler(request) {
      const { query } = request
      const requested = await chartQuestion({ access, now: deps.now() }, request, query)
      const { found, targetOf, thresholdSeconds } = await gate.ask(
        requested.viewer,
        requested.scope,
        () => readStops(deps, requested, query),
        requested,
      )
      const serialOf = serialsOf(requested.machines)
      const chosen = chosenStops(found, query)
      const all = query.at === undefined ? chosen : chosen.filter(holds(Date.parse(query.at)))
      const from = (query.page - 1) * query.pageSize
      return {
        stops: sortStops(all, query, { serialOf, targetOf })
          .slice(from, from + query.pageSize)
          .map((stop) => stopRowWire(stopLine(stop, targetOf), serialOf)),
        count: all.length,
        reasons: reasonCoverage(found, thresholdSeconds),
      }
    },
  })

  app.route({
    ...declare(stopReasons, 'Production'),
    async handler(request) {
      const requested = await chartQuestion({ access, now: deps.now() }, request, request.query)
      const every = { figure: 'all', part: '', partGroup: '' } as const
      const { found, targetOf, thresholdSeconds } = await gate.ask(
        requested.viewer,
        requested.scope,
        () => readStops(deps, requested, every),
        requested,
      )
      return {
        rows: stopReasonRows(found, targetOf),
        reasons: reasonCoverage(found, thresholdSeconds),
      }
    },
  })
}

const holds =
  (at: number) =>
  ({ from, to }: BookStop) =>
    from.getTime() <= at && at < to.getTime()
