import { type TimelineLane, timeline, timelineLimits } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import {
  type ClientScope,
  isWithinDays,
  machineState,
  type Period,
  refusedField,
  type StateBand,
} from '@packboard/model'
import {
  alarmMarkers,
  machineNow,
  type StateLane,
  speedSeries,
  stateTimes,
} from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { ClosedSpan, PlanDeps } from '../exclusions/planBook.ts'
import { all, requestedPeriod } from '../figures/filterWire.ts'
import { targetBook } from '../figures/targetBook.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'

/** The machines of a client, or of one line, as lanes on one axis of time. */
export function timelineRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Production')

  route(timeline, readBy('figures'), async (request, reply) => {
    const { query } = request
    const reader = access.reader(request)
    const scope = await access.scope(reader, query.clientId)
    const period = requestedPeriod(query, deps.now())
    const machines = (await access.machines(scope, period.from)).filter(
      ({ lineName }) => query.line === all || lineName === query.line,
    )
    if (!isWithinDays(period, timelineLimits.days)) {
      throw refusedField('start_date', `A timeline is at most ${timelineLimits.days} days long.`)
    }
    const found = await gate.ask(
      reader,
      scope,
      () => readTimeline(deps, scope, { machines, period, columns: query.columns }),
      { period, machines },
    )
    const { stepMs, speedStepMs } = found
    const lanes = found.lanes.map((lane) => timelineLaneWire(lane, period.from))
    const answer = { from: period.from, to: period.to, stepMs, speedStepMs, lanes }
    return sendBytes(reply, await slicedAnswer(timeline.answer, answer))
  })
}

/** One lane as it crosses the wire: times in ms after the beginning of the window. */
function timelineLaneWire(
  { machine, pieces, speed, alarms, closed, targetPpm, end }: Lane,
  from: Date,
): TimelineLane {
  const begin = from.getTime()
  return {
    machineId: machine.serialNo,
    lineName: machine.lineName,
    pieces: piecesWire(pieces, begin),
    ...(closed.length > 0 && {
      closed: closed.map((span) => [span.from - begin, span.to - begin]),
    }),
    // The first step may begin before the window.
    speed: speed.flatMap(({ x, mean }) =>
      mean === null ? [] : [[Math.max(0, x.getTime() - begin), mean]],
    ),
    alarms: alarms.map(({ at, group }) => ({ at: at.getTime() - begin, group })),
    targetPpm,
    end,
  }
}

