import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { filterLists, rowMatches } from './contextFilter.ts'
import {
  ContextSums,
  type ContextTotal,
  contextColumns,
  contextHolds,
  contextKey,
  contextOf,
  contextValues,
  type Dimension,
  dimensions,
  type TotalBy,
} from './contextTotals.ts'
import type { StoodTime } from './minuteTimes.ts'
import { movedTimes } from './movedTimes.ts'
import type { FoldEvent } from './namedFold.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, noHours, rowSteps } from './rowSteps.ts'
import { partsOf, stepAt } from './timeSteps.ts'
import {
  isMoved,
  placeOfRow,
  plannedAlone,
  type SpanMark,
  SpanPlaces,
  type UnplannedSpans,
} from './unplannedSpans.ts'
import type { WindowQuestion } from './windowQuestion.ts'

const chosen = `SELECT roundDown(at, {steps:Array(UInt32)}) AS part, ${contextValues}` as const
const grouped = `WHERE ${rowMatches} GROUP BY part, ${contextKey} ${contextHolds}` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

const columns = { part: 'UInt32', ...contextColumns } as const

const placed = `SELECT ${placeOfRow} AS part, ${contextValues}` as const

/** The same, divided by the spans of a plan, too: `part` is the place of a row. */
const spanSql = {
  hours: `${placed} ${fromHours} ${grouped}`,
  minutes: `${placed} ${fromMinutes} ${grouped}`,
  both: `${placed} ${fromBoth} ${grouped}`,
} as const

/**
 * The context totals of each part of a window, in the order of `starts`: instants on whole minutes at which parts begin, the
 * first at or before the window. All parts together are at most as many contexts as one window may have.
 */
export async function partTotals<By extends Dimension>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly by: readonly By[]; readonly starts: readonly Date[] },
): Promise<TotalBy<By>[][]> {
  const { filter, by } = question
  const byUser = isByUser(by)
  const starts = question.starts.map((start) => minuteOf(start.getTime()))
  if (starts.length === 0) return []
  const most = answerRows.contexts

  const rows = async (
    parts: ContextSums[],
    stretches: readonly MachineStretch[],
    hours: CurrentHours,
  ) => {
    const { tables, ...steps } = rowSteps(stretches, byUser ? noHours : hours, starts)
    const params = {
      ...steps,
      ...filterLists(filter),
      steps: starts.map((start) => start / 1_000),
      by: [...by],
      most: most + 1,
    }
    await selectRows(
      telemetry.context,
      { name: 'read.partTotals', sql: sql[tables], params, columns },
      (all) => {
        for (const row of all) parts[stepAt(starts, row.part * 1_000)]?.add(contextOf(row))
        check(parts)
      },
    )
  }

  const check = (parts: readonly ContextSums[]) =>
    checkRows(
      parts.reduce((sum, { size }) => sum + size, 0),
      most,
    )

  const found = await readWindow<ContextSums[]>(telemetry, scope, question, {
    begin: () => starts.map(() => new ContextSums(filter, by)),
    // The first one may begin before the window.
    cuts: starts.slice(1),
    rows,
    ...(!byUser && {
      remembered: (parts, { machineId, from, to }, held) => {
        for (const [first, last] of partsOf(starts, from, to)) {
          const sums = parts[stepAt(starts, first)]
          for (const total of held.contexts(first, last)) {
            if (total.ms > 0 || total.packs > 0n || total.rejects !== null) {
              sums?.addEvent({ machineId, ...total })
            }
          }
        }
        check(parts)
      },
    }),
    event: (parts, event) => {
      // Packs are of the part of the later sample, which is where they were counted.
      const at = event.ms === 0 ? event.to : event.from
      parts[stepAt(starts, at)]?.addEvent(event)
    },
  })
  check(found)
  return found.map((sums) => sums.totals())
}

/** Sums of a part under one mark; without one nothing takes them out of planned time (D72, D73). */
export type PlannedTotal<Total> = Total & SpanMark

/**
 * The same, where a plan, labels or modes divide the time of the machines: a context has one total for each mark. All of them together
 * are the totals of `partTotals`, to the last digit. A plan lies on whole minutes; labels and modes may begin and end at any ms: what
 * they decide is read once more and moved from one sum to the other (`movedTimes`), so it costs what they cover and not the window.
 */
