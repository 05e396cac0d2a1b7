import { at, type Call, type Json, list, type Query } from './callWire.ts'
import type { Chance } from './chance.ts'
import type { RawLabel } from './rawRecords.ts'
import { bookOf, isMicro, type Part, thresholdAt } from './referenceBook.ts'
import {
  grouped,
  inside,
  keeps,
  lengthOf,
  msOf,
  type Scope,
  seenStops,
  stretchesIn,
} from './referenceFilter.ts'
import { targetOf } from './referenceOee.ts'
import { unplannedIn } from './referencePlan.ts'
import type { KnownMachine } from './referencePlant.ts'
import type { Stop, Stretch } from './referenceTimeline.ts'
import type { Span } from './referenceWindow.ts'

const iso = (time: number) => new Date(time).toISOString()
const cut = ({ from, to }: Span, { from: begin, to: end }: Span): Span => ({
  from: Math.max(from, begin),
  to: Math.min(to, end),
})

/** The parts of a stop inside of what is shown of it, each with its observed time out of what is kept. */
export function partRows(parts: readonly Part[], shown: Span, kept: readonly Stretch[]) {
  return parts.flatMap((part) => {
    const { from, to } = cut(part, shown)
    if (from >= to) return []
    const { label, reason, overrunAt } = part
    const own = kept.map((one) => cut(one, { from, to })).filter((one) => one.from < one.to)
    return [
      {
        start: iso(from),
        end: iso(to),
        seconds: msOf(own) / 1000,
        reason: label?.reason ?? null,
        note: label?.note ?? '',
        by: label?.by ?? null,
        at: label === null ? null : iso(label.at),
        place: label?.place ?? null,
        planned: reason?.planned ?? null,
        overrunAt: overrunAt === null || overrunAt >= to ? null : iso(Math.max(from, overrunAt)),
      },
    ]
  })
}

/** The labels of an answer by their places, so that they are those of the reference. */
export function placed(labelIds: readonly number[]) {
  const placeOf = (id: unknown) => (id === null ? null : labelIds.indexOf(Number(id)) + 1)
  const part = (row: unknown): Json => ({
    ...Object.fromEntries(Object.entries(row ?? {})),
    place: placeOf(at(row, 'labelId')),
  })
  return {
    part,
    entry: (entry: unknown): Json => ({
      ...part(entry),
      replaces: list(at(entry, 'replaces')).map(placeOf),
      // Neighbours are one.
      voids: joined(
        list(at(entry, 'voids')).map((run) => ({
          from: Date.parse(String(at(run, 'from'))),
          to: Date.parse(String(at(run, 'to'))),
        })),
      ),
    }),
  }
}

type Piece = Stretch & {
  readonly machine: KnownMachine
  readonly stop: Stop
  readonly kind: Stretch['kind']
  readonly under: 'planned' | 'unplanned' | 'withoutReason' | 'micro' | 'plan'
  readonly reason: string | null
}

/** The observed time of stops in a window that the filter keeps, cut where people said something else about it. */
function piecesOf(scope: Scope, machine: KnownMachine): Piece[] {
  const book = bookOf(scope.plant, machine)
  const taken = unplannedIn(scope.plant, machine, scope.span)
  const edges = taken.flatMap(({ from, to }) => [from, to])
  return stretchesIn(machine, scope.span, scope.filter).flatMap((stretch) => {
    const { stop } = stretch
    if (stop === null) return []
    const silent = isMicro(scope.plant, machine, stop, scope.now) ? 'micro' : 'withoutReason'
    return (book.get(stop) ?? []).flatMap((part) => {
      const { reason, overrunAt } = part
      const piece = (span: Span, under: Piece['under']): Piece[] => {
        const own = { ...stretch, ...cut(stretch, span) }
        return own.from < own.to
          ? [{ ...own, stop, machine, under, reason: reason?.id ?? null }]
          : []
      }
      if (reason === null) {
        const inside = edges.filter((at) => part.from < at && at < part.to)
        const starts = [...new Set([part.from, ...inside])].sort((a, b) => a - b)
        return starts.flatMap((from, index) => {
          const isPlanned = taken.some((one) => one.from <= from && from < one.to)
          const under = stretch.otherMode || isPlanned ? 'plan' : silent
          return piece({ from, to: starts[index + 1] ?? part.to }, under)
        })
      }
      if (!reason.planned) return piece(part, 'unplanned')
      const turns = overrunAt ?? part.to
      return [
        ...piece({ from: part.from, to: turns }, 'planned'),
        ...piece({ from: turns, to: part.to }, 'unplanned'),
      ]
    })
  })
}

/** The stops of a machine of which the first observed moment is in the window and kept. */
const begunIn = (machine: KnownMachine, { span, filter }: Scope) =>
  [...seenStops(machine)].flatMap(([stop, [first]]) =>
    first !== undefined && inside(span, first.from) && keeps(filter, first) ? [stop] : [],
  )

/** D74: how much of the stops above the threshold has a reason. */
function reasonCoverage(
  { plant, machines, now }: Scope,
  pieces: readonly Piece[],
  begun: ReadonlySet<Stop>,
) {
  const [micro, long] = [true, false].map((wanted) =>
    pieces.filter(({ machine, stop }) => isMicro(plant, machine, stop, now) === wanted),
  ) as [Piece[], Piece[]]
  const open = long.filter(({ reason }) => reason === null)
  const thresholds = new Set(machines.map((machine) => thresholdAt(plant, machine, now)))
  const stopsOf = (own: readonly Piece[]) => [...new Set(own.map(({ stop }) => stop))]
  const count = (own: readonly Piece[]) => stopsOf(own).filter((stop) => begun.has(stop)).length
  return {
    stops: count(long),
    seconds: msOf(long) / 1000,
    withoutReason: count(open),
    withoutReasonSeconds: msOf(open) / 1000,
    microStops: count(micro),
    microSeconds: msOf(micro) / 1000,
    thresholdSeconds: thresholds.size === 1 ? [...thresholds][0] : null,
  }
}

