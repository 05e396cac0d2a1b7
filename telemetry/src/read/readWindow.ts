import type { Category, ClientScope, Period } from '@packboard/model'
import { type Carry, decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import { hourFrom, hourMs } from '../ledger/fold/hour.ts'
import { type Count, type FoldSink, MachineFold } from '../ledger/fold/machineFold.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { Recovery } from '../ledger/fold/recovery.ts'
import type { Stop } from '../ledger/fold/stops.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import { ledgerOf } from '../ledger/ledgerOf.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineMinutes } from '../ledger/machineMinutes.ts'
import type { HeldSums } from '../ledger/rememberedSteps.ts'
import type { MachinePlace, MachineStretch } from '../ledger/store/machinePlace.ts'
import { minutesBefore } from '../ledger/store/readMinutes.ts'
import { readSamples } from '../ledger/store/readRecords.ts'
import type { Telemetry } from '../store.ts'
import { type Edge, namedEdges, namesHold } from './namedEdges.ts'
import type { FoldEvent } from './namedFold.ts'
import { SliceTurns, sliceMs } from './sliceTurns.ts'
import { rangePieces } from './timeSteps.ts'

/** What a question about a window is about. */
export type WindowOfMachines = {
  readonly machineIds: readonly number[]
  readonly period: Period
  /**
   * Does not wait until late records from more than two hours before this instant, and before the window, are in the ledger: a live
   * page shows what there is while months pour in, and learns of the change by `revision`.
   */
  readonly leavesOutBefore?: Date
}

/** How a query builds its answer. It may run twice, so each run begins with a new collection. */
type WindowParts<Collection> = {
  begin(): Collection
  /** Whole minutes: rows of the ledger, one SQL query for all machines; `hours` may stand for their minutes. */
  rows(
    collection: Collection,
    stretches: readonly MachineStretch[],
    hours: CurrentHours,
    view: LedgerView,
  ): Promise<void>
  /** Whole minutes of one machine that are in memory; without it they are read as `rows`. */
  remembered?(collection: Collection, stretch: RememberedStretch, sums: HeldSums): void
  /** The same, for what is more than sums. */
  rememberedMinutes?(
    collection: Collection,
    stretch: RememberedStretch,
    minutes: MachineMinutes,
  ): void
  /**
   * For sums that hours may stand for: the instants that divide them. Hours that are in memory are `remembered`, too, unless one of
   * these lies inside an hour.
   */
  readonly cuts?: readonly number[]
  /** Once, with all whole minutes, wherever they are read: adds what no sum says of them. */
  wholeMinutes?(
    collection: Collection,
    stretches: readonly MachineStretch[],
    view: LedgerView,
  ): Promise<void>
} & ReadsEdges<Collection>

type RememberedStretch = MachinePlace & { readonly from: number; readonly to: number }

/** Time that is not covered by rows arrives here, folded from raw by the same code that makes the rows. */
type ReadsEdges<Collection> =
  | { sink(collection: Collection, machineId: number): FoldSink }
  /** With the names of stops. Slower, because alarms are read and a stop may have to be followed beyond the window. */
  | { event(collection: Collection, event: FoldEvent): void }

/**
 * Builds a window: whole minutes from the ledger, the ragged edges and whatever is newer than the ledger from
 * raw. So an answer is exact, to the millisecond, for all that is durable at the time of the request.
 */
export async function readWindow<Collection>(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineIds, period, leavesOutBefore }: WindowOfMachines,
  parts: WindowParts<Collection>,
): Promise<Collection> {
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return parts.begin()
  const named = 'event' in parts
  const ask = async (view: LedgerView) => {
    const collection = parts.begin()
    const cuts = wanted.map((machineId) => cut(view, { ...scope, machineId }, from, to))
    const remember = parts.rememberedMinutes ?? parts.remembered
    const older: RememberedStretch[] = []
    for (const stretch of cuts.flatMap(({ rows }) => rows)) {
      const minutes = remember ? view.minutesOf(stretch) : null
      // What is left for the store ends with an hour, so that it can be read as hours.
      const begin = !minutes || minutes.from <= stretch.from ? stretch.from : hourFrom(minutes.from)
      if (!minutes || begin >= stretch.to) older.push(stretch)
      else {
        remember?.(collection, { ...stretch, from: begin }, minutes)
        if (begin > stretch.from) older.push({ ...stretch, to: begin })
      }
    }
    const left = await fromHeldSums(view, older, parts, collection)
    const heads = cuts.flatMap(({ head }) => head)
    const tails = cuts.flatMap(({ tail }) => tail)
    const fold = async (edges: readonly Edge[]) => {
      if (!named) return foldEdges(telemetry, view, edges, (id) => parts.sink(collection, id))
      for (const event of await namedEdges(telemetry.context, view, edges)) {
        parts.event(collection, event)
      }
    }
    const withoutTail = cuts.filter(({ machineId, head, tail }) =>
      [...head, ...tail].every((edge) => edge.to <= view.uncertainFrom(machineId)),
    )
    await Promise.all([
      ...left
        .filter(({ length }) => length > 0)
        .map((stretches) => parts.rows(collection, stretches, view.hours, view)),
      parts.wholeMinutes?.(
        collection,
        cuts.flatMap(({ rows }) => rows),
        view,
      ),
      fold(heads),
      fold(tails),
      named ? namesHold(telemetry.context, view, withoutTail, to) : undefined,
    ])
    return collection
  }
  const begin = leavesOutBefore && Math.min(from, leavesOutBefore.getTime())
  return ledgerOf(telemetry.context).read(wanted, to, ask, named ? 'names' : 'sums', begin)
}

