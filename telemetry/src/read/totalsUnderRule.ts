import type { ClientScope, Period } from '@packboard/model'
import { type Carry, decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import type { LedgerSample } from '../ledger/fold/ledgerRecords.ts'
import { type LedgerRule, ruleChange } from '../ledger/fold/ledgerRule.ts'
import { MachineFold } from '../ledger/fold/machineFold.ts'
import { dayMs, minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { ruleWith } from '../ledger/fold/recompute.ts'
import { RepairList } from '../ledger/fold/repairList.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { readSamples } from '../ledger/store/readRecords.ts'
import { minutesBefore } from '../ledger/store/readStretches.ts'
import type { MachineRule } from '../records.ts'
import { inSlices } from '../slices.ts'
import type { Telemetry } from '../store.ts'
import { answerRows } from './answerRows.ts'
import { type PlannedTotal, plannedTotals, type TotalBy } from './contextTotals.ts'
import { type MinuteRun, RunFinder } from './estimatedTarget.ts'
import type { Dimension } from './measures.ts'
import { EventSink, type FoldEvent } from './namedFold.ts'
import { recordsFrom } from './rawEdges.ts'
import { sumsOfEvents } from './sums.ts'
import type { UnplannedSpans } from './unplannedSpans.ts'

/** A rule that a machine does not have, or no longer. */
type OtherRule = Omit<MachineRule, 'clientId' | 'machineId' | 'rebuiltUntil'>

/**
 * From when on the minutes of a machine would be others under another rule, ms since 1970; null: none of those that have records. What
 * records that are gone once said stays (D53).
 */
export function movedFrom(
  { context }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
  rule: OtherRule,
): number | null {
  const extent = context.ledger
    .machinesWithRecords()
    .find((one) => one.machineId === machineId && one.clientId === clientId)
  if (extent === undefined) return null
  const { from, products } = ruleChange(context.ledger.ruleOf(machineId), rule)
  const first = Math.max(Math.min(from, ...products.values()), minuteOf(extent.oldest))
  return first > extent.newest + dayMs ? null : minuteOf(first)
}

/**
 * The oldest record of machines that is still there, ms, and whether it is the first that they ever sent; a machine without records is
 * absent.
 */
export async function firstRecords(
  { context }: Telemetry,
  { clientId }: ClientScope,
  machineIds: readonly number[],
): Promise<Map<number, { readonly oldest: number; readonly isFirst: boolean }>> {
  const wanted = new Set(machineIds)
  const extents = context.ledger
    .machinesWithRecords()
    .filter((one) => one.clientId === clientId && wanted.has(one.machineId))
  const places = extents.map(({ machineId, oldest }) => {
    return { clientId, machineId, before: minuteOf(oldest) }
  })
  const older = await minutesBefore(context, places)
  return new Map(
    extents.map(({ machineId, oldest }) => [machineId, { oldest, isFirst: !older.has(machineId) }]),
  )
}

/** The dimensions that a fold without alarms knows. */
type Unnamed = Exclude<Dimension, 'causeGroup' | 'cause' | 'user'>

/** Samples that are folded before it can rest: some tenths of a millisecond. */
const samplesAtOnce = 100
/** Repairs of gaps depend on each other: so many times all is folded again with those that were found. */
const passes = 4

/**
 * The totals of a machine in the parts of a window as they would be under another rule, and nothing is stored: before `from` those of its
 * ledger, from there on folded from its records by the code that makes the ledger, a day at a time and in slices. The cost is that of
 * the records after `from`.
 */
export async function totalsUnderRule<By extends Unnamed>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: {
    readonly machineId: number
    readonly rule: OtherRule
    /** Where the rule begins to differ (`movedFrom`), ms. */
    readonly from: number
    readonly period: Period
    /** Where parts begin: whole minutes, the first at or before the window. */
    readonly starts: readonly Date[]
    readonly by: readonly By[]
    readonly spans: UnplannedSpans
    readonly signal?: AbortSignal
    /** So far it is folded, ms. */
    readonly onProgress?: (until: number) => void
  },
): Promise<{
  readonly totals: PlannedTotal<TotalBy<By>>[][]
  /** Its minutes in full run from an instant on, ms, for the estimate of a target (D22). */
  readonly folded: { readonly from: number; readonly runs: readonly MinuteRun[] }
}> {
  const { machineId, period, starts, by, spans } = question
  const window = { machineIds: [machineId], filter: {}, period }
  const sumsQuestion = {
    ...({ ...window, name: 'read.totalsUnderRule', numbers: 'contexts', by, spans } as const),
    starts: starts.map((start) => minuteOf(start.getTime())),
    most: 3 * answerRows.contexts,
  }
  const place = { clientId: scope.clientId, machineId }
  const { start, sums } = await foldedFrom(telemetry.context, place, question, () => {
    const totals = sumsOfEvents(sumsQuestion)
    const finder = new RunFinder()
    return {
      ...{ totals, finder },
      add(events) {
        totals.add(events)
        finder.add(events)
      },
    }
  })
  const parts: PlannedTotal<TotalBy<By>>[][] = starts.map(() => [])
  if (start > period.from.getTime()) {
    const before = { from: period.from, to: new Date(Math.min(start, period.to.getTime())) }
    const known = await plannedTotals(telemetry, scope, {
      ...{ ...window, period: before, by, starts, spans },
    })
    known.forEach((totals, part) => {
      parts[part]?.push(...totals)
    })
  }
  for (const { part, mark, total } of sums.totals.all()) parts[part]?.push({ ...total, ...mark })
  sums.finder.end()
  return { totals: parts, folded: { from: start, runs: sums.finder.runs } }
}

type Summing = { add(events: readonly FoldEvent[]): void }

/** Folds until the gaps of the machine are repaired as its records say under the rule; `start` may lie before the change then. */
async function foldedFrom<Sums extends Summing>(
  context: OpenContext,
  place: MachinePlace,
  question: Pick<Parameters<typeof totalsUnderRule>[2], 'rule' | 'from' | 'period' | 'signal'> & {
    readonly onProgress?: (until: number) => void
  },
  open: () => Sums,
): Promise<{ readonly start: number; readonly sums: Sums }> {
  const { machineId } = place
  const known = [...(context.ledger.ruleOf(machineId).repairs ?? new Map()).values()]
  let repairs = RepairList.none.with(new Map(known.map((one) => [one.to, one])))
  let start = minuteOf(Math.max(question.from, question.period.from.getTime()))
  for (let pass = 1; ; pass += 1) {
    const sums = open()
    const rule = ruleWith(question.rule, repairs)
    const found = await fold(context, place, { ...question, rule, start }, sums)
    const changes = repairs.changes(found, start, null)
    if (changes.size === 0 || pass === passes) return { start, sums }
    start = Math.min(start, minuteOf(repairs.firstChanged(changes)))
    repairs = repairs.with(changes)
  }
}

async function fold(
  context: OpenContext,
  place: MachinePlace,
  {
    rule,
    start,
    period,
    signal,
    onProgress,
  }: {
    readonly rule: LedgerRule
    readonly start: number
    readonly period: Period
    readonly signal?: AbortSignal | undefined
    readonly onProgress?: ((until: number) => void) | undefined
  },
  sums: Summing,
): Promise<MachineFold['found']> {
  const { clientId, machineId } = place
  const { row, revision } = await context.ledger.read([machineId], start, async (view) => {
    const rows = await minutesBefore(context, [{ clientId, machineId, before: start }])
    return { row: rows.get(machineId) ?? null, revision: view.revision }
  })
  const carry: Carry = row === null ? emptyCarry() : decodeCarry(row.carry)
  const [from, to] = [Math.max(start, period.from.getTime()), period.to.getTime()]
  const sink = new EventSink({ machineId, rule, from, to })
  const begin = row === null ? start : row.minute + minuteMs
  const machine = new MachineFold(rule, carry, begin, [], sink)
  const end = minuteFrom(to)
  let at = recordsFrom(row, start)
  while (at < end) {
    signal?.throwIfAborted()
    // After a silence the row before may be long ago.
    const until = Math.min(Math.max(at - (at % dayMs) + dayMs, start), end)
    const read = await readSamples(context, [{ ...place, from: at, to: until }], revision)
    const samples = read.get(machineId) ?? []
    await inSlices('preview', foldSteps({ machine, sink, sums }, samples, until))
    onProgress?.(Math.min(until, to))
    at = until
  }
  return machine.found
}

function* foldSteps(
  { machine, sink, sums }: { machine: MachineFold; sink: EventSink; sums: Summing },
  samples: readonly LedgerSample[],
  until: number,
): Generator<void, void> {
  let folded = 0
  for (const sample of samples) {
    machine.apply(sample)
    folded += 1
    if (folded % samplesAtOnce !== 0) continue
    sums.add(sink.take())
    yield
  }
  machine.advance(until)
  sums.add(sink.take())
}
