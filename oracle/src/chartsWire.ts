import type { RawAlarm } from './rawRecords.ts'
import {
  countsIn,
  grouped,
  inside,
  isFiltered,
  keeps,
  largestFirst,
  lengthOf,
  msOf,
  packsOf,
  type Scope,
  secondsOf,
  stretchAt,
  stretchesIn,
  sumOf,
} from './referenceFilter.ts'
import { figuresOf, targetOf, wholeMs } from './referenceOee.ts'
import { msUnder, unplannedIn } from './referencePlan.ts'
import type { KnownMachine } from './referencePlant.ts'
import { stateName } from './referenceStates.ts'
import type { Stretch } from './referenceTimeline.ts'
import { laneStepsOf, type Span, stepsOf } from './referenceWindow.ts'

const pie = <Slice>(pieChunks: readonly Slice[]) => ({ data: { pieChunks } })

/** D26: the packs of each product, most first; a pack without a product is of "No product". */
export function productsPie({ machines, span, filter }: Scope) {
  const counts = machines.flatMap((machine) => countsIn(machine, span, filter))
  const slices = [...grouped(counts, ({ product }) => product)].map(([product, own]) => ({
    x: product === '' ? 'No product' : product,
    y: packsOf(sumOf(own)),
  }))
  return pie(largestFirst(slices.filter(({ y }) => y > 0)))
}

/**
 * D26: seconds of Run, Idle, Alarm and Ancillary, then of Offline, Not Scheduled (D73: silent in closed time) and Unknown where
 * not zero. Offline has no product, tool
 * or state, so such a filter leaves it out.
 */
export function machineStatusPie(scope: Scope) {
  const { run, idle, alarm, ancillary, unknown, offline, notScheduled } = figuresOf(scope)
  const last = [
    { x: 'Offline', y: isFiltered(scope.filter) ? 0 : wholeMs(offline - notScheduled) },
    { x: 'Not Scheduled', y: isFiltered(scope.filter) ? 0 : notScheduled },
    { x: 'Unknown', y: unknown },
  ]
  return pie([
    { x: 'Run', y: run },
    { x: 'Idle', y: idle },
    { x: 'Alarm', y: alarm },
    { x: 'Ancillary', y: ancillary },
    ...last.filter(({ y }) => y > 0),
  ])
}

/**
 * The alarms of a window that a filter keeps: those raised while the machine was in that context. While it was offline
 * there is none, so product, tool and state leave such an alarm out; an alarm group keeps the alarms of that group.
 */
export function alarmsIn(machine: KnownMachine, { span, filter }: Scope): RawAlarm[] {
  const { group, ...context } = filter
  return machine.alarms.filter((alarm) => {
    if (!inside(span, alarm.raisedAt)) return false
    if (group !== undefined && alarm.group !== group) return false
    if (!isFiltered(context)) return true
    const during = stretchAt(machine, alarm.raisedAt)
    return (
      during !== undefined &&
      (context.product === undefined || during.product === context.product) &&
      (context.tool === undefined || during.tool === context.tool) &&
      (context.state === undefined || during.state === context.state)
    )
  })
}

/** D26, D18: the number of alarms of each group, and the observed time of the stops that they caused. */
export function alarmGroupsPie(scope: Scope) {
  const { machines, span, filter } = scope
  const alarms = grouped(
    machines.flatMap((machine) => alarmsIn(machine, scope)),
    ({ group }) => group,
  )
  const stopped = grouped(
    machines
      .flatMap((machine) => stretchesIn(machine, span, filter))
      .filter(({ stop }) => stop !== null && stop.group !== ''),
    ({ stop }) => stop?.group ?? '',
  )
  const slices = [...new Set([...alarms.keys(), ...stopped.keys()])].map((x) => ({
    x,
    y: alarms.get(x)?.length ?? 0,
    seconds: secondsOf(stopped.get(x) ?? []),
  }))
  return pie(slices.sort((a, b) => b.y - a.y || b.seconds - a.seconds || (a.x < b.x ? -1 : 1)))
}

/** D26: seconds in each state, longest first. */
export function stateBars({ machines, span, filter }: Scope) {
  const stretches = machines.flatMap((machine) => stretchesIn(machine, span, filter))
  const bars = [...grouped(stretches, ({ state }) => stateName(state))].map(([x, own]) => ({
    x,
    y: secondsOf(own),
  }))
  return { barChartData: largestFirst(bars) }
}

const day = 86_400_000
const downstream = 19
const iso = (at: number) => new Date(at).toISOString()

/** The mean of held speeds, weighted by time, with the slowest and the fastest; undefined without any. */
export function heldSpeed(stretches: readonly Stretch[], span: Span) {
  const reported = stretches.flatMap(({ from, to, speed }) => {
    const ms = Math.min(to, span.to) - Math.max(from, span.from)
    return speed === null || ms <= 0 ? [] : [{ speed, ms }]
  })
  if (reported.length === 0) return undefined
  const speeds = reported.map(({ speed }) => speed)
  return {
    y:
      reported.reduce((sum, { speed, ms }) => sum + speed * ms, 0) /
      reported.reduce((sum, { ms }) => sum + ms, 0),
    min: Math.min(...speeds),
    max: Math.max(...speeds),
  }
}

