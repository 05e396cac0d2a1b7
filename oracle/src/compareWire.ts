import { at, type Call, list, type Query } from './callWire.ts'
import { metrics } from './daysWire.ts'
import { isMicro, runsAround } from './referenceBook.ts'
import {
  countsIn,
  grouped,
  inside,
  keeps,
  lengthOf,
  msOf,
  type Scope,
  secondsOf,
  seenStops,
  stretchesIn,
} from './referenceFilter.ts'
import { piecesIn } from './referencePlanned.ts'
import type { KnownMachine, RawPlant } from './referencePlant.ts'
import { lineAt, linesIn } from './referenceSettings.ts'
import { isExternal } from './referenceStates.ts'
import { daysOf, type Span } from './referenceWindow.ts'
import { shiftSpans, summed, sumsOf } from './shiftsWire.ts'
import { stopCauses } from './stopsWire.ts'

/** The figures of one row: those that its own window, machines and filter have. Ratios are of sums. */
function figures(scope: Scope, withLengths: boolean) {
  const { causes } = stopCauses(scope)
  const stops = causes.reduce((sum, { count }) => sum + count, 0)
  const lost = causes.map(({ lostPacks }) => lostPacks)
  const stretches = scope.machines.flatMap((machine) =>
    stretchesIn(machine, scope.span, scope.filter),
  )
  const stopSeconds = secondsOf(stretches.filter(({ kind }) => kind !== 'run'))
  return {
    metrics: metrics(scope),
    stopSeconds,
    stops,
    lostPacks: lost.reduce<number | null>(
      (sum, packs) => (sum === null || packs === null ? null : sum + packs),
      0,
    ),
    ...(withLengths ? { ...stopLengths(scope), ...meanTimes(scope) } : noLengths),
  }
}

const noLengths = {
  ...{ microStops: null, changeovers: null, changeoverSeconds: null },
  ...{ unplannedStops: null, betweenStopsSeconds: null, meanStopSeconds: null },
  ...{ faults: null, mtbfSeconds: null, mttrSeconds: null },
}

/**
 * D115: of the stops that are first seen in the window in planned time, and are no micro-stops: the mean run time between them, and their mean
 * planned time in the window. Of own faults the same: those that begin in no external state and under no reason whose cause is external.
 */
function meanTimes({ plant, machines, span, filter, now }: Scope) {
  const runSeconds = secondsOf(
    machines
      .flatMap((machine) => stretchesIn(machine, span, filter))
      .filter(({ kind }) => kind === 'run'),
  )
  const unplanned = machines.flatMap((machine) => {
    const pieces = piecesIn(plant, machine, span)
    return [...seenStops(machine)].flatMap(([stop, [first]]) => {
      if (first === undefined || !inside(span, first.from) || !keeps(filter, first)) return []
      const { before, after } = runsAround(machine, stop)
      if (before && after && isMicro(plant, machine, stop, now)) return []
      const own = pieces.filter((piece) => piece.stop === stop)
      const begin = own.find(({ from }) => from === first.from)
      const isPlanned = begin === undefined || begin.taken !== null || begin.kind === 'unknown'
      if (isPlanned) return []
      const counts = own.filter(({ under, kind }) => under === null && kind !== 'unknown')
      const isOwn = !isExternal(first.state) && begin.external === null
      return [{ ms: msOf(counts), isOwn }]
    })
  })
  const each = (stops: readonly { readonly ms: number }[]) => {
    const ms = stops.reduce((sum, one) => sum + one.ms, 0)
    return stops.length === 0
      ? { between: null, mean: null }
      : { between: runSeconds / stops.length, mean: ms / 1000 / stops.length }
  }
  const faults = unplanned.filter(({ isOwn }) => isOwn)
  const [all, own] = [each(unplanned), each(faults)]
  return {
    ...{ unplannedStops: unplanned.length, faults: faults.length },
    ...{ betweenStopsSeconds: all.between, meanStopSeconds: all.mean },
    ...{ mtbfSeconds: own.between, mttrSeconds: own.mean },
  }
}

type Row = { readonly key: string; readonly scope: Scope }

const inOrder = (rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))

const filterField = { product: 'product', tool: 'tool', user: 'operator' } as const

/** Every product, tool or operator that has time or packs in the window under the filter. */
function contextRows(scope: Scope, field: keyof typeof filterField): Row[] {
  const { machines, span, filter } = scope
  const names = new Set<string>()
  for (const machine of machines) {
    for (const stretch of stretchesIn(machine, span, filter)) names.add(stretch[field])
    for (const count of countsIn(machine, span, filter))
      if (count.packs > 0n) names.add(count[field])
  }
  return inOrder(
    [...names].map((key) => ({
      key,
      scope: { ...scope, filter: { ...filter, [filterField[field]]: key } },
    })),
  )
}

