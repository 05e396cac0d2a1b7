import { setImmediate } from 'node:timers/promises'
import { all, type DayRow, dayDetails, daySummary } from '@packboard/contract'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { chartQuestion } from '../figures/chartQuestion.ts'
import { requestedPeriod } from '../figures/filterWire.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import type { App } from '../http/createApp.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { stateChunk } from '../production/productionWire.ts'
import { dayPart } from './dayPart.ts'
import { type DaySummaryRow, isPremium, requirePremium } from './dayRows.ts'
import { readDayDetails } from './readDayDetails.ts'
import { readDays } from './readDays.ts'

/** The metric cards, the table of days and what one of its rows is made of. */
export function daySummaryRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const { telemetry, management } = deps

  app.route({
    ...declare(daySummary, 'Day summary', 'readDashboards'),
    async handler(request, reply) {
      const { query } = request
      const requested = await chartQuestion({ access, now: deps.now() }, request, query)
      const { scope } = requested
      const premium = await isPremium(management, scope)
      // D51: the cards of one machine's page are for all clients, the days are not.
      if (!premium && query.machine === all) throw new AppError('request.notAllowed')
      const answer = await gate.ask(
        requested.viewer,
        scope,
        async () => {
          const [basis, days] = await Promise.all([
            readBasis(deps, requested, metricDimensions),
            premium && query.days === 'yes' ? readDays(telemetry, requested) : [],
          ])
          const targetOf = await targetBook(deps, scope, {
            contexts: basis.contexts,
            before: requested.period.to,
          })
          const metrics = metricsWire(metricsOf(basis, targetOf))
          // Others are served between the steps of a large answer (D83).
          await setImmediate()
          const groupedData = days.map(dayRowWire)
          return {
            metrics,
            groupedData,
            tableData: groupedData.map(dayKeyWire),
          }
        },
        requested,
      )
      return sendBytes(reply, await slicedAnswer(daySummary.answer, answer))
    },
  })

  app.route({
    ...declare(dayDetails, 'Day summary', 'readDashboards'),
    async handler(request) {
      const { body } = request
      const actor = access.actor(request)
      const scope = await access.scope(actor, body.clientId)
      await requirePremium(management, scope)
      const inScope = await access.machines(scope)
      const machine = inScope.find(({ serialNo }) => serialNo === body.Machine)
      if (!machine) throw new AppError('machine.notFound')
      const period = dayPart(requestedPeriod(body, deps.now()), body.Day, body.timezone)
      const { points, states } = await gate.ask(actor, scope, () =>
        readDayDetails(telemetry, scope, {
          machineId: machine.id,
          period,
          filter: { product: body.Product, tool: body.Tool },
        }),
      )
      return {
        timeSeriesData: points.map(({ at, speed, changed, state }) => ({
          timestamp: at,
          speed,
          isRecipeChange: changed,
          recipe: state,
        })),
        barChartData: states.map(stateChunk),
      }
    },
  })
}

/** A row of the table of days in the words of the specification (D2). */
function dayRowWire(row: DaySummaryRow): DayRow {
  return {
    Day: row.date,
    Machine: row.serialNo,
    Product: row.product,
    Tool: row.tool,
    'Run Time': row.run,
    'Idle Time': row.idle,
    'Number of Packs Packed': row.packs,
    'Average Packs Per Minute': row.packsPerMinute,
  }
}

/** The entry that stands for a row in the count of rows. */
const dayKeyWire = ({ Day, Machine, Product, Tool }: DayRow) => ({
  Day,
  Machine,
  Product,
  Tool,
})
