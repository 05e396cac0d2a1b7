import { type ClientScope, isStandingTime, type Period, type TimeSpan } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { StopTime, TimePart } from '../ledger/cachedReads.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import type { Context } from './contextFilter.ts'
import { momentsAt } from './momentsAt.ts'
import { stopsBetween } from './stops.ts'
import { stopTimeParts } from './stopTimeParts.ts'
import type { UnplannedSpans } from './unplannedSpans.ts'

/** A stop (D18) between the runs around it. */
export type StopLength = {
  readonly machineId: number
  /** Its first observed moment, which lies in the window, and what the machine was doing then. */
  readonly at: Date
  readonly first: Context
  /** When the run before it ended and the run after it began; null where that is not within reach of the window. */
  readonly ranUntil: Date | null
  readonly runAgain: Date | null
  /** Observed time within reach; of a stop between two runs that is all of it. */
  readonly ms: number
  /** Of its observed time within reach, what is planned time (D115), in pieces that hold no cut; ms since 1970. */
  readonly planned: readonly { readonly from: number; readonly ms: number }[]
  /** The run after it has another product than the run before; both products are known. */
  readonly changedTo: { readonly product: string; readonly tool: string } | null
}

/**
 * The stops of machines whose first observed moment lies in a window, machine by machine, so that no more than the time of one machine
 * is in memory. Runs are followed for `reachMs` before and after the window, and not beyond the present.
 */
export async function stopLengths(
  telemetry: Telemetry,
  scope: ClientScope,
  {
    machineIds,
    period,
    reachMs,
    present,
    spans,
    cuts = [],
  }: {
    readonly machineIds: readonly number[]
    readonly period: Period
    readonly reachMs: number
    readonly present: Date
    /** What takes time out of planned time; absent: nothing does. */
    readonly spans?: UnplannedSpans | undefined
    /** Instants that divide planned time, beside the end of the window. */
    readonly cuts?: readonly number[]
  },
): Promise<StopLength[]> {
  const wanted = [...new Set(machineIds)]
  if (period.from >= period.to || wanted.length === 0) return []
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const within = {
    from: new Date(from - reachMs),
    to: new Date(Math.max(to, Math.min(to + reachMs, present.getTime()))),
  }
  const found: Length[] = []
  for (const machineId of wanted) {
    const question = { machineIds: [machineId], period: within }
    const own = spans?.get(machineId) ?? []
    const divided = new Map([[machineId, cutsOf(own, [...cuts, to])]])
    const parts = await stopTimeParts(telemetry, scope, question, divided)
    for (const length of lengthsOf(machineId, parts, period, own)) found.push(length)
    checkRows(found.length, answerRows.stopParts)
  }
  const changes = await productChanges(telemetry, scope, { machineIds: wanted, period, found })
  return found.map(({ from, ranUntil, runAgain, ...length }) => ({
    ...length,
    at: new Date(from),
    ranUntil: ranUntil === null ? null : new Date(ranUntil),
    runAgain: runAgain === null ? null : new Date(runAgain),
    changedTo: changes.get(keyOf(length.machineId, from)) ?? null,
  }))
}

/** Where planned time begins and ends, and these instants. */
const cutsOf = (spans: readonly TimeSpan[], more: readonly number[]) => {
  const edges = spans.filter(({ under }) => under !== null).flatMap((span) => [span.from, span.to])
  return [...new Set([...edges, ...more])].sort((a, b) => a - b)
}

type Length = Pick<StopLength, 'machineId' | 'first' | 'ms' | 'planned'> & {
  readonly from: number
  readonly ranUntil: number | null
  readonly runAgain: number | null
}

function lengthsOf(
  machineId: number,
  parts: readonly TimePart[],
  period: Period,
  spans: readonly TimeSpan[],
): Length[] {
  const found: Length[] = []
  const isPlanned = (at: number) =>
    !spans.some(({ from, to, under }) => under !== null && from <= at && at < to)
  for (const { parts: stood, ranUntil, runAgain } of stopsBetween(parts)) {
    const from = stood[0]?.from ?? 0
    if (from < period.from.getTime() || from >= period.to.getTime()) continue
    let first: Context | null = null
    let ms = 0
    const planned: { from: number; ms: number }[] = []
    for (const { from: begin, stood: part } of stood) {
      const { causeGroup, times } = part
      const piece = { from: begin, ms: 0 }
      if (isPlanned(begin)) planned.push(piece)
      for (const time of times) {
        ms += time.ms
        if (isStandingTime(time.category)) piece.ms += time.ms
        if (time.stops > 0) first = contextOf(time, causeGroup)
      }
    }
    // Without its first moment it began before what is read.
    if (first === null) continue
    found.push({ machineId, from, ranUntil, runAgain, first, ms, planned })
  }
  return found
}

