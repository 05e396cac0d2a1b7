import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { SpanTime } from '../ledger/cachedReads.ts'
import { categoryOf, type PieceContext } from '../ledger/fold/ledgerMinute.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { contextColumns } from '../ledger/store/readPieces.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { keysOf, placeOfMinute } from './rowKeys.ts'
import { spansOf, spanTexts } from './stopGroups.ts'
import { foldMinutes } from './stopMinutes.ts'

/** A part of the whole minutes of a machine that are read, to the ms; ms since 1970. */
export type MinutesPiece = {
  readonly machineId: number
  readonly from: number
  readonly to: number
}

/** The user only where it was requested: what is cached has no names (D54). */
export type PieceTime = SpanTime & { readonly user?: string }

const sql = `
  SELECT machine_id AS machineId, place, toInt64(min(at)) * 1000 AS first, state, category, product, tool, user,
    causeGroup, cause, toInt64(sum(ms)) AS total
  FROM (
    SELECT machine_id, ${placeOfMinute} AS place, toUnixTimestamp(minute) AS at,
      pieces.state AS state, pieces.category AS category, pieces.product AS product, pieces.tool AS tool,
      pieces.cause_group AS causeGroup, pieces.cause AS cause, pieces.ms AS ms,
      if({byUser:UInt8} = 1, pieces.user, '') AS user
    FROM minute_ledger FINAL
    ARRAY JOIN pieces
    PREWHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      AND ${placeOfMinute} > 0
    WHERE pieces.ms > 0 AND pieces.category NOT IN ('run', 'offline')
  )
  GROUP BY machine_id, place, state, category, product, tool, causeGroup, cause, user
  LIMIT {most:UInt32}
` as const

const columns = {
  machineId: 'UInt32',
  place: 'UInt32',
  first: 'Int64',
  ...contextColumns,
  total: 'Int64',
} as const

/** Each question brings some contexts of each piece. */
export const mostTimes = 3 * answerRows.contexts

/**
 * How long the machine of each piece did not run in it, by context, in any order: the minutes inside of a piece as sums, the one or two
 * that it shares with others by their states in order. Pieces of a machine do not overlap. Only these minutes are read.
 */
export async function pieceTimes<Piece extends MinutesPiece>(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  pieces: readonly Piece[],
  byUser: boolean,
): Promise<Map<Piece, PieceTime[]>> {
  const shared = new Map<number, Set<number>>()
  const byMinute = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const { machineId, from, to } = piece
    for (const edge of [from, to]) {
      if (edge % minuteMs === 0) continue
      const minute = minuteOf(edge)
      const key = `${machineId} ${minute}`
      const own = byMinute.get(key) ?? []
      if (own.includes(piece)) continue
      byMinute.set(key, [...own, piece])
      shared.set(machineId, (shared.get(machineId) ?? new Set()).add(minute))
    }
  }
  const minutes = new Map([...shared].map(([machineId, own]) => [machineId, [...own]]))
  const [sums, times] = await Promise.all([
    wholeMinutes(context, stretches, pieces, byUser),
    minuteTimes(context, view, stretches, minutes),
  ])
  const found = new Map<Piece, PieceTime[]>(pieces.map((piece) => [piece, []]))
  for (const [index, time] of sums) {
    const piece = pieces[index]
    if (piece) found.get(piece)?.push(time)
  }
  for (const { machineId, from, to, user, ...time } of times) {
    const at = minuteOf(from)
    for (const piece of byMinute.get(`${machineId} ${at}`) ?? []) {
      const ms = Math.min(to, piece.to) - Math.max(from, piece.from)
      if (ms > 0) found.get(piece)?.push({ ...time, at, ms, ...(byUser && { user }) })
    }
  }
  return found
}

/** The sums of the minutes that lie wholly in a piece, with its index. */
async function wholeMinutes(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
  pieces: readonly MinutesPiece[],
  byUser: boolean,
): Promise<[number, PieceTime][]> {
  const found: [number, PieceTime][] = []
  // A place of the engine begins with 1.
  const wanted = pieces.map(({ machineId, from, to }, index) => {
    return { machineId, from: minuteFrom(from), to: minuteOf(to), place: index + 1 }
  })
  for (const { edges, places, machineIds } of keysOf(wanted.filter(({ from, to }) => from < to))) {
    const own = stretches.filter(({ machineId }) => machineIds.includes(machineId))
    const params = {
      ...stretchLists(own),
      edges,
      places,
      byUser: byUser ? 1 : 0,
      most: mostTimes + 1,
    }
    await selectRows(context, { name: 'read.pieceTimes', sql, params, columns }, (rows) => {
      for (const { machineId: _, place, first, category, total, user, ...time } of rows) {
        const sum = {
          ...time,
          ...(byUser && { user }),
          category: categoryOf(category),
          ms: Number(total),
          at: Number(first),
        }
        found.push([place - 1, sum])
      }
      checkRows(found.length, mostTimes)
    })
  }
  return found
}