/** D19, D27: speed in steps, a step without data is absent; entries into Downstream up to 24 hours. */
export function speedPerMinute(scope: Scope) {
  const { machines, span, filter, zone } = scope
  const stretches = machines.flatMap((machine) => stretchesIn(machine, span, filter))
  const wanted = {
    from: stretches.reduce((first, { from }) => Math.min(first, from), span.to),
    to: stretches.reduce((last, { to }) => Math.max(last, to), span.from),
  }
  const steps = stepsOf(span, zone, wanted)
  const speed = steps.spans.flatMap((step) => {
    const near = stretches.filter(({ from, to }) => from < step.to && to > step.from)
    const held = heldSpeed(near, step)
    return held === undefined ? [] : [{ x: iso(step.from), ...held }]
  })
  const short = lengthOf(span) <= day
  const nextMachine = machines
    .flatMap((machine) => (short ? entriesInto(downstream, machine, scope) : []))
    .sort((a, b) => a.at - b.at)
    .map(({ at, y }) => ({ x: iso(at), y }))
  return { data: { speed, nextMachine }, aggregationInterval: steps.name }
}

/** D19: the instants of entering a state from another or from silence, with the speed just before (0: none known). */
function entriesInto(state: number, machine: KnownMachine, { span, filter }: Scope) {
  return machine.timeline.stretches.flatMap((stretch, index, all) => {
    if (stretch.state !== state || !inside(span, stretch.from) || !keeps(filter, stretch)) return []
    const last = all[index - 1]
    const before = last !== undefined && last.to === stretch.from ? last : undefined
    if (before?.state === state) return []
    return [{ at: stretch.from, y: before?.speed ?? 0 }]
  })
}

/** The alarms of a window with the speed that was held at that instant, in order. */
export function alarmChart(scope: Scope) {
  const alarm = scope.machines
    .flatMap((machine) =>
      alarmsIn(machine, scope).map((one) => ({
        x: iso(one.raisedAt),
        y: stretchAt(machine, one.raisedAt)?.speed ?? 0,
        group: one.group,
        description: one.description,
      })),
    )
    .sort((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : 0))
  return { data: { alarm } }
}

/** The states of one machine in order, up to 24 hours; offline time is absent. */
export function stateLane({ plant, machines, span, filter }: Scope) {
  const [machine] = machines
  const parts: { from: number; to: number; code: number }[] = []
  if (machine !== undefined && lengthOf(span) <= day) {
    for (const { from, to, state } of stretchesIn(machine, span, filter)) {
      const last = parts.at(-1)
      if (last !== undefined && last.to === from && last.code === state) last.to = to
      else parts.push({ from, to, code: state })
    }
  }
  const shown = machine !== undefined && lengthOf(span) <= day && !isFiltered(filter)
  const closed = shown ? closedIn(plant, machine, span) : []
  return {
    parts: parts.map(({ from, to, code }) => ({ from: iso(from), to: iso(to), code })),
    closed:
      closed.length === 0
        ? undefined
        : closed.map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
  }
}

/** What the lanes under the speed show: observed seconds by kind, packs and rejects in steps that are seen as columns. */
export function stepTotals(scope: Scope) {
  const { plant, machines, span, filter, zone } = scope
  const all = machines.flatMap((machine) => stretchesIn(machine, span, filter))
  const counted = machines.flatMap((machine) => countsIn(machine, span, filter))
  const { name, spans } = laneStepsOf(span, zone)
  const steps = spans.flatMap((whole) => {
    const touches =
      all.some(({ from, to }) => from < whole.to && to > whole.from) ||
      counted.some(({ at }) => inside(whole, at))
    const step = { from: Math.max(whole.from, span.from), to: Math.min(whole.to, span.to) }
    const silent = isFiltered(filter)
      ? 0
      : machines.reduce((ms, machine) => {
          const closed = closedIn(plant, machine, step)
          return ms + msOf(closed) - msUnder(stretchesIn(machine, step), closed)
        }, 0)
    if (!touches && silent === 0) return []
    const stretches = machines.flatMap((machine) => stretchesIn(machine, step, filter))
    const counts = machines.flatMap((machine) => countsIn(machine, step, filter))
    const isMeasured = [...counts, ...stretches].some(({ rejectsReported }) => rejectsReported)
    const rejects = packsOf(counts.reduce((sum, count) => sum + count.rejects, 0n))
    const packs = packsOf(sumOf(counts))
    if (stretches.length === 0 && packs === 0 && !isMeasured && silent === 0) return []
    const of = (kind: string) => secondsOf(stretches.filter((stretch) => stretch.kind === kind))
    return [
      {
        x: iso(whole.from),
        run: of('run'),
        idle: of('idle'),
        alarm: of('alarm'),
        ancillary: of('ancillary'),
        unknown: of('unknown'),
        speed: heldSpeed(stretches, step)?.y ?? null,
        packs,
        rejects: isMeasured ? rejects : null,
        notScheduled: silent === 0 ? undefined : silent / 1000,
      },
    ]
  })
  return { steps, aggregationInterval: name }
}

const closedIn = (plant: Scope['plant'], machine: KnownMachine, span: Span) =>
  unplannedIn(plant, machine, span).filter(({ kind }) => kind === 'closed')

/**
 * The time in each state of every machine, in ms, of which a lane of the timeline is drawn, offline time is absent; and what the machine was doing
 * at the end of the window, with the target speed of the product that was on it last (D22).
 */
export function timelineTimes({ plant, machines, span }: Scope) {
  return machines.map((machine) => {
    const closed = closedIn(plant, machine, span)
    const times: Record<string, number> = {}
    for (const { from, to, state } of stretchesIn(machine, span, {})) {
      if (to > from) times[state] = (times[state] ?? 0) + to - from
    }
    const last = machine.timeline.stretches.findLast(({ from }) => from <= span.to)
    const end = last !== undefined && span.to < last.to ? last : null
    return {
      ...{ machineId: machine.serialNo, times, closedMs: msOf(closed) },
      target: targetOf(plant, machine, last?.product ?? '', span.to)?.ppm ?? null,
      end: end && { state: end.state, ppm: end.speed, product: end.product },
    }
  })
}
