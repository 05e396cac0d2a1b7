import { stopList } from '@packboard/contract'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { chartQuestion } from '../filter/chartQuestion.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { serialsOf } from '../records/recordsWire.ts'
import { readStops } from './readStops.ts'
import { sortStops } from './sortStops.ts'
import { type StopLine, stopLines } from './stopRows.ts'
import { stopRowWire } from './stopsWire.ts'

/** The list of stops behind a figure. */
export function stopRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(stopList, 'Production'),
    async handler(request) {
      const { query } = request
      const requested = await chartQuestion({ access, now: deps.now() }, request, query)
      const { found, targetOf } = await gate.ask(
        requested.actor,
        requested.scope,
        () => readStops(deps, requested, query),
        requested,
      )
      const serialOf = serialsOf(requested.machines)
      const all = stopLines(found, targetOf)
      const lines = query.at === undefined ? all : all.filter(holds(Date.parse(query.at)))
      const from = (query.page - 1) * query.pageSize
      return {
        stops: sortStops(lines, query, serialOf)
          .slice(from, from + query.pageSize)
          .map((line) => stopRowWire(line, serialOf)),
        count: lines.length,
      }
    },
  })
}

const holds =
  (at: number) =>
  ({ start, end }: StopLine) =>
    start.getTime() <= at && at < end.getTime()