/** Which row a piece is in: without a reason and outside of the plan that of its cause. */
const rowOf = ({ under: kind, reason, stop }: Piece) => ({
  ...{ kind, reason },
  group: kind === 'withoutReason' ? stop.group : '',
  cause: kind === 'withoutReason' ? stop.cause : '',
})

/** D74: stop time by what people said about it, else by its cause, planned and unplanned apart, and how much has no reason. */
function stopReasons(scope: Scope) {
  const { plant, machines, span } = scope
  const pieces = machines.flatMap((machine) => piecesOf(scope, machine))
  const begun = new Set(machines.flatMap((machine) => begunIn(machine, scope)))
  const rows = [...grouped(pieces, (piece) => JSON.stringify(rowOf(piece)))].map(([, own]) => {
    const stops = [...new Set(own.map(({ stop }) => stop))]
    const isTaken = ({ under }: Piece) => under === 'plan' || under === 'planned'
    const lost = own.map((piece) => {
      if (isTaken(piece)) return 0
      const target = targetOf(plant, piece.machine, piece.product, span.to, piece.from)
      return target === null ? null : ((lengthOf(piece) / 1000) * target.ppm) / 60
    })
    return {
      ...rowOf(own[0] as Piece),
      seconds: msOf(own) / 1000,
      count: stops.filter((stop) => begun.has(stop)).length,
      lostPacks: lost.some((packs) => packs === null)
        ? null
        : lost.reduce<number>((sum, packs) => sum + (packs ?? 0), 0),
    }
  })
  return { rows: byLength(rows), reasons: reasonCoverage(scope, pieces, begun) }
}

type Row = ReturnType<typeof rowOf> & { readonly seconds: number }

/** Longest first; those of one length have an order of the reference alone. */
const byLength = <One extends Row>(rows: readonly One[]) => {
  const textOf = ({ kind, reason, group, cause }: Row) => `${kind} ${reason} ${group} ${cause}`
  return [...rows].sort((a, b) => b.seconds - a.seconds || (textOf(a) < textOf(b) ? -1 : 1))
}

/** Everything that was written on a stretch of a machine, and where it ran after all. */
function history({ plant }: Scope, machine: KnownMachine, { from, to }: Span) {
  const { stops } = machine.timeline
  // Until the run: to the end of every stop that its stretch is in.
  const reach = (label: RawLabel) =>
    stops
      .filter((stop) => label.untilRun && stop.from < label.to && stop.to > label.from)
      .reduce((end, stop) => Math.max(end, stop.to), label.to)
  const labels = (plant.book?.labels ?? []).filter(
    (one) => one.serialNo === machine.serialNo && one.from < to && reach(one) > from,
  )
  return labels.map((label) => ({
    place: label.place,
    ...{ from: iso(label.from), to: iso(label.to), untilRun: label.untilRun },
    ...{ reason: label.reason, note: label.note, by: label.by, at: iso(label.at) },
    replaces: label.replaces,
    voids: joined(
      machine.timeline.stretches
        .filter(({ kind }) => kind === 'run')
        .map((run) => cut(run, label))
        .filter((one) => one.from < one.to),
    ),
  }))
}

function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans) {
    const last = found.at(-1)
    if (last?.to === span.from) found[found.length - 1] = { from: last.from, to: span.to }
    else found.push(span)
  }
  return found
}

/** Stop time by reason, and the history of one machine. */
export function bookCalls(
  chart: Query,
  scope: Scope,
  labelIds: readonly number[],
  chance: Chance,
): Call[] {
  const machine = scope.machines.length === 0 ? undefined : chance.one(scope.machines)
  const expected = stopReasons(scope)
  const calls: Call[] = [
    {
      name: 'stop reasons',
      expected: { status: 200, rows: expected.rows },
      async ask(endpoint) {
        const { status, body } = await endpoint('admin/stop-causes', { ...chart, by: 'reason' })
        const rows = list(at(body, 'causes')) as Row[]
        const sorted = rows.every((row, i) => row.seconds >= (rows[i + 1]?.seconds ?? 0))
        return { status, rows: sorted ? byLength(rows) : rows }
      },
    },
  ]
  // A list of all machines is of at most 31 days.
  const several = chart.machine === 'All' && chart.machineId === 'All'
  if (!several || lengthOf(scope.span) < 30 * 86_400_000) {
    calls.push({
      name: 'reasons of stops',
      expected: { status: 200, reasons: expected.reasons },
      async ask(endpoint) {
        const { status, body } = await endpoint('admin/stops', { ...chart, pageSize: 1 })
        return { status, reasons: at(body, 'reasons') }
      },
    })
  }
  const { from, to } = scope.span
  if (machine === undefined || from >= to) return calls
  const span = { from, to: Math.min(to, from + 31 * 86_400_000) }
  const query = { clientId: chart.clientId ?? 0, machineId: machine.serialNo }
  calls.push({
    name: 'stop labels',
    expected: { status: 200, labels: history(scope, machine, span) },
    async ask(endpoint) {
      const window = { from: iso(span.from), to: iso(span.to) }
      const { status, body } = await endpoint('admin/stops/labels', { ...query, ...window })
      return { status, labels: list(at(body, 'labels')).map(placed(labelIds).entry) }
    },
  })
  return calls
}
