import { partRows, placed } from './bookWire.ts'
import { at, type Call, list, type Query } from './callWire.ts'
import type { Chance } from './chance.ts'
import { bookOf, isMicro, proposalOf } from './referenceBook.ts'
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
import { piecesIn } from './referencePlanned.ts'
import type { KnownMachine } from './referencePlant.ts'
import { stateName } from './referenceStates.ts'
import type { Stretch } from './referenceTimeline.ts'
import type { Span } from './referenceWindow.ts'

/**
 * D18: what stopped the machines first. Seconds are observed time outside run under the name of the whole stop; a stop
 * counts where it was first seen; lost packs are the seconds at target speed, unknown where a target is.
 */
export function stopCauses({ plant, machines, span, filter }: Scope) {
  const pieces = machines.flatMap((machine) =>
    stretchesIn(machine, span, filter).flatMap((stretch) =>
      stretch.stop === null ? [] : [{ ...stretch, machine, stop: stretch.stop }],
    ),
  )
  const began = machines.flatMap((machine) =>
    [...seenStops(machine)].flatMap(([stop, [first]]) =>
      first !== undefined && inside(span, first.from) && keeps(filter, first) ? [stop] : [],
    ),
  )
  const nameOf = ({ group, cause }: { group: string; cause: string }) =>
    JSON.stringify([group, cause])
  const time = grouped(pieces, ({ stop }) => nameOf(stop))
  const starts = grouped(began, nameOf)
  const causes = [...new Set([...time.keys(), ...starts.keys()])].map((name) => {
    const own = time.get(name) ?? []
    const [group = '', cause = '']: string[] = JSON.parse(name)
    const of = { kind: 'cause', reason: null, group, cause }
    const lost = own.map(({ machine, stop: _, ...piece }) =>
      lostIn({ plant, machine, span }, piece),
    )
    return {
      ...of,
      seconds: msOf(own) / 1000,
      count: starts.get(name)?.length ?? 0,
      lostPacks: lost.reduce<number | null>(
        (sum, packs) => (sum === null || packs === null ? null : sum + packs),
        0,
      ),
    }
  })
  causes.sort(
    (a, b) =>
      b.seconds - a.seconds ||
      b.count - a.count ||
      (a.group < b.group ? -1 : a.group > b.group ? 1 : a.cause < b.cause ? -1 : 1),
  )
  return { causes }
}

type Place = Pick<Scope, 'plant' | 'span'> & { readonly machine: KnownMachine }

/** D115: packs that were not made in a part of a stop at target speed, without what is taken out of planned time; null where a target is missing. */
export function lostIn({ plant, machine, span }: Place, { from, to }: Span): number | null {
  return piecesIn(plant, machine, span)
    .filter((piece) => piece.kind !== 'run' && piece.taken === null)
    .map((piece) => ({ ...piece, from: Math.max(from, piece.from), to: Math.min(to, piece.to) }))
    .filter((piece) => piece.from < piece.to)
    .reduce<number | null>((sum, piece) => {
      const target = targetOf(plant, machine, piece.product, span.to, piece.from)
      if (sum === null || target === null) return null
      return sum + ((lengthOf(piece) / 1000) * target.ppm) / 60
    }, 0)
}

type Selection = { readonly figure: string; readonly part: string; readonly partGroup: string }

const everyStop: Selection = { figure: 'all', part: '', partGroup: '' }

/** Does a part of a figure hold this time of a stop? */
function selects({ figure, part, partGroup }: Selection, stretch: Stretch): boolean {
  const { stop } = stretch
  switch (figure) {
    case 'all':
      return true
    case 'cause':
      return stop?.cause === part && stop.group === partGroup
    case 'alarmGroup':
      return stop?.group === part
    case 'state':
      return stateName(stretch.state) === part
    case 'product':
      return stretch.product === (part === 'No product' ? '' : part)
    default:
      return stretch.kind === figure
  }
}

/**
 * D18: a stop is shown from its first to its last observed moment inside the window; offline between them is missing
 * coverage. Its seconds are the observed time that filter and selection keep, its lost packs those seconds at target
 * speed. It began before the window when it was observed before it, it is open when no run follows inside the window, and
 * it counts where its first observed moment is kept.
 */