function contextOf({ state, category, product, tool }: StopTime, causeGroup: string): Context {
  return { state, category, product, tool, causeGroup }
}

const keyOf = (machineId: number, at: number) => `${machineId}|${at}`

/** Minutes with several products, or with others than the minute before. */
const changedSql = `
  WITH minutes AS (
    SELECT machine_id, toInt64(toUnixTimestamp(minute)) * 1000 AS start,
      arraySort(arrayDistinct(arrayFilter(
        (product, category, ms) -> category != 'offline' AND ms > 0, pieces.product, pieces.category, pieces.ms
      ))) AS products
    FROM minute_ledger FINAL
    PREWHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
  )
  SELECT machine_id AS machineId, start AS changedAt
  FROM (
    SELECT machine_id, start, products, lagInFrame(products, 1) OVER (
      PARTITION BY machine_id ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS before
    FROM minutes
    WHERE notEmpty(products)
  )
  WHERE length(products) > 1 OR products != before
  ORDER BY machineId, changedAt
  LIMIT {most:UInt32}
`

/** The stops that lie between runs of two products, by machine and first moment, with what the second run has. */
async function productChanges(
  { context }: Telemetry,
  { clientId }: ClientScope,
  {
    machineIds,
    period,
    found,
  }: {
    readonly machineIds: readonly number[]
    readonly period: Period
    readonly found: readonly Length[]
  },
): Promise<Map<string, { product: string; tool: string }>> {
  const changes = new Map<string, { product: string; tool: string }>()
  const between = found.flatMap((length) =>
    length.ranUntil === null || length.runAgain === null
      ? []
      : [{ ...length, ranUntil: length.ranUntil, runAgain: length.runAgain }],
  )
  if (between.length === 0) return changes
  const last = between.reduce((most, { runAgain }) => Math.max(most, runAgain), 0)
  return context.ledger.read(machineIds, minuteFrom(last + 1), async (view) => {
    changes.clear()
    const minutes = await changedMinutes(context, { clientId, machineIds, ...period, last })
    const candidates = between.filter((length) => mayChange(length, minutes, view))
    const instants = candidates.flatMap(({ machineId, ranUntil, runAgain }) => [
      { machineId, at: ranUntil - 1 },
      { machineId, at: runAgain },
    ])
    const momentAt = await momentsAt(context, view, { clientId, instants, named: false })
    for (const { machineId, from, ranUntil, runAgain } of candidates) {
      const before = momentAt({ machineId, at: ranUntil - 1 })
      const after = momentAt({ machineId, at: runAgain })
      if (!before?.product || !after?.product || before.product === after.product) continue
      changes.set(keyOf(machineId, from), { product: after.product, tool: after.tool })
    }
    return changes
  })
}

/** The minutes of each machine in which products changed, in order. */
async function changedMinutes(
  context: OpenContext,
  {
    last,
    from,
    ...question
  }: Period & {
    readonly clientId: number
    readonly machineIds: readonly number[]
    /** The last run that matters began then. */
    readonly last: number
  },
): Promise<Map<number, number[]>> {
  const minutes = new Map<number, number[]>()
  let rows = 0
  await selectRows(
    context,
    {
      name: 'read.stopLengths.changes',
      sql: changedSql,
      params: {
        ...question,
        from: new Date(minuteOf(from.getTime())),
        to: new Date(minuteFrom(last + 1)),
        most: answerRows.contexts + 1,
      },
      columns: { machineId: 'UInt32', changedAt: 'Int64' },
    },
    (found) => {
      for (const { machineId, changedAt } of found) {
        const own = minutes.get(machineId)
        if (own === undefined) minutes.set(machineId, [Number(changedAt)])
        else own.push(Number(changedAt))
      }
      rows += found.length
      checkRows(rows, answerRows.contexts)
    },
  )
  return minutes
}

/** Only stops around such a minute, and those that the rows do not cover yet, are looked at one by one. */
function mayChange(
  {
    machineId,
    ranUntil,
    runAgain,
  }: { readonly machineId: number; readonly ranUntil: number; readonly runAgain: number },
  minutes: ReadonlyMap<number, readonly number[]>,
  view: LedgerView,
): boolean {
  const [first, end] = [minuteOf(ranUntil - 1), minuteOf(runAgain) + minuteMs]
  if (end > view.uncertainFrom(machineId)) return true
  return (minutes.get(machineId) ?? []).some((minute) => first <= minute && minute < end)
}
