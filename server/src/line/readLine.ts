import {
  type ClientFlows,
  type ClientSettings,
  clientSettings,
  flowOfLine,
  flowsOfClient,
  machinesOfClient,
  rootsOfMachines,
  type StoredRoot,
} from '@packboard/management'
import {
  AppError,
  attributeStops,
  type ClientScope,
  type Flow,
  flowSteps,
  type LineAnswer,
  type LineMachine,
  type LineStop,
  lineReachMs,
  lineToleranceMs,
  type Period,
  type Step,
  waitsFor,
} from '@packboard/model'
import {
  clockSkew,
  type LineTimes,
  lateMinutes,
  lineTimes,
  type StopOfLine,
} from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'

/** A line of a client with its flow by time. */
export type KnownLine = {
  readonly name: string
  /** Of its client. */
  readonly zone: string
  /** In order; none: the line has no flow. */
  readonly flow: readonly Step<Flow<number>>[]
  readonly serialOf: (machineId: number) => string
  /** The line of each machine at present. */
  readonly lineNames: ReadonlyMap<number, string>
}

/** The stops of a line with their roots, as far as they are needed for a window. */
export type LineReading = LineAnswer & {
  /** All machines of the flow in the window. */
  readonly machineIds: readonly number[]
  readonly machines: readonly LineMachine[]
  readonly range: { readonly from: number; readonly to: number }
  /** What the records say of a stop. */
  readonly recordOf: ReadonlyMap<LineStop, StopOfLine>
  readonly stopsOf: ReadonlyMap<number, readonly LineStop[]>
  readonly named: readonly StoredRoot[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const minuteMs = 60_000
/** Records that came later than this have no clock of their machine (D102). */
const lateMs = 10 * minuteMs
/** Of longer times it is not looked which records came late: that is a question to all records. */
const lateDays = 8
/** How far before a window its stops may have begun. */
const lookBacks = [hourMs, dayMs, 4 * dayMs, 31 * dayMs] as const
const longestMs = 31 * dayMs

/** A line and its flow; 404 where the client has no line of this name. `draft` stands for what is stored. */
export async function knownLine(
  deps: Pick<Deps, 'management'>,
  scope: ClientScope,
  name: string,
  draft?: Flow<number>,
): Promise<KnownLine> {
  const { names, lineOf } = await linesOf(deps, scope)
  if (!names.includes(name)) throw new AppError('line.notFound')
  return lineOf(name, draft)
}

/** The lines of a client that have a flow somewhere in a window. */
export async function linesWithFlow(
  deps: Pick<Deps, 'management'>,
  scope: ClientScope,
  { from, to }: Period,
): Promise<KnownLine[]> {
  const { names, lineOf } = await linesOf(deps, scope)
  const isIn = ({ flow }: KnownLine) =>
    machinesIn(stepsIn(flow, from.getTime(), to.getTime())).length
  return names.map((name) => lineOf(name)).filter((line) => isIn(line) > 0)
}

async function linesOf({ management }: Pick<Deps, 'management'>, scope: ClientScope) {
  const [flows, machines, settings] = await Promise.all([
    flowsOfClient(management, scope),
    machinesOfClient(management, scope),
    clientSettings(management, scope),
  ])
  if (flows === undefined) throw new AppError('client.notFound')
  const lineNames = new Map(machines.map(({ id, lineName }) => [id, lineName]))
  return {
    names: flows.lines.map(({ name }) => name),
    lineOf: (name: string, draft?: Flow<number>): KnownLine => ({
      ...{ name, lineNames, zone: flows.zone },
      flow: flowInLine(name, entriesOf(flows, name, draft), lineNames, settings),
      serialOf: (machineId) => flows.serialOf.get(machineId) ?? '',
    }),
  }
}

const entriesOf = (flows: ClientFlows, name: string, draft: Flow<number> | undefined) =>
  draft === undefined ? flowOfLine(flows, name) : [{ from: Number.NEGATIVE_INFINITY, value: draft }]

function flowInLine(
  name: string,
  entries: readonly Step<Flow<number>>[],
  lineNames: ReadonlyMap<number, string>,
  settings: ClientSettings,
): Step<Flow<number>>[] {
  const always = { from: new Date(0), to: new Date(8_640_000_000_000_000) }
  const ids = new Set(entries.flatMap(({ value }) => value.flatMap(({ machines }) => machines)))
  const moves = [...ids].flatMap((id) => settings.lineEdges(id, always))
  const lineAt = (id: number, at: number) =>
    settings.lineName(id, Number.isFinite(at) ? at : 0) ?? lineNames.get(id)
  return flowSteps(entries, (id, at) => lineAt(id, at) === name, moves)
}

/** The flow in force somewhere in a time. */
export function stepsIn(
  flow: readonly Step<Flow<number>>[],
  from: number,
  to: number,
): readonly Step<Flow<number>>[] {
  return flow.filter((step, index) => step.from < to && (flow[index + 1]?.from ?? to) > from)
}

/** The machines of some flows, each once. */
export const machinesIn = (steps: readonly Step<Flow<number>>[]) => [
  ...new Set(steps.flatMap(({ value }) => value.flatMap(({ machines }) => machines))),
]

/** How far before a stop its root may have run again, at most. */
const reachOf = (steps: readonly Step<Flow<number>>[]) =>
  Math.max(
    0,
    ...steps.map(({ value }) => value.reduce((sum, one) => sum + one.bufferSeconds, 0) * 1_000),
  ) +
  lineReachMs +
  lineToleranceMs

type Clocks = ReadonlyMap<number, number | null>

/** How far the clocks of the machines of a line are from ours, ms; null: not measured. Of a line that is read in parts it is read once. */
export async function lineClocks(
  deps: Pick<Deps, 'telemetry' | 'now'>,
  scope: ClientScope,
  { flow }: Pick<KnownLine, 'flow'>,
): Promise<Clocks> {
  const since = new Date(deps.now() - dayMs)
  const found = await clockSkew(deps.telemetry, scope, { machineIds: machinesIn(flow), since })
  return new Map(found.map(({ machineId, leastMs }) => [machineId, leastMs]))
}

/**
 * Attributes the stops of a line in a window. Records are read from as far before it as the way from its stops to their roots goes: an hour and
 * the buffers, then a day, four days, 31 days.
 */
export async function readLine(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  line: Pick<KnownLine, 'flow' | 'lineNames'>,
  period: Period,
  clocks?: Clocks,
): Promise<LineReading> {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const machineIds = machinesIn(stepsIn(line.flow, from, to))
  for (const before of lookBacks) {
    const reach = reachOf(stepsIn(line.flow, from - before, to))
    const range = { from: Math.floor((from - before - reach) / minuteMs) * minuteMs, to }
    const ids = [...new Set([...machineIds, ...machinesIn(stepsIn(line.flow, range.from, to))])]
    const timesUntil = (end: number) =>
      lineTimes(deps.telemetry, scope, {
        machineIds: ids,
        period: { from: new Date(range.from), to: new Date(end) },
      })
    // How far back is decided by what was around the beginning: a long window is read once.
    const around = Math.min(to, from + reach)
    const begun = await timesUntil(around)
    if (before < longestMs && earliestNeeded(begun, from, reach) < range.from) continue
    const times = around === to ? begun : await timesUntil(to)
    return attributed(deps, scope, line, { machineIds, range, times, clocks })
  }
  throw new Error('The last reach is always enough')
}

/** From when on records are needed to know the roots of all stops after `from`; a stop that begins with what was read may begin before it. */
function earliestNeeded(times: readonly LineTimes[], from: number, reach: number): number {
  let needed = from - reach
  for (let before = Number.POSITIVE_INFINITY; before !== needed; ) {
    before = needed
    for (const { stops } of times) {
      for (const stop of stops) {
        if (stop.to <= before || stop.from >= before + reach) continue
        const isCut = stop.state === null
        if (isCut) return Number.NEGATIVE_INFINITY
        if (waitsFor(stop) !== null) needed = Math.min(needed, stop.from - reach)
      }
    }
  }
  return needed
}

type Read = {
  readonly machineIds: readonly number[]
  readonly range: { readonly from: number; readonly to: number }
  readonly times: readonly LineTimes[]
  readonly clocks: Clocks | undefined
}

async function attributed(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  { flow, lineNames }: Pick<KnownLine, 'flow' | 'lineNames'>,
  { machineIds, range, times, clocks }: Read,
): Promise<LineReading> {
  const ids = times.map(({ machineId }) => machineId)
  const period = { from: new Date(range.from), to: new Date(range.to) }
  const isShort = range.to - range.from <= lateDays * dayMs
  const [planned, skewOf, late, named] = await Promise.all([
    deps.plans.window(
      scope,
      ids.map((id) => ({ id, lineName: lineNames.get(id) ?? '' })),
      period,
    ),
    clocks ?? lineClocks(deps, scope, { flow }),
    isShort ? lateMinutes(deps.telemetry, scope, { machineIds: ids, period, lateMs }) : [],
    rootsOfMachines(deps.management, scope, { machineIds: ids, ...range }),
  ])
  const isLate = new Set(late.map(({ machineId, minute }) => `${machineId} ${minute}`))
  const recordOf = new Map<LineStop, StopOfLine>()
  const machines = times.map(({ machineId, stops, gaps }): LineMachine => {
    const own = stops.map((stop): LineStop => {
      const { group, cause, isBeginKnown, from, to } = stop
      const minute = Math.floor(from / minuteMs) * minuteMs
      const skewMs = isLate.has(`${machineId} ${minute}`) ? null : (skewOf.get(machineId) ?? null)
      const found = {
        machineId,
        from,
        to,
        group,
        cause,
        isBeginKnown,
        skewMs,
        waits: waitsFor(stop),
      }
      recordOf.set(found, stop)
      return found
    })
    const spans = planned?.spans.get(machineId) ?? []
    return {
      ...{ machineId, gaps, stops: own },
      planned: spans.flatMap(({ from, to, under, plan }) =>
        under === null ? [] : [{ from, to, closed: plan === 'closed' }],
      ),
    }
  })
  return {
    ...{ machineIds, machines, range, recordOf, named },
    stopsOf: new Map(machines.map(({ machineId, stops }) => [machineId, stops])),
    ...attributeStops({ flow, machines, range, named }),
  }
}
