import { AppError, type Category, type ClientScope, unknownState } from '@packboard/model'
import { minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { Telemetry } from '../store.ts'
import { emitMinutes } from './intervalMinutes.ts'
import { IntervalRows, type ReportedTime } from './intervalRows.ts'
import { edgeEvents, namesHold } from './rawEdges.ts'
import { offlineGaps } from './stateStrip.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** A stretch of one machine in one state, category, product, tool, user and stop cause, as long as it lasted. */
export type Interval = {
  readonly machineId: number
  readonly from: Date
  /** Equal to `from` for packs that end no time inside the window. */
  readonly to: Date
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly causeGroup: string
  readonly cause: string
  /** Observed time. Packs after a gap have a row of category `offline` with 0; a gap that was requested has its length. */
  readonly ms: number
  /** Billionths. */
  readonly packs: bigint
  readonly rejects: bigint | null
  readonly stops: number
  /** By the machine's own counters, in a gap: `from` to `to` is the gap, and when in it is not known (D71). */
  readonly recovered: boolean
}

export type IntervalQuestion = WindowQuestion & {
  /** `next` of the page before; null begins. */
  readonly after: string | null
  readonly limit: number
  /** Only time of this category. */
  readonly category?: Category
  /** Only rows that counted packs. */
  readonly withPacksOnly?: boolean
  /** Only what was recovered of gaps, or only what was observed. */
  readonly recovered?: boolean
  /** Whole minutes that divide the intervals of a machine, in order: ms since 1970. */
  readonly cuts?: ReadonlyMap<number, readonly number[]>
  /** The gaps instead: time without data. They have no context, so no filter applies to them. */
  readonly offline?: boolean
}

export type IntervalPage = { readonly rows: Interval[]; readonly next: string | null }

/** The first step is this long; where it finds little, the next one is longer. */
const firstLookMs = 24 * 60 * minuteMs

/**
 * The intervals that make up a figure, machine by machine in the order given, then by time; all pages together are the
 * figure. A page begins where the one before ended, and reads no more than it needs.
 */
export async function intervals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: IntervalQuestion,
): Promise<IntervalPage> {
  const { machineIds, limit, after } = question
  const cursor = after === null ? null : decodeCursor(after)
  const first = cursor === null ? 0 : machineIds.indexOf(cursor.machineId)
  if (first < 0) throw notACursor()
  const rows: Interval[] = []
  for (const machineId of machineIds.slice(first)) {
    if (rows.length === limit) {
      return { rows, next: encodeCursor({ machineId, from: null, skip: 0 }) }
    }
    const begin = cursor?.machineId === machineId ? cursor : { machineId, from: null, skip: 0 }
    const wanted = { ...question, limit: limit - rows.length }
    const page = await (question.offline ? gapsFrom : intervalsFrom)(
      telemetry,
      scope,
      wanted,
      begin,
    )
    rows.push(...page.rows)
    if (page.next !== null) return { rows, next: encodeCursor({ machineId, ...page.next }) }
  }
  return { rows, next: null }
}

type MachinePage = {
  readonly rows: Interval[]
  readonly next: Pick<IntervalCursor, 'from' | 'skip'> | null
}

async function intervalsFrom(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { period, filter, category, withPacksOnly, recovered, cuts, limit }: IntervalQuestion,
  { machineId, from: anchor, skip }: IntervalCursor,
): Promise<MachinePage> {
  const to = period.to.getTime()
  const from = Math.max(period.from.getTime(), anchor ?? Number.NEGATIVE_INFINITY)
  if (from >= to) return { rows: [], next: null }
  const place = { clientId, machineId }
  const ask = async (view: LedgerView): Promise<MachinePage> => {
    const wanted = { filter, category, withPacksOnly, recovered, anchor, skip, limit }
    const own = cuts?.get(machineId) ?? []
    const rows = new IntervalRows({ ...wanted, cuts: own })
    const certain = view.uncertainFrom(machineId)
    const last = Math.min(minuteOf(to), certain)
    let first = minuteOf(from)
    let look = firstLookMs
    if (certain >= to) await namesHold(context, view, [place], to)
    while (first < last && !rows.isFull()) {
      const nextCut = own.find((cut) => cut > first) ?? Number.POSITIVE_INFINITY
      const end = Math.min(last, first + look, nextCut)
      const slice = { ...place, first, last: end, from, to, filter, category }
      await emitMinutes(context, view, slice, (reported) => {
        for (const one of reported) rows.add(one)
        return rows.isFull()
      })
      first = end
      look *= 4
    }
    const edge = { ...place, start: last, from, to }
    // Read although the page may be full: newer records may have renamed a stop of this page.
    const [tail = []] = last < to ? await edgeEvents(context, view, [edge], true) : []
    const ended = !rows.isFull()
    if (ended) for (const event of tail) rows.add(event)
    const page = rows.page(ended)
    return { rows: page.rows.map(interval), next: page.next }
  }
  return context.ledger.read([machineId], to, ask, 'names')
}

async function gapsFrom(
  telemetry: Telemetry,
  scope: ClientScope,
  { period, limit }: IntervalQuestion,
  { machineId, from }: IntervalCursor,
): Promise<MachinePage> {
  const rest = { from: from === null ? period.from : new Date(from), to: period.to }
  const gaps =
    (await offlineGaps(telemetry, scope, { machineIds: [machineId], period: rest })).get(
      machineId,
    ) ?? []
  const reported = gaps.slice(0, limit)
  const more = gaps[limit]
  return {
    rows: reported.map((gap) =>
      interval({ ...noContext, ...gap, machineId, ms: gap.to - gap.from }),
    ),
    next: more === undefined ? null : { from: more.from, skip: 0 },
  }
}

const noContext = {
  state: unknownState,
  category: 'offline',
  product: '',
  tool: '',
  user: '',
  causeGroup: '',
  cause: '',
  packs: 0n,
  rejects: null,
  stops: 0,
  recovered: null,
} as const

function interval({ from, to, recovered, ...reported }: ReportedTime): Interval {
  const { machineId, state, category, product, tool, user, causeGroup, cause } = reported
  const { ms, packs, rejects, stops } = reported
  return {
    machineId,
    from: new Date(from),
    to: new Date(to),
    state,
    category,
    product,
    tool,
    user,
    causeGroup,
    cause,
    ms,
    packs,
    rejects,
    stops,
    recovered: recovered !== null,
  }
}

/** Where the next page of intervals begins; opaque to clients. */
type IntervalCursor = {
  readonly machineId: number
  /** The beginning of an interval; null: of the window. */
  readonly from: number | null
  /** How many rows from there on were on earlier pages. */
  readonly skip: number
}

function encodeCursor({ machineId, from, skip }: IntervalCursor): string {
  return `${machineId}.${from ?? ''}.${skip}`
}

const pattern = /^(\d{1,10})\.(-?\d{1,15})?\.(\d{1,9})$/

/** A text that no page returned is reported as an error of the field `after`. */
function decodeCursor(text: string): IntervalCursor {
  const [, machineId, from, skip] = pattern.exec(text) ?? []
  if (machineId === undefined) throw notACursor()
  return {
    machineId: Number(machineId),
    from: from === undefined ? null : Number(from),
    skip: Number(skip),
  }
}

/** This was not returned as `next` by a page of the same query. */
function notACursor(): AppError {
  const message = 'This is not the end of a page.'
  return new AppError('request.invalid', { fields: [{ field: 'after', message }] })
}
