import type { ClientScope } from '@packboard/model'
import { currentQuestion } from '../clickhouse/question.ts'
import type { TelemetryContext } from '../context.ts'
import type { MachineMinutes } from '../ledger/cachedMinutes.ts'
import { hourFrom, minuteFrom, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { CachedSums, MachineRange } from '../ledger/pieceGrain.ts'
import type { CachedContext } from '../ledger/pieceRows.ts'
import type { MachinePlace, MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { cutSums, hoursWithCuts } from './cutSums.ts'
import { eventsAsOf } from './foldRaw.ts'
import type { FoldEvent } from './namedFold.ts'
import { type Edge, edgeEvents, namesHold } from './rawEdges.ts'
import { SliceTurns, sliceMs } from './sliceTurns.ts'
import { rangePieces } from './timeSteps.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** How an answer is built from what machines did. It may be built twice, so each time begins with a new collection. */
export type WindowParts<Collection> = {
  /** Stops have their names. Slower, because alarms are read and a stop may have to be followed beyond the window. */
  readonly named: boolean
  begin(): Collection
  /**
   * Whole minutes from rows of the ledger, one SQL query for all machines; the hours of the view may stand for their minutes. `addedHours`
   * are left out, which `cachedCut` was given; null: it was given none.
   */
  rows(
    collection: Collection,
    stretches: readonly MachineStretch[],
    view: LedgerView,
    addedHours: readonly MachineRange[] | null,
  ): Promise<void>
  /** Sums of whole minutes, hours or days of one machine that are cached; without it they are read as `rows`. */
  cached?(collection: Collection, stretch: CachedStretch, sums: CachedSums): void
  /** Whole minutes that are cached, for what is more than sums. */
  cachedMinutes?(collection: Collection, stretch: CachedStretch, minutes: MachineMinutes): void
  /** The whole minutes in order that divide the sums of a machine; without them no cached hours and days are added up. */
  cutsOf?(machineId: number): readonly number[]
  /** What a machine did in a part of an hour that a cut lies in; none lies in the part. */
  cachedCut?(collection: Collection, part: MachineRange, contexts: readonly CachedContext[]): void
  /** Once, with all whole minutes, wherever they are read: adds what no sum says of them. */
  wholeMinutes?(
    collection: Collection,
    stretches: readonly MachineStretch[],
    view: LedgerView,
  ): Promise<void>
  /** Time that rows do not cover, in order, folded from raw by the same code that makes the rows; of one machine at a time. */
  events(collection: Collection, events: readonly FoldEvent[]): void
}

export type CachedStretch = MachinePlace & { readonly from: number; readonly to: number }

/**
 * Builds a window: whole minutes from the ledger, the ragged edges and whatever is newer than the ledger from
 * raw. So an answer is exact, to the millisecond, for all that is durable at the time of the request.
 */
export async function readWindow<Collection>(
  { context }: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
  parts: WindowParts<Collection>,
): Promise<Collection> {
  const { machineIds, period, leavesOutBefore, receivedUntil } = question
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return parts.begin()
  if (receivedUntil !== undefined) {
    const asOf = { clientId: scope.clientId, from, to, receivedUntil }
    return context.ledger.read(wanted, from, async (view) => {
      const collection = parts.begin()
      for (const machineId of wanted) {
        parts.events(collection, await eventsAsOf(context, view, { ...asOf, machineId }))
      }
      return collection
    })
  }
  const ask = (view: LedgerView) => readView(context, view, scope, question, parts)
  const begin = readsFrom(from, leavesOutBefore)
  return context.ledger.read(wanted, to, ask, parts.named ? 'names' : 'sums', begin)
}

/**
 * From when on a reader of a window that begins at `from` needs all records, ms: what came late for the time more than two hours before does not
 * hold it up. undefined: it waits for all of them.
 */
export function readsFrom(from: number, leavesOutBefore?: Date): number | undefined {
  const before = leavesOutBefore?.getTime() ?? currentQuestion()?.leavesOutBefore
  return before === undefined ? undefined : Math.min(from, before)
}

/** The same for a reader that has a view of the ledger up to the end of the window. */
export async function readView<Collection>(
  context: TelemetryContext,
  view: LedgerView,
  { clientId }: ClientScope,
  { machineIds, period }: Pick<WindowOfMachines, 'machineIds' | 'period'>,
  parts: WindowParts<Collection>,
): Promise<Collection> {
  const collection = parts.begin()
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const cuts = [...new Set(machineIds)].map((machineId) =>
    cut(view, { clientId, machineId }, from, to),
  )
  const rows = cuts.flatMap((own) => own.rows)
  const { left, addedHours } = await fromCached(context, view, rows, parts, collection)
  const fold = async (edges: readonly Edge[]) => {
    const events = await edgeEvents(context, view, edges, parts.named)
    for (const own of events) parts.events(collection, own)
  }
  const withoutTail = cuts.filter(({ machineId, head, tail }) =>
    [...head, ...tail].every((edge) => edge.to <= view.uncertainFrom(machineId)),
  )
  await Promise.all([
    ...left
      .filter(({ length }) => length > 0)
      .map((stretches) => parts.rows(collection, stretches, view, addedHours)),
    parts.wholeMinutes?.(collection, rows, view),
    fold(cuts.flatMap(({ head }) => head)),
    fold(cuts.flatMap(({ tail }) => tail)),
    parts.named ? namesHold(context, view, withoutTail, to) : undefined,
  ])
  return collection
}

/** Takes the minutes that are cached, then hours and days; gives what is left for the store, at most one stretch of a machine in each list. */
async function fromCached<Collection>(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly CachedStretch[],
  parts: WindowParts<Collection>,
  collection: Collection,
): Promise<Left> {
  const take = parts.cachedMinutes ?? parts.cached
  const older: CachedStretch[] = []
  for (const stretch of stretches) {
    const minutes = take ? view.minutesOf(stretch) : null
    // What is left for the store ends with an hour, so that it can be read as hours.
    const begin = !minutes || minutes.from <= stretch.from ? stretch.from : hourFrom(minutes.from)
    if (!minutes || begin >= stretch.to) older.push(stretch)
    else {
      take?.(collection, { ...stretch, from: begin }, minutes)
      if (begin > stretch.from) older.push({ ...stretch, to: begin })
    }
  }
  return fromCachedSums(context, view, older, parts, collection)
}

/** What is left for the store: at most one stretch of a machine in each list, and the hours in them that were added up. */
type Left = {
  readonly left: CachedStretch[][]
  readonly addedHours: readonly MachineRange[] | null
}

/**
 * Adds up the parts of hours with a cut inside, then the hours and days that are cached; gives what is left for the store, before these and
 * after them.
 */
async function fromCachedSums<Collection>(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly CachedStretch[],
  parts: WindowParts<Collection>,
  collection: Collection,
): Promise<Left> {
  const { hours, cachedSums } = view
  const { cutsOf, cached, cachedCut } = parts
  if (!cutsOf || !cached || !cachedCut) return { left: [[...stretches]], addedHours: null }
  const ranges = stretches.map(({ machineId, from, to }) => hours.current(machineId, from, to))
  const cutHours = stretches.flatMap((stretch, i) => {
    const range = ranges[i]
    return range ? hoursWithCuts({ ...stretch, ...range }, cutsOf(stretch.machineId)) : []
  })
  const cut = await cutSums(context, view, cutHours)
  if (cut === null) return { left: [[...stretches]], addedHours: null }
  const slices = new Slices()
  for (const [range, contexts] of cut) {
    await slices.next(range.clientId, contexts.length)
    cachedCut(collection, range, contexts)
  }
  if (!cachedSums) return { left: [[...stretches]], addedHours: cutHours }
  const before: CachedStretch[] = []
  const after: CachedStretch[] = []
  const missed: (CachedStretch & { readonly cuts: readonly number[] })[] = []
  for (const [i, stretch] of stretches.entries()) {
    const range = ranges[i] ?? null
    const cuts = cutsOf(stretch.machineId)
    const found = range ? cachedSums.parts(stretch, range, cuts) : []
    const from = found[0]?.from ?? stretch.to
    const to = found.at(-1)?.to ?? stretch.to
    if (range && (from > range.from || to < range.to)) missed.push({ ...stretch, ...range, cuts })
    for (const { sums, ...part } of found) {
      if (sums === null) continue
      const count = sums.count(part.from, part.to)
      for (const piece of rangePieces(part, count)) {
        await slices.next(stretch.clientId, count)
        cached(collection, { ...stretch, ...piece }, sums)
      }
    }
    if (stretch.from < from) before.push({ ...stretch, to: from })
    if (to < stretch.to) after.push({ ...stretch, from: to })
  }
  cachedSums.want(missed)
  return { left: [before, after], addedHours: cutHours }
}

/** Fewer rows than this are added up at once. */
const fewRows = 500
const turns = new SliceTurns()

/** The slices of one question. */
class Slices {
  #rows = 0
  #since: number | null = null

  /** Before so many rows of a client are added up. */
  async next(clientId: number, rows: number): Promise<void> {
    this.#rows += rows
    if (this.#rows <= fewRows) return
    if (this.#since !== null && performance.now() - this.#since <= sliceMs) return
    await turns.next(clientId)
    this.#since = performance.now()
  }
}

type Cut = MachinePlace & {
  readonly rows: CachedStretch[]
  readonly head: Edge[]
  readonly tail: Edge[]
}

/** Which part of a window is read where. */
function cut(
  view: LedgerView,
  { clientId, machineId }: { readonly clientId: number; readonly machineId: number },
  from: number,
  to: number,
): Cut {
  const place = { clientId, machineId }
  const certain = view.uncertainFrom(machineId)
  const rowsFrom = minuteFrom(from)
  const rowsTo = Math.min(minuteOf(to), certain)
  if (rowsFrom >= rowsTo) {
    const start = Math.min(minuteOf(from), certain)
    return { ...place, rows: [], head: [{ ...place, start, from, to }], tail: [] }
  }
  return {
    ...place,
    rows: [{ ...place, from: rowsFrom, to: rowsTo }],
    head: from < rowsFrom ? [{ ...place, start: minuteOf(from), from, to: rowsFrom }] : [],
    tail: rowsTo < to ? [{ ...place, start: rowsTo, from: rowsTo, to }] : [],
  }
}
