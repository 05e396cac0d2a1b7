import { explain, explainIntervals } from '@packboard/contract'
import { plannedSeconds, shownName } from '@packboard/model'
import { alarmGroupCounts, intervals, matches } from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { byText } from '../figures/contextSums.ts'
import { metricDimensions } from '../figures/metricsOf.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { timeOf } from '../figures/timeOf.ts'
import { chartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { refused } from '../filter/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { provisionalSerials } from '../provisionalMachines.ts'
import { serialsOf } from '../records/recordsWire.ts'
import { alarmPlace, explainedAlarms } from './explainedAlarms.ts'
import { explainedRows, intervalKind, type SpansOf } from './explainedRows.ts'
import { explainedAlarmWire, explainedIntervalWire } from './explainWire.ts'
import { explanationOf } from './explanationOf.ts'
import { readRestatement } from './readRestatement.ts'
import { recoveredUnder } from './recoveredUnder.ts'
import { sliceFilter } from './sliceFilter.ts'

/** Explain this number: its formula with the actual terms, and the intervals that make it up. */
export function explainRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const { telemetry } = deps

  app.route({
    ...declare(explain, 'Explain'),
    async handler(request) {
      const { figure, part } = request.query
      const explained = { figure, part }
      const now = deps.now()
      const requested = await chartQuestion({ access, now }, request, request.query)
      const { scope, period } = requested
      const slice = sliceFilter(requested.filter, explained)
      return gate.ask(
        requested.viewer,
        scope,
        async () => {
          const basis = await readBasis(deps, requested)
          const { contexts } = basis
          const [targetOf, alarms] = await Promise.all([
            targetBook(deps, scope, { contexts, before: period.to }),
            figure === 'alarmGroup' && slice !== undefined && !requested.nothing
              ? alarmGroupCounts(telemetry, scope, { ...ledgerQuestion(requested), filter: slice })
              : [],
          ])
          const figureParts = { basis, targetOf, alarms }
          const inSlice =
            slice === undefined ? [] : contexts.filter((context) => matches(slice, context))
          const [explanation, restatement] = [
            explanationOf(
              explained,
              { ...figureParts, serialOf: serialsOf(requested.machines) },
              inSlice,
            ),
            await readRestatement(deps, requested, explained, {
              parts: figureParts,
              now: requested.present,
            }),
          ]
          const provisional = await provisionalSerials(deps, requested)
          return {
            ...explanation,
            restatement,
            ...(provisional.length > 0 && { provisional }),
          }
        },
        requested,
      )
    },
  })

  app.route({
    ...declare(explainIntervals, 'Explain'),
    async handler(request) {
      const { figure, part, after, pageSize, source } = request.query
      const requested = await chartQuestion({ access, now: deps.now() }, request, request.query)
      const { scope, period } = requested
      const machines = [...requested.machines].sort((a, b) => byText(a.serialNo, b.serialNo))
      const serialOf = serialsOf(machines)
      const filter = sliceFilter(requested.filter, { figure, part })
      // Gaps have no context: those of the whole window make up the figure, independent of the filter.
      if (figure !== 'offline' && (filter === undefined || requested.nothing)) {
        return { rows: [], next: null }
      }
      if (figure === 'alarmGroup') {
        const place = after === '' ? null : alarmPlace(after)
        if (place === undefined) throw refused('after', 'This page was in no answer.')
        const page = await gate.ask(
          requested.viewer,
          scope,
          () =>
            explainedAlarms(telemetry, scope, {
              machines,
              period,
              filter: filter ?? {},
              group: part,
              after: place,
              limit: pageSize,
            }),
          requested,
        )
        return { ...page, rows: page.rows.map((alarm) => explainedAlarmWire(alarm, serialOf)) }
      }
      return gate.ask(
        requested.viewer,
        scope,
        async () => {
          const [page, basis, window] = await Promise.all([
            intervals(telemetry, scope, {
              machineIds: machines.map(({ id }) => id),
              period,
              filter: figure === 'offline' ? {} : (filter ?? {}),
              after: after === '' ? null : after,
              limit: pageSize,
              ...intervalKind(figure),
              ...(source !== 'all' && { recovered: source === 'recovered' }),
            }),
            figure === 'oeee' ? readBasis(deps, requested, metricDimensions) : undefined,
            deps.plans.window(scope, machines, period),
          ])
          const contexts = basis?.contexts ?? []
          const targetOf = await targetBook(deps, scope, { contexts, before: period.to })
          const plannedTotal = plannedSeconds(timeOf(contexts))
          const spansOf: SpansOf = (machineId) => window?.spans.get(machineId) ?? []
          const lost = await recoveredUnder(telemetry, scope, page.rows, spansOf)
          const rows = explainedRows(figure, page.rows, { targetOf, plannedTotal, spansOf, lost })
          return {
            rows: rows.map((row) => ({
              ...explainedIntervalWire(row, serialOf),
              user: shownName(scope, row.user),
            })),
            next: page.next,
          }
        },
        requested,
      )
    },
  })
}
