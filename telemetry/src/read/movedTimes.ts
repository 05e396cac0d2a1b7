import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { categoryOf } from '../ledger/fold/categoryOf.ts'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { minuteTimes, type StoodTime } from './minuteTimes.ts'
import { keysOf, placeOfMinute } from './rowKeys.ts'
import { isMoved, type SpanPlaces } from './unplannedSpans.ts'

/** Time that did not run and that a label or a mode decides, added up; negative where a minute has less of it than its beginning says. */
type MovedSum = Omit<StoodTime, 'from' | 'to'> & {
  readonly ms: number
  /** An instant that is where the plan alone has it. */
  readonly at: number
  readonly place: number
}

const sql = `
  SELECT machine_id AS machineId, place, toInt64(min(at)) * 1000 AS first, state, category, product, tool, causeGroup, cause,
    toInt64(sum(ms)) AS total
  FROM (
    SELECT machine_id, ${placeOfMinute} AS place, toUnixTimestamp(minute) AS at,
      pieces.state AS state, pieces.category AS category, pieces.product AS product, pieces.tool AS tool,
      pieces.cause_group AS causeGroup, pieces.cause AS cause, pieces.ms AS ms
    FROM minute_ledger FINAL
    ARRAY JOIN pieces
    PREWHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      AND ${placeOfMinute} > 0
    WHERE pieces.ms > 0 AND pieces.category NOT IN ('run', 'offline')
  )
  GROUP BY machine_id, place, state, category, product, tool, causeGroup, cause
  LIMIT {most:UInt32}
` as const

const columns = {
  machineId: 'UInt32',
  place: 'UInt32',
  first: 'Int64',
  state: 'Int32',
  category: 'String',
  product: 'String',
  tool: 'String',
  causeGroup: 'String',
  cause: 'String',
  total: 'Int64',
} as const

/**
 * What labels and modes decide in the whole minutes of a window. Minutes belong where they begin; of those inside of which something
 * begins or ends, the rest is corrected to the ms. Only these minutes are read.
 */
export async function movedTimes(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  places: SpanPlaces,
): Promise<MovedSum[]> {
  const found: MovedSum[] = []
  // A place of the engine begins with 1.
  const wanted = stretches.flatMap(({ machineId, from, to }) =>
    to === null ? [] : places.movedIn(machineId, from, to),
  )
  for (const { edges, places: numbers, machineIds } of keysOf(
    wanted.map((stretch) => ({ ...stretch, place: stretch.place + 1 })),
  )) {
    const own = stretches.filter(({ machineId }) => machineIds.includes(machineId))
    const most = 3 * answerRows.contexts + 1
    const params = { ...stretchLists(own), edges, places: numbers, most }
    await selectRows(context, { name: 'read.movedTimes', sql, params, columns }, (rows) => {
      for (const { place, first, category, total, ...time } of rows) {
        found.push({
          ...time,
          category: categoryOf(category),
          ms: Number(total),
          at: Number(first),
          place: place - 1,
        })
      }
      checkRows(found.length, 3 * answerRows.contexts)
    })
  }
  const minutes = new Map(
    stretches.map(({ machineId }) => [machineId, places.cutMinutes(machineId)]),
  )
  for (const { from, to, ...time } of await minuteTimes(context, view, stretches, minutes)) {
    const at = minuteOf(from)
    const added = places.placeAt(time.machineId, at)
    for (const piece of places.piecesOf(time.machineId, from, to)) {
      if (piece.place === added) continue
      const ms = piece.to - piece.from
      if (isMoved(places.of(added).mark)) found.push({ ...time, ms: -ms, at, place: added })
      if (isMoved(places.of(piece.place).mark)) found.push({ ...time, ms, at, place: piece.place })
    }
  }
  return found
}