/** Each piece after the one before it: small numbers, and a third of the bytes of two times since the beginning. */
function piecesWire(pieces: readonly LanePiece[], begin: number): number[][] {
  let at = begin
  return pieces.map(({ from, to, state, shares }) => {
    const before = from - at
    at = to
    return shares ? [before, to - from, ...shares] : [before, to - from, state]
  })
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const noTimes = { from: [], to: [], state: [] }

/** One machine of a timeline; times in ms since 1970. */
type Lane = {
  readonly machine: ClientMachine
  readonly pieces: readonly LanePiece[]
  readonly speed: readonly { readonly x: Date; readonly mean: number | null }[]
  readonly alarms: readonly { readonly at: Date; readonly group: string }[]
  readonly closed: readonly ClosedSpan[]
  /** The target speed at the end of the window, and what the machine was doing then; null: offline. */
  readonly targetPpm: number | null
  readonly end: {
    readonly state: number
    readonly ppm: number | null
    readonly product: string
  } | null
}

type Timeline = {
  readonly stepMs: number
  readonly speedStepMs: number
  readonly lanes: readonly Lane[]
}

/** The states, speed and alarms of machines over one window, as coarse as the columns of a screen (D83). */
async function readTimeline(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  question: {
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly columns: number
  },
): Promise<Timeline> {
  const { telemetry, plans } = deps
  const { machines, period } = question
  const machineIds = machines.map(({ id }) => id)
  const length = period.to.getTime() - period.from.getTime()
  const most = Math.floor(limits.timelineColumns / Math.max(1, machines.length))
  const stepMs = Math.max(1, Math.ceil(length / Math.min(question.columns, most)))
  const speedStepMs = speedStepOf(length)
  if (machineIds.length === 0) return { stepMs, speedStepMs, lanes: [] }
  // A window may end before it begins: it is empty, and its end is still a moment.
  const isEmpty = length <= 0
  const marked = !isEmpty && length <= timelineLimits.alarmHours * hourMs
  const [times, speeds, alarms, planned, ends] = await Promise.all([
    stateTimes(telemetry, scope, { machineIds, period }),
    isEmpty
      ? []
      : speedSeries(telemetry, scope, { machineIds, period, stepSeconds: speedStepMs / 1_000 }),
    marked ? alarmMarkers(telemetry, scope, { machineIds, period, filter: {} }) : [],
    isEmpty ? undefined : plans.schedule(scope, machines, period),
    machineNow(telemetry, scope, { machineIds, at: period.to }),
  ])
  const endOf = new Map(ends.map((end) => [end.machineId, end]))
  const contexts = machineIds.map((machineId) => ({
    machineId,
    product: endOf.get(machineId)?.product ?? '',
  }))
  const targetOf = await targetBook(deps, scope, { contexts, from: period.to, before: period.to })
  const speedOf = Map.groupBy(speeds, ({ machineId }) => machineId)
  const alarmsOf = Map.groupBy(alarms, ({ machineId }) => machineId)
  return {
    stepMs,
    speedStepMs,
    lanes: machines.map((machine): Lane => {
      const end = endOf.get(machine.id)
      return {
        machine,
        pieces: lanePieces(times.get(machine.id) ?? noTimes, stepMs),
        speed: speedOf.get(machine.id) ?? [],
        alarms: alarmsOf.get(machine.id) ?? [],
        closed: planned?.closedOf(machine.id) ?? [],
        targetPpm: targetOf(machine.id, end?.product ?? '').ppm,
        end:
          end && !end.offline
            ? { state: end.state, ppm: end.speedPpm, product: end.product }
            : null,
      }
    }),
  }
}

/** Whole minutes, and from half an hour on whole hours: those are kept as sums. */
function speedStepOf(length: number): number {
  const least = length / limits.timelineSpeeds
  const unit = least > hourMs / 2 ? hourMs : minuteMs
  return Math.max(1, Math.ceil(least / unit)) * unit
}

/** A time of a lane: of one state, or of several that are too short to be drawn apart. */
type LanePiece = {
  readonly from: number
  to: number
  /** Its only state; where `shares` say otherwise, the first one. */
  readonly state: number
  /** State and ms in turn where there is more than one time, the worst state first: of the highest band the longest one. */
  shares: number[] | null
}

/** Whose colour wins, as on the strip of a card: what stops the machine before what the line does. */
const rank: Record<StateBand, number> = { stop: 4, line: 3, hold: 2, dark: 1, go: 0 }

/**
 * The pieces of a lane whose columns are `stepMs` long. A time of a column and more is a piece of its own, to the ms. Shorter ones
 * that follow each other become one piece, at most a column long, which knows the time in each state: none is lost, and a
 * stop is seen however short it was. At most two pieces a column, and one.
 */
export function lanePieces(times: StateLane, stepMs: number): LanePiece[] {
  const pieces: LanePiece[] = []
  let open: LanePiece | null = null
  for (let at = 0; at < times.from.length; at += 1) {
    const [from, to] = [times.from[at] as number, times.to[at] as number]
    const state = times.state[at] as number
    if (to <= from) continue
    if (open && to - open.from <= stepMs) {
      open.shares ??= [open.state, open.to - open.from]
      addTo(open.shares, state, to - from)
      open.to = to
      continue
    }
    const piece: LanePiece = { from, to, state, shares: null }
    pieces.push(piece)
    open = to - from < stepMs ? piece : null
  }
  for (const { shares } of pieces) if (shares) worstFirst(shares)
  return pieces
}

function addTo(shares: number[], state: number, ms: number) {
  for (let at = 0; at < shares.length; at += 2) {
    if (shares[at] !== state) continue
    shares[at + 1] = (shares[at + 1] ?? 0) + ms
    return
  }
  shares.push(state, ms)
}

/** Exchanges the first state with the worst one. */
function worstFirst(shares: number[]) {
  const [state = 0, ms = 0] = shares
  let worst = 0
  for (let at = 2; at < shares.length; at += 2) if (isWorse(shares, at, worst)) worst = at
  if (worst === 0) return
  shares[0] = shares[worst] ?? 0
  shares[1] = shares[worst + 1] ?? 0
  shares[worst] = state
  shares[worst + 1] = ms
}

function isWorse(shares: readonly number[], one: number, other: number): boolean {
  const [a = 0, b = 0] = [shares[one], shares[other]]
  const higher = rank[machineState(a).band] - rank[machineState(b).band]
  const longer = (shares[one + 1] ?? 0) - (shares[other + 1] ?? 0)
  return (higher || longer || b - a) > 0
}
