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
  contextColumns,
  contextHolds,
  contextKey,
  contextOf,
  contextValues,
  type Dimension,
  dimensions,
  type TotalBy,
} from './contextTotals.ts'
import { minuteTimes, type StoodTime } from './minuteTimes.ts'
import type { FoldEvent } from './namedFold.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, rowSteps } from './rowSteps.ts'
import { partsOf, stepAt } from './stepAt.ts'
import { placeOfRow, type SpanMark, SpanPlaces, type UnplannedSpans } from './unplannedSpans.ts'
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
  const starts = question.starts.map((start) => minuteOf(start.getTime()))
  if (starts.length === 0) return []
  const most = answerRows.contexts

  const rows = async (
    parts: ContextSums[],
    stretches: readonly MachineStretch[],
    hours: CurrentHours,
  ) => {
    const { tables, ...steps } = rowSteps(stretches, hours, starts)
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
    remembered: (parts, { machineId, from, to }, held) => {
      for (const [first, last] of partsOf(starts, from, to)) {
        const sums = parts[stepAt(starts, first)]
        for (const total of held.contexts(first, last)) {
          if (total.ms > 0 || total.packs > 0n || total.rejects !== null) {
            sums?.addEvent({ machineId, ...total })
          }
        }
      }
    },
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
 * are the totals of `partTotals`, to the last digit. Spans may begin and end at any ms.
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
  const starts = question.starts.map((start) => minuteOf(start.getTime()))
  if (starts.length === 0) return []
  const places = new SpanPlaces(starts, spans, machineIds)
  const edges = places.edges
  // What divides time makes several totals of one context, and must not refuse a question for that.
  const most = 3 * answerRows.contexts

  const rows = async (
    found: ContextSums[],
    stretches: readonly MachineStretch[],
    hours: CurrentHours,
  ) => {
    const { tables, ...steps } = rowSteps(stretches, hours, edges)
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
        for (const row of all) found[row.part]?.add(contextOf(row))
        check(found)
      },
    )
  }

  const check = (found: readonly ContextSums[]) =>
    checkRows(
      found.reduce((sum, { size }) => sum + size, 0),
      most,
    )

  const cutMinutes = new Map(
    machineIds.map((machineId) => [machineId, places.cutMinutes(machineId)]),
  )
  const found = await readWindow<ContextSums[]>(telemetry, scope, question, {
    begin: () => Array.from({ length: places.size }, () => new ContextSums(filter, by)),
    cuts: edges.slice(1),
    rows,
    remembered: (sums, { machineId, from, to }, held) => {
      for (const [first, last] of partsOf(places.edgesOf(machineId), from, to)) {
        const place = sums[places.placeAt(machineId, first)]
        for (const total of held.contexts(first, last)) {
          if (total.ms > 0 || total.packs > 0n || total.rejects !== null) {
            place?.addEvent({ machineId, ...total })
          }
        }
      }
    },
    wholeMinutes: async (sums, stretches, view) => {
      for (const time of await minuteTimes(telemetry.context, view, stretches, cutMinutes)) {
        moveTime(sums, places, time)
      }
    },
    event: (sums, event) => {
      const { machineId, from, to, ms } = event
      if (ms === 0) sums[places.placeAt(machineId, to)]?.addEvent(event)
      else {
        for (const piece of places.piecesOf(machineId, from, to)) {
          sums[piece.place]?.addEvent(pieceOf(event, piece))
        }
      }
    },
  })
  check(found)
  const parts: PlannedTotal<TotalBy<By>>[][] = starts.map(() => [])
  for (const [place, sums] of found.entries()) {
    const { part, mark } = places.of(place)
    const totals: TotalBy<By>[] = sums.totals()
    for (const total of totals) parts[part]?.push({ ...total, ...mark })
  }
  return parts
}

/** Time of a minute that was added where the minute begins, added where it belongs. */
function moveTime(sums: readonly ContextSums[], places: SpanPlaces, time: StoodTime): void {
  const { machineId, from, to } = time
  const added = places.placeAt(machineId, minuteOf(from))
  for (const piece of places.piecesOf(machineId, from, to)) {
    if (piece.place === added) continue
    const ms = piece.to - piece.from
    const moved = { ...time, packs: 0n, rejects: null, stops: 0 }
    sums[added]?.addEvent({ ...moved, ms: -ms })
    sums[piece.place]?.addEvent({ ...moved, ms })
  }
}

/** A piece of an event, which has no hole: a stop begins, and packs are counted, in the first one. */
export function pieceOf<Event extends FoldEvent>(
  event: Event,
  { from, to }: { readonly from: number; readonly to: number },
): Event {
  if (from === event.from && to === event.to) return event
  const more = from === event.from ? {} : { packs: 0n, rejects: null, stops: 0 }
  return { ...event, from, to, ms: to - from, ...more }
}
