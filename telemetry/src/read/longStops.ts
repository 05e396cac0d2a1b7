import { type ClientScope, recoveredState } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { TimePart } from '../ledger/cachedReads.ts'
import { categoryOf } from '../ledger/fold/ledgerMinute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { readWindow } from './readWindow.ts'
import { groupKind, partsOfGroups, type StopGroup, spansOf, spanTexts } from './stopGroups.ts'
import { foldMinutes, stopPart } from './stopMinutes.ts'
import { stopsBetween } from './stops.ts'
import { stopTimeParts } from './stopTimeParts.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** A stop (D18) with at least so much observed time. Instants are ms since 1970. */
export type LongStop = {
  readonly machineId: number
  /** Its first observed moment in the window, and when it was observed last. */
  readonly from: number
  readonly to: number
  /** When the run before it ended and the one after it began; null where the window holds none. */
  readonly ranUntil: number | null
  readonly runAgain: number | null
  /** The first-out alarm, or '' and the name of the first state. */
  readonly causeGroup: string
  readonly cause: string
  /** How much of it was observed, ms. */
  readonly observedMs: number
  /** Its time in order; observed less than its length, a piece holds a silence. */
  readonly pieces: readonly { readonly from: number; readonly to: number; readonly ms: number }[]
  /** The state that it began with, or was in at the beginning of the window. */
  readonly firstState: number
}

/** Of a minute: whether it has run (1), time outside run (2) or both (3), and how much time was observed outside run. */
const minuteKind =
  `toUInt8(arrayExists((category, ms) -> category = 'run' AND ms > 0, pieces.category, pieces.ms)
          + 2 * arrayExists((category, ms) -> category NOT IN ('run', 'offline') AND ms > 0, pieces.category, pieces.ms)) AS kind,
        has(spans.state, {recovered:Int32}) AS hasRecovered,
        kind IN (1, 3) AND NOT hasRecovered AS ran` as const
const isKnown =
  'kind > 0 AND NOT arrayAll(state -> state = {recovered:Int32}, spans.state)' as const

/**
 * As in `stopMinutes.ts`, but only of stops that may be long: between two minutes with run, and in these two, there is so much observed time
 * outside run. The minutes with run before and after such a stop come too, as its edges lie in them. The first and the last stop of a
 * machine come however short they are: they may go on in what is read elsewhere. So does one with a minute that was recovered, which
 * is no run (D71). Which minutes these are is found first, in lists of each machine with one value for each minute (`stood` and `recovered` up
 * to it, added up), so that causes are read of no others. A list begins with a minute that did not run where the window does.
 */
const sql = `
  WITH
    lanes AS (
      SELECT machine_id, arraySort(one -> one.1, groupArray((start, ran, stood, toInt64(hasRecovered)))) AS lane,
        lane.1 AS starts, lane.2 AS runs, arrayCumSum(lane.3) AS stood_until, arrayCumSum(lane.4) AS recovered_until,
        arrayMap((ran, place) -> ran = 1 OR place = 1, runs, arrayEnumerate(runs)) AS begins,
        arrayFilter((at, begin) -> begin, starts, begins) AS froms,
        arrayFilter((ms, begin) -> begin, arrayMap((until, own) -> until - own, stood_until, lane.3), begins) AS stood_before,
        arrayFilter((ms, begin) -> begin, stood_until, begins) AS stood_with,
        arrayFilter((count, begin) -> begin, arrayMap((until, own) -> until - own, recovered_until, lane.4), begins) AS recovered_before,
        arrayPushBack(arrayPopFront(froms), starts[-1]) AS tos,
        arrayPushBack(arrayPopFront(stood_with), stood_until[-1]) AS stood_to,
        arrayPushBack(arrayPopFront(recovered_before), recovered_until[-1]) AS recovered_to
      FROM (
        SELECT machine_id, toUInt32(toUnixTimestamp(minute)) AS start, spans.state, ${minuteKind},
          toInt64(arraySum((category, ms) -> if(category IN ('run', 'offline'), 0, ms), pieces.category, pieces.ms)) AS stood
        FROM minute_ledger FINAL
        PREWHERE ${minuteInStretch}
      )
      WHERE ${isKnown}
      GROUP BY machine_id
    ),
    long AS (
      SELECT machine_id, toDateTime(arrayJoin(range(from, to + 60, 60)), 'UTC')
      FROM lanes
      ARRAY JOIN froms AS from, tos AS to, stood_before, stood_to, recovered_before, recovered_to, arrayEnumerate(froms) AS place
      WHERE stood_to - stood_before >= {least:Int64} OR recovered_to > recovered_before OR place <= 2 OR place = length(froms)
    ),
    numbered AS (
      SELECT machine_id, toInt64(toUnixTimestamp(minute)) * 1000 AS start, spans.state, ${minuteKind},
        start + spans.from_ms[1] AS begins,
        start + spans.to_ms[-1] AS ends,
        if(kind = 3, ${spanTexts}, '') AS states,
        arrayFilter(piece -> kind > 1 AND piece.5 > 0,
          arrayZip(pieces.state, pieces.category, pieces.cause_group, pieces.cause, pieces.ms, pieces.stops)) AS done,
        sum(ran) OVER (
          PARTITION BY machine_id ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS number
      FROM minute_ledger FINAL
      PREWHERE ${minuteInStretch} AND (machine_id, minute) IN long
      WHERE ${isKnown}
    )
  SELECT machine_id AS machineId, toUInt32(number) AS number, kind AS partKind, toUInt8(hasRecovered) AS recoveredPart,
    toInt64(if(hasRecovered, start, 0)) AS apart,
    toInt64(min(begins)) AS first, toInt64(max(ends)) AS last, toInt64(min(start)) AS minuteStart,
    if(partKind = 3, any(states), '') AS spanTexts,
    one.1 AS state, one.2 AS category, one.3 AS causeGroup, one.4 AS cause,
    toInt64(sum(one.5)) AS ms, toInt64(sum(one.6)) AS begun
  FROM numbered
  LEFT ARRAY JOIN done AS one
  GROUP BY machine_id, number, kind, hasRecovered, apart, state, category, causeGroup, cause
  ORDER BY machineId, number, partKind, apart
` as const