/** The Monday of a day's week, by the calendar alone. */
function monday(date: string): string {
  const dayMs = 86_400_000
  // 1970-01-05 was a Monday.
  const days = Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs) - 4
  return new Date((days - (((days % 7) + 7) % 7) + 4) * dayMs).toISOString().slice(0, 10)
}

/** D23: where less than 80 % of a window was observed, the days in which any machine was. */
function observedDays(scope: Scope, name: string) {
  const { coverage } = metrics(scope)
  if (coverage === null || coverage >= 80) return {}
  const days = daysOf(scope.span, scope.zone)
  const observed = days.filter((day) =>
    scope.machines.some((machine) => stretchesIn(machine, day).length > 0),
  )
  const first = observed[0]?.from
  return {
    [name]: {
      first: first === undefined ? null : new Date(first).toISOString(),
      days: observed.length,
      ofDays: days.length,
    },
  }
}

function timeRows(scope: Scope, keyOf: (date: string) => string): Row[] {
  const spans = new Map<string, Span>()
  for (const { date, from, to } of daysOf(scope.span, scope.zone)) {
    const key = keyOf(date)
    spans.set(key, { from: spans.get(key)?.from ?? from, to })
  }
  return [...spans].map(([key, span]) => ({ key, scope: { ...scope, span } }))
}

/** A machine moves to another line in the window: its time is of several rows. */
export const isMoving = ({ plant, machines, span }: Scope): boolean =>
  machines.some((machine) => linesIn(plant, machine, span).length > 1)

/** Machines that have something in common. */
const machineRows = (scope: Scope, keyOf: (machine: KnownMachine) => string): Row[] =>
  inOrder(
    [...grouped(scope.machines, keyOf)].map(([key, machines]) => ({
      key,
      scope: { ...scope, machines },
    })),
  )

export function rowsOf(scope: Scope, by: string): Row[] {
  switch (by) {
    case 'machine':
      return inOrder(
        scope.machines.map((machine) => ({
          key: machine.serialNo,
          scope: { ...scope, machines: [machine] },
        })),
      )
    case 'line':
      return machineRows(scope, (machine) => lineAt(scope.plant, machine, scope.span.from))
    case 'machineType':
      return machineRows(scope, ({ type }) => type.label)
    case 'product':
    case 'tool':
      return contextRows(scope, by)
    case 'operator':
      return contextRows(scope, 'user')
    case 'day':
      return timeRows(scope, (date) => date)
    default:
      return timeRows(scope, monday)
  }
}

/** The comparison by shifts: one of a single stretch has all figures of that window, one of several has their sums. */
function compareShiftsCall(chart: Query, scope: Scope): Call {
  const allowed = scope.plant.premium || chart.machine !== 'All' || chart.machineId !== 'All'
  const rows = () =>
    [...shiftSpans(scope)].map(([key, spans]) => {
      const all = spans.map((span) => figures({ ...scope, span }, false))
      const [first] = spans
      return spans.length === 1 && first
        ? {
            key,
            from: new Date(first.from).toISOString(),
            to: new Date(first.to).toISOString(),
            figures: all[0],
          }
        : { key, from: null, to: null, figures: summed(all) }
    })
  return {
    name: 'compare shift',
    expected: allowed ? { status: 200, rows: rows() } : { status: 403 },
    async ask(endpoint) {
      const { status, body } = await endpoint('admin/compare', { ...chart, by: 'shift' })
      if (status !== 200) return { status }
      const found = list(at(body, 'rows')).map((row) => {
        const [key, from, to] = [at(row, 'key'), at(row, 'from'), at(row, 'to')]
        const own = at(row, 'figures')
        return { key, from, to, figures: from === null ? sumsOf(own) : own }
      })
      return { status, rows: found }
    },
  }
}

/** Letter 64: a client that allows rows of its operators; the others forbid them. */
export const allowsOperators = ({ seed }: Pick<RawPlant, 'seed'>) => seed % 3 !== 0