function stopRows({ plant, machines, span, filter, now }: Scope, selection = everyStop) {
  return machines.flatMap((machine) => {
    const observed = machine.timeline.stretches
      .map((stretch) => ({
        ...stretch,
        from: Math.max(stretch.from, span.from),
        to: Math.min(stretch.to, span.to),
      }))
      .filter(({ from, to }) => from < to)
    const book = bookOf(plant, machine)
    return machine.timeline.stops.flatMap((stop) => {
      const whole = observed.filter((stretch) => stretch.stop === stop)
      const kept = whole.filter((one) => keeps(filter, one) && selects(selection, one))
      const [first, last] = [whole[0], whole.at(-1)]
      if (first === undefined || last === undefined || kept.length === 0) return []
      const seenFrom = stop.seenFrom ?? Number.POSITIVE_INFINITY
      const began = machine.timeline.stretches.find((stretch) => stretch.stop === stop)
      const lost = kept.map((one) => lostIn({ plant, machine, span }, one))
      const states = most(
        kept,
        ({ state }) => state,
        (a, b) => a - b,
      )
      const longest = (field: 'product' | 'tool' | 'user') =>
        most(
          kept,
          (one) => one[field],
          (a, b) => (a < b ? -1 : 1),
        )[0]?.value
      const open = !observed.some(({ kind, from }) => kind === 'run' && from >= last.to)
      const micro = isMicro(plant, machine, stop, now)
      const parts = partRows(book.get(stop) ?? [], { from: first.from, to: last.to }, kept)
      const shownState = seenFrom < span.from ? (states[0]?.value ?? null) : stop.firstState
      const waits = !micro && parts.some(({ reason }) => reason === null)
      return [
        {
          machine: machine.serialNo,
          start: new Date(first.from).toISOString(),
          end: new Date(last.to).toISOString(),
          seconds: msOf(kept) / 1000,
          cause: stop.cause,
          group: stop.group,
          state: states[0]?.value,
          states: states.map(({ value, ms }) => ({ code: value, seconds: ms / 1000 })),
          product: longest('product'),
          tool: longest('tool'),
          user: longest('user'),
          lostPacks: lost.reduce<number | null>(
            (sum, packs) => (sum === null || packs === null ? null : sum + packs),
            0,
          ),
          coverage: (100 * msOf(whole)) / lengthOf({ from: first.from, to: last.to }),
          beganBefore: seenFrom < span.from,
          open,
          goesOn: open && span.to >= now,
          micro,
          parts,
          proposal: waits ? proposalOf(plant, machine, stop, shownState) : null,
          counted:
            inside(span, seenFrom) &&
            began !== undefined &&
            keeps(filter, began) &&
            selects(selection, began),
        },
      ]
    })
  })
}

/** Time by one of its values, longest first; of two alike the smaller value. */
function most<Value extends string | number>(
  stretches: readonly Stretch[],
  of: (stretch: Stretch) => Value,
  smaller: (a: Value, b: Value) => number,
) {
  const values = [...new Set(stretches.map(of))]
  const times = grouped(stretches, (one) => String(of(one)))
  return values
    .map((value) => ({ value, ms: msOf(times.get(String(value)) ?? []) }))
    .sort((a, b) => b.ms - a.ms || smaller(a.value, b.value))
}

type Row = ReturnType<typeof stopRows>[number]

const hour = 3_600_000
const day = 24 * hour

/** Equal ones by start, then by machine, whose names always rise. */
function sorted(rows: readonly Row[], sort: 'start' | 'seconds' | 'user', falls: boolean): Row[] {
  const sign = falls ? -1 : 1
  const order = (a: string | number = '', b: string | number = '') => (a < b ? -1 : a > b ? 1 : 0)
  return [...rows].sort(
    (a, b) =>
      sign * order(a[sort], b[sort]) ||
      sign * order(a.start, b.start) ||
      order(a.machine, b.machine),
  )
}

/** The list of every stop, and that of a part of a figure; each over all of its pages. */
export function stopCalls(
  chart: Query,
  scope: Scope,
  labelIds: readonly number[],
  chance: Chance,
): Call[] {
  const several = chart.machine === 'All' && chart.machineId === 'All'
  const stretches = scope.machines.flatMap(({ timeline }) => timeline.stretches)
  const stood = stretches.filter(({ stop }) => stop !== null)
  const selections: Selection[] = [everyStop]
  if (stood.length > 0) {
    const { stop, state, product, kind } = chance.one(stood)
    const group = stop?.group ?? ''
    selections.push(
      chance.one([
        { figure: 'cause', part: stop?.cause ?? '', partGroup: group },
        { figure: 'alarmGroup', part: group, partGroup: '' },
        { figure: 'state', part: stateName(state), partGroup: '' },
        { figure: 'product', part: product === '' ? 'No product' : product, partGroup: '' },
        { figure: kind === 'run' ? 'idle' : kind, part: '', partGroup: '' },
      ]),
    )
  }
  return selections.map((selection) => {
    const sort = chance.one(['start', 'start', 'seconds', 'user'] as const)
    const falls = chance.percent(70)
    // A list of all machines has short pages, and a window of at most 31 days.
    const pageSize = chance.one(several ? [7, 50] : [7, 50, 200])
    const rows = sorted(stopRows(scope, selection), sort, falls)
    return {
      name: `stops ${selection.figure} ${selection.part}`,
      expected:
        several && lengthOf(scope.span) > 31 * day + hour
          ? { status: 400, code: 'stops.windowTooLong' }
          : { counts: [rows.length], rows },
      async ask(endpoint) {
        const found: unknown[] = []
        const counts = new Set<unknown>()
        for (let page = 1; page < 1_000; page++) {
          const order = falls ? 'descending' : 'ascending'
          const query = { ...chart, ...selection, sort, order, page, pageSize }
          const { status, body } = await endpoint('admin/stops', query)
          if (status !== 200) return { status, code: at(body, 'code') }
          counts.add(at(body, 'count'))
          const stops = list(at(body, 'stops'))
          found.push(...stops)
          if (stops.length < pageSize) break
        }
        const { part } = placed(labelIds)
        const rows = found.map((row) => ({
          ...(row as object),
          parts: list(at(row, 'parts')).map(part),
        }))
        return { counts: [...counts], rows }
      },
    }
  })
}