const columns = {
  machineId: 'UInt32',
  number: 'UInt32',
  partKind: 'UInt8',
  recoveredPart: 'UInt8',
  apart: 'Int64',
  first: 'Int64',
  last: 'Int64',
  minuteStart: 'Int64',
  spanTexts: 'String',
  state: 'Int32',
  category: 'String',
  causeGroup: 'String',
  cause: 'String',
  ms: 'Int64',
  begun: 'Int64',
} as const

/** Neither product nor operator of a long stop is read. */
const nameless = { product: '', tool: '', user: '' } as const

/** The stops of machines in a window with at least so much observed time, oldest first by machine. Only what is around such stops is read. */
export async function longStops(
  telemetry: Telemetry,
  scope: ClientScope,
  { leastMs, ...question }: WindowOfMachines & { readonly leastMs: number },
): Promise<LongStop[]> {
  const parts =
    leastMs <= 0
      ? await stopTimeParts(telemetry, scope, question)
      : await longParts(telemetry, scope, question, leastMs)
  const found: LongStop[] = []
  for (const own of Map.groupBy(parts, ({ machineId }) => machineId).values()) {
    for (const { parts: stood, ranUntil, runAgain } of stopsBetween(own)) {
      const pieces = stood.map(({ from, to, stood: { times } }) => ({
        ...{ from, to },
        ms: times.reduce((sum, { ms }) => sum + ms, 0),
      }))
      const observedMs = pieces.reduce((sum, { ms }) => sum + ms, 0)
      if (observedMs < leastMs) continue
      const [first] = stood
      if (first === undefined) continue
      const { machineId, from } = first
      const { causeGroup, cause, times } = first.stood
      const begins = times.find(({ stops }) => stops > 0)
      found.push({
        ...{ machineId, from, causeGroup, cause, observedMs, pieces, ranUntil, runAgain },
        to: pieces.reduce((last, { to }) => Math.max(last, to), from),
        firstState: (begins ?? times[0])?.state ?? 0,
      })
      checkRows(found.length, answerRows.stopParts)
    }
  }
  return found.sort((a, b) => a.machineId - b.machineId || a.from - b.from)
}

function longParts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
  leastMs: number,
): Promise<TimePart[]> {
  const { context } = telemetry
  return readWindow<TimePart[]>(telemetry, scope, question, {
    named: true,
    begin: () => [],
    rows: async (found, stretches, view) => {
      for (const part of await longMinutes(context, view, stretches, leastMs)) found.push(part)
    },
    events: (found, events) => {
      for (const part of events.flatMap(stopPart)) found.push(part)
    },
  })
}

/** Run and stops around long stops of whole minutes, as the store has them. */
async function longMinutes(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  leastMs: number,
): Promise<TimePart[]> {
  const groups: StopGroup[] = []
  const params = {
    ...stretchLists(stretches),
    recovered: recoveredState,
    least: BigInt(leastMs),
  }
  const question = { name: 'read.longStops', sql, params, columns }
  let key = ''
  await selectRows(context, question, (rows) => {
    for (const row of rows) {
      const { machineId, partKind: kind } = row
      const minute = Number(row.minuteStart)
      const own = `${machineId} ${row.number} ${kind} ${row.apart}`
      let group = groups.at(-1)
      if (group === undefined || own !== key) {
        key = own
        const hasRecovered = row.recoveredPart === 1
        const [first, last] = [Number(row.first), Number(row.last)]
        const spans = spansOf(row.spanTexts)
        group = { machineId, kind, hasRecovered, minute, first, last, spans, pieces: [] }
        groups.push(group)
      }
      group.first = Math.min(group.first, Number(row.first))
      group.last = Math.max(group.last, Number(row.last))
      if (kind === groupKind.run) continue
      const { state, causeGroup, cause } = row
      const [ms, stops] = [Number(row.ms), Number(row.begun)]
      const category = categoryOf(row.category)
      group.pieces.push({ state, category, ...nameless, causeGroup, cause, ms, stops })
    }
    checkRows(groups.length, answerRows.stopParts)
  })
  const { parts, unclear } = partsOfGroups(groups)
  for (const part of await foldMinutes(context, view, stretches, unclear)) parts.push(part)
  return parts
}