/** The comparison by each dimension, each with the period before, and the causes of that period; D51 for clients without premium. */
export function compareCalls(chart: Query, scope: Scope, earlier: Scope | null): Call[] {
  const several = chart.machine === 'All' && chart.machineId === 'All'
  const dimensions = [
    'machine',
    'line',
    'machineType',
    'product',
    'tool',
    'operator',
    'day',
    'week',
  ]
  const whole = [scope, ...(earlier === null ? [] : [earlier])]
  const compared = dimensions.filter((by) => by !== 'line' || !whole.some(isMoving))
  const byDimension = compared.map((by): Call => {
    const isTime = by === 'day' || by === 'week'
    const isOperator = by === 'operator'
    const allowed =
      (scope.plant.premium || !(several || isTime)) && (!isOperator || allowsOperators(scope.plant))
    const before = new Map(
      isTime || earlier === null
        ? []
        : rowsOf(earlier, by).map((row) => [row.key, row.scope] as const),
    )
    // Who worked is known of minutes alone: of as many as those of which stops have a length.
    const isShort = hasStopLengths(scope)
    const withLengths = isShort && !isOperator
    const body = () => ({
      rows: rowsOf(scope, by).map(({ key, scope: own }) => {
        const then = before.get(key)
        return {
          key,
          from: new Date(own.span.from).toISOString(),
          to: new Date(own.span.to).toISOString(),
          figures: figures(own, withLengths),
          previous: then === undefined ? null : figures(then, withLengths),
        }
      }),
      total: {
        figures: figures(scope, withLengths),
        previous: earlier && figures(earlier, withLengths),
      },
      previousPeriod: earlier && {
        from: new Date(earlier.span.from).toISOString(),
        to: new Date(earlier.span.to).toISOString(),
      },
      ...observedDays(scope, 'observedDays'),
      ...(earlier && observedDays(earlier, 'previousObservedDays')),
      stopLengths: isOperator ? 'none' : withLengths ? 'given' : 'tooLong',
    })
    return {
      name: `compare ${by}`,
      expected: !allowed
        ? { status: 403 }
        : isOperator && !isShort
          ? { status: 400 }
          : { status: 200, body: body() },
      ask: (endpoint) =>
        endpoint('admin/compare', { ...chart, by, previous: 'yes', stopLengths: 'yes' }),
    }
  })
  return [...byDimension, compareShiftsCall(chart, scope), causesBeforeCall(chart, scope, earlier)]
}

/** Stop Causes of the period before: of the window that a comparison names, as the screens ask for it. */
function causesBeforeCall(chart: Query, scope: Scope, earlier: Scope | null): Call {
  const several = chart.machine === 'All' && chart.machineId === 'All'
  const named = earlier !== null && (scope.plant.premium || !several)
  return {
    name: 'stop causes of the period before',
    expected: named ? { status: 200, body: stopCauses(earlier) } : null,
    async ask(endpoint) {
      if (!named) return null
      const compared = await endpoint('admin/compare', { ...chart, by: 'line', previous: 'yes' })
      const period = at(compared.body, 'previousPeriod')
      const [from, until] = [String(at(period, 'from')), String(at(period, 'to'))]
      const end = new Date(Math.ceil(Date.parse(until) / minute) * minute).toISOString()
      return endpoint('admin/stop-causes', {
        ...chart,
        ...{ timezone: 'UTC', start_date: from.slice(0, 10), start_time: from.slice(11, 16) },
        ...{ end_date: end.slice(0, 10), end_time: end.slice(11, 16), until },
      })
    },
  }
}

const minute = 60_000
const day = 86_400_000

/** Letter 47: the lengths of stops are read for at most 400 machines × days. */
const hasStopLengths = ({ machines, span }: Scope) => machines.length * lengthOf(span) <= 400 * day

/**
 * Letter 47: a micro-stop is a stop with less than the threshold from the end of the run before it to the beginning of the run after it;
 * it is of the window and the context in which it was first seen. A changeover is a stop between runs of two products, of which the one
 * ends and the other begins in the window; it is of the second product and its tool, its time is the observed one.
 */
function stopLengths({ plant, machines, span, filter, now }: Scope) {
  const stops = machines.flatMap((machine) =>
    [...seenStops(machine)].flatMap(([stop, own]) => {
      const [first] = own
      const { before, after } = runsAround(machine, stop)
      return first && before && after ? [{ machine, stop, own, first, before, after }] : []
    }),
  )
  const short = stops.filter(
    ({ machine, stop, first }) =>
      isMicro(plant, machine, stop, now) && inside(span, first.from) && keeps(filter, first),
  )
  const changeovers = stops.filter(({ first, before, after }) => {
    const { product, tool } = after
    return (
      before.product !== '' &&
      product !== '' &&
      before.product !== product &&
      before.to > span.from &&
      after.from < span.to &&
      keeps(filter, { ...first, product, tool })
    )
  })
  return {
    microStops: short.length,
    changeovers: changeovers.length,
    changeoverSeconds: msOf(changeovers.flatMap(({ own }) => own)) / 1000,
  }
}
