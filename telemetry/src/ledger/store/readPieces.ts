import { type RowOf, scaled } from '../../clickhouse/readRows.ts'
import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { CachedMinute } from '../cachedMinutes.ts'
import { categoryOf, type Span } from '../fold/ledgerMinute.ts'
import type { StepPiece } from '../pieceGrain.ts'
import type { RowPiece } from '../pieceRows.ts'
import {
  hourInStretch,
  type MachineStretch,
  minuteInStretch,
  stretchLists,
} from './machinePlace.ts'
import { decodeModes } from './storedMinuteRow.ts'

/** The context of a piece in an answer of the engine, in this order. */
export const contextColumns = {
  state: 'Int32',
  category: 'String',
  product: 'String',
  tool: 'String',
  user: 'String',
  causeGroup: 'String',
  cause: 'String',
} as const

/** A piece of some time; sums of times and counts are whole numbers that a double holds. */
export const pieceColumns = {
  ...contextColumns,
  pieceMs: 'Float64',
  piecePacks: 'String',
  pieceRejects: 'Nullable(String)',
  speedMs: 'Float64',
  speedSum: 'String',
  speedMin: 'Nullable(Float64)',
  speedMax: 'Nullable(Float64)',
  pieceSamples: 'Float64',
  pieceStops: 'Float64',
} as const

/** The same of a minute, an hour or a day of a machine. */
const columns = { machineId: 'UInt32', start: 'DateTime64', ...pieceColumns } as const

export function pieceOf(row: RowOf<typeof pieceColumns>): RowPiece {
  return {
    state: row.state,
    category: categoryOf(row.category),
    product: row.product,
    tool: row.tool,
    user: row.user,
    causeGroup: row.causeGroup,
    cause: row.cause,
    ms: row.pieceMs,
    packs: scaled(row.piecePacks, 9),
    rejects: row.pieceRejects === null ? null : scaled(row.pieceRejects, 9),
    speedMs: row.speedMs,
    speedSum: scaled(row.speedSum, 6),
    speedMin: millionths(row.speedMin),
    speedMax: millionths(row.speedMax),
    samples: row.pieceSamples,
    stops: row.pieceStops,
  }
}

/** They were whole numbers before they were written. */
const millionths = (ppm: number | null) => (ppm === null ? null : Math.round(ppm * 1e6))

/** The spans and modes of a minute stand beside its first piece. */
const minuteSql = `
  SELECT machine_id AS machineId, toDateTime64(minute, 3, 'UTC') AS start,
    piece.state AS state, piece.category AS category, piece.product AS product, piece.tool AS tool, piece.user AS user,
    piece.cause_group AS causeGroup, piece.cause AS cause, toFloat64(piece.ms) AS pieceMs, toString(piece.packs) AS piecePacks,
    toString(piece.rejects) AS pieceRejects, toFloat64(piece.ms - piece.speedless_ms) AS speedMs,
    toString(piece.speed_sum) AS speedSum, piece.speed_min AS speedMin, piece.speed_max AS speedMax,
    toFloat64(piece.samples) AS pieceSamples, toFloat64(piece.stops) AS pieceStops,
    if(place = 1, toJSONString(arrayMap((begins, ends, shown) -> [toInt32(begins), toInt32(ends), shown], spans.from_ms, spans.to_ms, spans.state)), '') AS minuteSpans,
    if(place = 1, modes, '') AS minuteModes
  FROM minute_ledger FINAL
  ARRAY JOIN pieces AS piece, arrayEnumerate(pieces.ms) AS place
  WHERE ${minuteInStretch}
  ORDER BY machine_id, minute, place
` as const

/** All minutes of stretches, in order of time, by machine. At most one stretch for each machine. */
export async function readPieceMinutes(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
): Promise<Map<number, CachedMinute[]>> {
  const found = new Map<number, CachedMinute[]>(stretches.map(({ machineId }) => [machineId, []]))
  let pieces: RowPiece[] = []
  await selectRows(
    context,
    {
      name: 'ledger.readPieceMinutes',
      sql: minuteSql,
      params: stretchLists(stretches),
      columns: { ...columns, minuteSpans: 'String', minuteModes: 'String' },
    },
    (rows) => {
      for (const row of rows) {
        if (row.minuteSpans !== '') {
          pieces = []
          const [spans, modes] = [spansOf(row.minuteSpans), decodeModes(row.minuteModes, 0)]
          found.get(row.machineId)?.push({ minute: row.start, pieces, spans, modes })
        }
        pieces.push(pieceOf(row))
      }
    },
  )
  return found
}

function spansOf(text: string): Span[] {
  // The statement above writes these texts.
  const spans = JSON.parse(text) as [from: number, to: number, state: number][]
  return spans.map(([from, to, state]) => ({ from, to, state })).sort((a, b) => a.from - b.from)
}

/** The numbers of `pieceColumns` of rows that are added up. */
export const pieceSums =
  `toFloat64(sum(ms)) AS pieceMs, toString(sum(packs)) AS piecePacks, toString(sum(rejects)) AS pieceRejects,
    toFloat64(sum(speed_ms)) AS speedMs, toString(sum(speed_sum)) AS speedSum, min(speed_min) AS speedMin, max(speed_max) AS speedMax,
    toFloat64(sum(samples)) AS pieceSamples, toFloat64(sum(stops)) AS pieceStops` as const

const stepSql = `
  SELECT machine_id AS machineId,
    toDateTime64(intDiv(toUnixTimestamp(hour), {stepSeconds:UInt32}) * {stepSeconds:UInt32}, 3, 'UTC') AS start,
    state, category, product, tool, '' AS user, cause_group AS causeGroup, cause,
    ${pieceSums}
  FROM hour_ledger FINAL
  WHERE ${hourInStretch}
  GROUP BY machineId, start, state, category, product, tool, causeGroup, cause
  ORDER BY machineId, start
` as const

/** The hour rows of stretches, added up by steps, by machine and in order of time. At most one stretch for each machine. */
export async function readPieceSteps(
  context: TelemetryContext,
  stepMs: number,
  stretches: readonly MachineStretch[],
): Promise<Map<number, StepPiece[]>> {
  const found = new Map<number, StepPiece[]>(stretches.map(({ machineId }) => [machineId, []]))
  const params = { ...stretchLists(stretches), stepSeconds: stepMs / 1_000 }
  await selectRows(
    context,
    { name: 'ledger.readPieceSteps', sql: stepSql, params, columns },
    (rows) => {
      for (const row of rows) found.get(row.machineId)?.push({ ...pieceOf(row), at: row.start })
    },
  )
  return found
}