/** Fewer rows than this are added up at once. */
const fewRows = 500
const turns = new SliceTurns()

/**
 * Adds up the hours and days that are in memory; gives what is left for the store, before them and after them: a query has at most one stretch
 * of each machine.
 */
async function fromHeldSums<Collection>(
  { hours, heldSums }: LedgerView,
  stretches: readonly RememberedStretch[],
  { cuts, remembered }: Pick<WindowParts<Collection>, 'cuts' | 'remembered'>,
  collection: Collection,
): Promise<RememberedStretch[][]> {
  if (!heldSums || !remembered || !cuts || cuts.some((cut) => cut % hourMs !== 0)) {
    return [[...stretches]]
  }
  const byDays = cuts.length === 0
  const before: RememberedStretch[] = []
  const after: RememberedStretch[] = []
  const missed: RememberedStretch[] = []
  let [rows, since]: [number, number | null] = [0, null]
  for (const stretch of stretches) {
    const range = hours.current(stretch.machineId, stretch.from, stretch.to)
    const held = range ? heldSums.held(stretch, range, byDays) : []
    const from = held[0]?.from ?? stretch.to
    const to = held.at(-1)?.to ?? stretch.to
    if (range && (from > range.from || to < range.to)) missed.push({ ...stretch, ...range })
    for (const { sums, ...part } of held) {
      rows += sums.length
      for (const piece of rangePieces(part, sums.length)) {
        if (rows > fewRows && (since === null || performance.now() - since > sliceMs)) {
          await turns.next(stretch.clientId)
          since = performance.now()
        }
        remembered(collection, { ...stretch, ...piece }, sums)
      }
    }
    if (stretch.from < from) before.push({ ...stretch, to: from })
    if (to < stretch.to) after.push({ ...stretch, from: to })
  }
  heldSums.want(missed, byDays)
  return [before, after]
}

type Cut = MachinePlace & {
  readonly rows: RememberedStretch[]
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

/** Folds edges, each from the carry of the newest row before it. At most one edge for each machine. */
async function foldEdges(
  { context }: Telemetry,
  view: LedgerView,
  edges: readonly Edge[],
  sinkOf: (machineId: number) => FoldSink,
): Promise<void> {
  if (edges.length === 0) return
  const forgotten = edges.filter((edge) => view.remembered(edge, edge.start) === undefined)
  const found =
    forgotten.length > 0
      ? await minutesBefore(
          context,
          forgotten.map(({ clientId, machineId, start }) => ({
            clientId,
            machineId,
            before: start,
          })),
        )
      : undefined
  const begins = edges.map((edge) => {
    const before = found?.get(edge.machineId) ?? view.remembered(edge, edge.start)?.before ?? null
    return { ...edge, before, begin: before === null ? edge.start : before.minute + minuteMs }
  })
  // Read from where the row ended: a death may lie in a minute without a row.
  const samples = await readSamples(
    context,
    begins.map(({ clientId, machineId, begin, to }) => ({ clientId, machineId, from: begin, to })),
    view.revision,
  )
  for (const { machineId, before, begin, from, to } of begins) {
    const fold = new MachineFold(
      view.ruleOf(machineId),
      before === null ? emptyCarry() : decodeCarry(before.carry),
      begin,
      [],
      new ClippedSink(sinkOf(machineId), from, to),
    )
    for (const sample of samples.get(machineId) ?? []) fold.apply(sample)
    fold.advance(to)
  }
}

/** Passes on only the part inside [from, to). */
class ClippedSink implements FoldSink {
  readonly #sink: FoldSink
  readonly #from: number
  readonly #to: number

  constructor(sink: FoldSink, from: number, to: number) {
    this.#sink = sink
    this.#from = from
    this.#to = to
  }

  time(from: number, to: number, carry: Carry, category: Category, stop: Stop | null): void {
    const begin = Math.max(from, this.#from)
    const end = Math.min(to, this.#to)
    if (begin < end) this.#sink.time(begin, end, carry, category, stop)
  }

  recovered(from: number, to: number, carry: Carry, recovery: Recovery): void {
    const begin = Math.max(from, this.#from)
    const end = Math.min(to, this.#to)
    if (begin < end) this.#sink.recovered(begin, end, carry, recovery)
  }

  counted(at: number, carry: Carry, category: Category, stop: Stop | null, count: Count): void {
    if (this.#has(at)) this.#sink.counted(at, carry, category, stop, count)
  }

  sampled(at: number, carry: Carry, category: Category, stop: Stop | null): void {
    if (this.#has(at)) this.#sink.sampled(at, carry, category, stop)
  }

  #has(at: number): boolean {
    return at >= this.#from && at < this.#to
  }
}