/** Time in one context that a machine did not run, without a hole; ms since 1970. */
type StoodTime = PieceContext & {
  readonly machineId: number
  readonly from: number
  readonly to: number
  readonly user: string
}

/** In one question: the engine takes a value of up to 128 KiB. */
const mostMinutes = 5_000

/** Which minutes of machines are read. */
type Minutes = ReadonlyMap<number, readonly number[]>

const minuteSql = `
  SELECT machine_id AS machineId, toInt64(toUnixTimestamp(minute)) * 1000 AS start,
    ${spanTexts} AS states,
    one.1 AS state, one.2 AS category, one.3 AS product, one.4 AS tool, one.8 AS user,
    one.5 AS causeGroup, one.6 AS cause, toInt64(one.7) AS ms
  FROM minute_ledger FINAL
  ARRAY JOIN arrayFilter(piece -> piece.2 != 'offline' AND piece.7 > 0, arrayZip(pieces.state, pieces.category,
    pieces.product, pieces.tool, pieces.cause_group, pieces.cause, pieces.ms, pieces.user)) AS one
  PREWHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(toUnixTimestamp(minute))) IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({minuteMachines:Array(UInt32)}, {minutes:Array(UInt32)})) AS pair)
    )
  ORDER BY machineId, start
` as const

const minuteColumns = {
  machineId: 'UInt32',
  start: 'Int64',
  states: 'String',
  ...contextColumns,
  ms: 'Int64',
} as const

type Row = Omit<StoodTime, 'from' | 'to'> & { readonly ms: number }
type Minute = {
  readonly machineId: number
  readonly minute: number
  readonly states: string
  readonly rows: Row[]
}

/**
 * What machines did in single minutes of the ledger in which they did not run all the time, in order. A row says when which state was,
 * and how long which context; where a state had several contexts, the minute is folded from raw.
 */
async function minuteTimes(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  minutes: Minutes,
): Promise<StoodTime[]> {
  const wanted = stretches.flatMap(({ machineId, from, to }) =>
    (minutes.get(machineId) ?? [])
      .filter((minute) => from <= minute && minute < (to ?? Number.POSITIVE_INFINITY))
      .map((minute) => ({ machineId, minute })),
  )
  if (wanted.length === 0) return []
  const known: StoodTime[] = []
  const unclear: Omit<Minute, 'states' | 'rows'>[] = []
  for (let first = 0; first < wanted.length; first += mostMinutes) {
    const those = wanted.slice(first, first + mostMinutes)
    for (const minute of await rowsOf(context, stretches, those)) {
      const times = timesIn(minute)
      if (times === null) unclear.push(minute)
      else known.push(...times)
    }
  }
  for (const { machineId, from, to, stood } of await foldMinutes(
    context,
    view,
    stretches,
    unclear,
  )) {
    const [time] = stood?.times ?? []
    if (stood === null || time === undefined) continue
    const { state, category, product, tool, user } = time
    const { causeGroup, cause } = stood
    const place = { machineId, from, to }
    known.push({ ...place, state, category, product, tool, causeGroup, cause, user })
  }
  return known
}

async function rowsOf(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
  wanted: readonly { readonly machineId: number; readonly minute: number }[],
): Promise<Minute[]> {
  const found: Minute[] = []
  const params = {
    ...stretchLists(stretches),
    minuteMachines: wanted.map(({ machineId }) => machineId),
    minutes: wanted.map(({ minute }) => minute / 1_000),
  }
  await selectRows(
    context,
    { name: 'read.minuteTimes', sql: minuteSql, params, columns: minuteColumns },
    (rows) => {
      for (const { machineId, start, states, ms, category, ...row } of rows) {
        const minute = Number(start)
        let last = found.at(-1)
        if (last?.machineId !== machineId || last.minute !== minute) {
          last = { machineId, minute, states, rows: [] }
          found.push(last)
        }
        last.rows.push({ ...row, machineId, category: categoryOf(category), ms: Number(ms) })
      }
    },
  )
  return found
}

/** null where the row does not say which context came when. */
function timesIn({ machineId, minute, states, rows }: Minute): StoodTime[] | null {
  const spans = spansOf(states)
  const times: StoodTime[] = []
  for (const [state, own] of Map.groupBy(rows, (row) => row.state)) {
    if (own.every(({ category }) => category === 'run')) continue
    const [only, ...more] = own
    const ofState = spans.filter((span) => span.state === state)
    const ms = ofState.reduce((sum, { from, to }) => sum + to - from, 0)
    if (only === undefined || more.length > 0 || ms !== only.ms) return null
    const { ms: _, ...row } = only
    for (const { from, to } of ofState) {
      times.push({ ...row, machineId, from: minute + from, to: minute + to })
    }
  }
  return times
}
