import type { RawAlarm } from './rawRecords.ts'
import {
  countsIn,
  grouped,
  inside,
  isFiltered,
  largestFirst,
  packsOf,
  type Scope,
  secondsOf,
  stretchAt,
  stretchesIn,
  sumOf,
} from './referenceFilter.ts'
import { figuresOf, wholeMs } from './referenceOee.ts'
import type { KnownMachine } from './referencePlant.ts'
import { stateName } from './referenceStates.ts'

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
