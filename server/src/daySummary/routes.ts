import { setImmediate } from 'node:timers/promises'
import { all, type DayRow, dayDetails, daySummary } from '@packboard/contract'
import { AppError, type ClientScope, type Period } from '@packboard/model'
import {
  type ContextFilter,
  contextTotals,
  matches,
  type SpeedStep,
  speedSteps,
  speedsAt,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricsAsEntered } from '../figures/basisAsEntered.ts'
import { chartQuestion } from '../figures/chartQuestion.ts'
import { requestedPeriod } from '../figures/filterWire.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { readBasis } from '../figures/readBasis.ts'
import { type StateSlice, stateSlices } from '../figures/slices.ts'
import { targetBook } from '../figures/targetBook.ts'
import type { App } from '../http/createApp.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { stateChunk } from '../production/productionWire.ts'
import { allIntervals } from '../production/stateParts.ts'
import { type DaySummaryRow, dayPart, isPremium, readDays, requirePremium } from './readDays.ts'
import { longestStates, type StateChange, stateChanges } from './stateChanges.ts'

/** The metric cards, the table of days and what one of its rows is made of. */
export function daySummaryRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Day summary')

  const { telemetry, management } = deps

  route(daySummary, readBy('figures'), async (request, reply) => {
    const { query } = request
    const requested = await chartQuestion({ access, now: deps.now() }, request, query)
    const { scope } = requested
    const premium = await isPremium(management, scope)
    // D51: the cards of one machine's page are for all clients, the days are not.
    if (!premium && query.machine === all) throw new AppError('client.noPremium')
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
          from: requested.period.from,
          before: requested.period.to,
        })
        const figures = metricsOf(basis, targetOf)
        const metrics = metricsWire(await metricsAsEntered(deps, requested, figures, targetOf))
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
  })

  route(dayDetails, readBy('figures'), async (request) => {
    const { body } = request
    const reader = access.reader(request)
    const scope = await access.scope(reader, body.clientId)
    await requirePremium(management, scope)
    const inScope = await access.machines(scope)
    const machine = inScope.find(({ serialNo }) => serialNo === body.Machine)
    if (!machine) throw new AppError('machine.notFound')
    const period = dayPart(requestedPeriod(body, deps.now()), body.Day, body.timezone)
    const { points, states } = await gate.ask(reader, scope, () =>
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

/** A point of a day: a minute with its mean speed, or the instant at which another state began. */
type DayPoint = {
  readonly at: Date
  readonly speed: number | null
  readonly changed: boolean
  readonly state: number
}

type DayDetails = { readonly points: DayPoint[]; readonly states: StateSlice[] }

const minuteMs = 60_000

/** What one machine did in one context on one day: minute by minute, with its changes of state, and by state. */
async function readDayDetails(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, period, filter }: { machineId: number; period: Period; filter: ContextFilter },
): Promise<DayDetails> {
  const machineIds = [machineId]
  const { from, to } = period
  if (from >= to) return { points: [], states: [] }
  // A millisecond more: a state that began before is not entered at the beginning of the day.
  const before = new Date(from.getTime() - 1)
  const question = { machineIds, period, filter }
  const [contexts, rows, minutes] = await Promise.all([
    contextTotals(telemetry, scope, question),
    allIntervals(telemetry, scope, { machineIds, period: { from: before, to }, filter: {} }),
    speedSteps(telemetry, scope, { ...question, ...minutesOf(period) }),
  ])
  const changes = stateChanges(rows, filter, from)
  const instants = changes.map(({ at }) => at)
  const speeds = await speedsAt(telemetry, scope, { machineId, instants })

  const inside = rows
    // Packs after a gap have a row that spans it and holds no time.
    .filter((row) => matches(filter, row) && row.ms > 0 && row.to > from)
    .map((row) => ({ ...row, from: row.from < from ? from : row.from }))
  return {
    points: pointsOf(longestStates(inside), minutes, changes, speeds),
    states: stateSlices(contexts),
  }
}

function minutesOf({ from, to }: Period) {
  const steps: number[] = []
  let at = Math.floor(from.getTime() / minuteMs) * minuteMs
  for (; at < to.getTime(); at += minuteMs) steps.push(at)
  return { steps, ends: at }
}

/** In order of time; of one instant the minute comes before the change. A minute without data is absent. */
function pointsOf(
  stateOf: ReadonlyMap<number, number>,
  minutes: readonly SpeedStep[],
  changes: readonly StateChange[],
  speeds: readonly (number | null)[],
): DayPoint[] {
  const meanOf = new Map(minutes.map(({ x, mean }) => [x.getTime(), mean]))
  const minutePoints = [...stateOf].map(([minute, state]) => ({
    at: new Date(minute),
    speed: meanOf.get(minute) ?? null,
    changed: false,
    state,
  }))
  const changePoints = changes.map(({ at, state }, index) => ({
    at,
    speed: speeds[index] ?? null,
    changed: true,
    state,
  }))
  return [...minutePoints, ...changePoints].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || Number(a.changed) - Number(b.changed),
  )
}