export async function plannedTotals<By extends Dimension = Dimension>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & {
    readonly by?: readonly By[]
    readonly starts: readonly Date[]
    readonly spans: UnplannedSpans
  },
): Promise<PlannedTotal<TotalBy<By>>[][]> {
  const { filter, machineIds, spans, by = dimensions } = question
  const byUser = isByUser(by)
  const starts = question.starts.map((start) => minuteOf(start.getTime()))
  if (starts.length === 0) return []
  const places = new SpanPlaces(starts, plannedAlone(spans), machineIds)
  const moves = new SpanPlaces(starts, spans, machineIds)
  const edges = places.edges
  // What divides time makes several totals of one context, and must not refuse a question for that.
  const most = 3 * answerRows.contexts

  const rows = async (
    { base }: Divided,
    stretches: readonly MachineStretch[],
    hours: CurrentHours,
  ) => {
    const { tables, ...steps } = rowSteps(stretches, byUser ? noHours : hours, edges)
    const params = {
      ...steps,
      ...filterLists(filter),
      ...places.params(stretches),
      by: [...by],
      most: most + 1,
    }
    await selectRows(
      telemetry.context,
      { name: 'read.plannedTotals', sql: spanSql[tables], params, columns },
      (all) => {
        for (const row of all) base[row.part]?.add(contextOf(row))
        check(base)
      },
    )
  }

  const check = (found: readonly ContextSums[]) =>
    checkRows(
      found.reduce((sum, { size }) => sum + size, 0),
      most,
    )

  /** Takes time that did not run from where the plan has it, to where it belongs. */
  const move = ({ base, moved }: Divided, at: number, place: number, time: MovedTime) => {
    const event = { ...time, packs: 0n, rejects: null, stops: 0 }
    base[places.placeAt(time.machineId, at)]?.addEvent({ ...event, ms: -time.ms })
    moved[place]?.addEvent(event)
  }

  const sumsOf = (count: number) => Array.from({ length: count }, () => new ContextSums(filter, by))
  const found = await readWindow<Divided>(telemetry, scope, question, {
    begin: () => ({ base: sumsOf(places.size), moved: sumsOf(moves.size) }),
    cuts: edges.slice(1),
    rows,
    ...(!byUser && {
      remembered: ({ base }, { machineId, from, to }, held) => {
        for (const [first, last] of partsOf(places.edgesOf(machineId), from, to)) {
          const place = base[places.placeAt(machineId, first)]
          for (const total of held.contexts(first, last)) {
            if (total.ms > 0 || total.packs > 0n || total.rejects !== null) {
              place?.addEvent({ machineId, ...total })
            }
          }
        }
      },
    }),
    wholeMinutes: async (sums, stretches, view) => {
      const { context } = telemetry
      for (const { at, place, ...time } of await movedTimes(
        context,
        view,
        stretches,
        moves,
        byUser,
      )) {
        move(sums, at, place, time)
      }
      check([...sums.base, ...sums.moved])
    },
    event: (sums, event) => {
      const { machineId, from, to, ms, category } = event
      sums.base[places.placeAt(machineId, ms === 0 ? to : from)]?.addEvent(event)
      if (ms === 0 || category === 'run') return
      for (const piece of moves.piecesOf(machineId, from, to)) {
        if (!isMoved(moves.of(piece.place).mark)) continue
        move(sums, from, piece.place, { ...event, ms: piece.to - piece.from })
      }
    },
  })
  const parts: PlannedTotal<TotalBy<By>>[][] = starts.map(() => [])
  const addAll = (sums: readonly ContextSums[], of: SpanPlaces) => {
    for (const [index, one] of sums.entries()) {
      const { part, mark } = of.of(index)
      const totals: TotalBy<By>[] = one.totals()
      for (const total of totals) {
        // What was moved as a whole leaves nothing, unless stops began in it.
        const { ms, packs, rejects, stops } = total
        if (ms === 0 && packs === 0n && rejects === null && stops === 0) continue
        parts[part]?.push({ ...total, ...mark })
      }
    }
  }
  addAll(found.base, places)
  addAll(found.moved, moves)
  return parts
}

/** Sums by the plan alone, and what labels and modes have of them. */
type Divided = { readonly base: readonly ContextSums[]; readonly moved: readonly ContextSums[] }
type MovedTime = Pick<ContextTotal, 'ms' | 'user'> & Omit<StoodTime, 'from' | 'to' | 'user'>

const isByUser = (by: readonly Dimension[]) => by.includes('user')

/** A piece of an event, which has no hole: a stop begins, and packs are counted, in the first one. */
export function pieceOf<Event extends FoldEvent>(
  event: Event,
  { from, to }: { readonly from: number; readonly to: number },
): Event {
  if (from === event.from && to === event.to) return event
  const more = from === event.from ? {} : { packs: 0n, rejects: null, stops: 0 }
  return { ...event, from, to, ms: to - from, ...more }
}
