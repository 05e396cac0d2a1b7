import type { ModeSpan } from '@packboard/model'
import { scaled } from '../../clickhouse/decimals.ts'
import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import { categoryOf } from '../fold/categoryOf.ts'
import type { Span } from '../fold/ledgerMinute.ts'
import type { RememberedMinute } from '../machineMinutes.ts'
import { type MachineStretch, stretchLists } from './machinePlace.ts'
import { decodeModes } from './modesText.ts'

const piecesSql = `
  SELECT machine_id AS machineId, toDateTime64(minute, 3, 'UTC') AS start,
    pieces.state AS state, pieces.category AS category, pieces.product AS product, pieces.tool AS tool, pieces.user AS user,
    pieces.cause_group AS causeGroup, pieces.cause AS cause, pieces.ms AS ms, toString(pieces.packs) AS packs,
    toString(pieces.rejects) AS rejects, toUInt32(pieces.ms - pieces.speedless_ms) AS speedMs, toString(pieces.speed_sum) AS speedSum,
    pieces.speed_min AS speedMin, pieces.speed_max AS speedMax, pieces.samples AS samples, pieces.stops AS stops
  FROM minute_ledger FINAL
  ARRAY JOIN pieces
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')}
    AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
  ORDER BY machine_id, minute
`

const pieceColumns = {
  machineId: 'UInt32',
  start: 'DateTime64',
  state: 'Int32',
  category: 'String',
  product: 'String',
  tool: 'String',
  user: 'String',
  causeGroup: 'String',
  cause: 'String',
  ms: 'UInt32',
  packs: 'String',
  rejects: 'Nullable(String)',
  speedMs: 'UInt32',
  speedSum: 'String',
  speedMin: 'Nullable(Float64)',
  speedMax: 'Nullable(Float64)',
  samples: 'UInt32',
  stops: 'UInt32',
} as const

const spansSql = `
  SELECT machine_id AS machineId, toDateTime64(minute, 3, 'UTC') AS start,
    spans.from_ms AS begins, spans.to_ms AS ends, spans.state AS state
  FROM minute_ledger FINAL
  ARRAY JOIN spans
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')}
    AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
  ORDER BY machine_id, minute, begins
`

const spanColumns = {
  machineId: 'UInt32',
  start: 'DateTime64',
  begins: 'UInt16',
  ends: 'UInt16',
  state: 'Int32',
} as const

const modesSql = `
  SELECT machine_id AS machineId, toDateTime64(minute, 3, 'UTC') AS start, modes
  FROM minute_ledger FINAL
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')}
    AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
    AND modes != ''
  ORDER BY machine_id, minute
`

const modesColumns = { machineId: 'UInt32', start: 'DateTime64', modes: 'String' } as const

type Minute = {
  readonly minute: number
  readonly pieces: RememberedMinute['pieces'][number][]
  readonly spans: Span[]
  readonly modes: ModeSpan[]
}

/** All rows of stretches without an end, in order of time, as they are remembered. At most one stretch for each machine. */
export async function minutesToRemember(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
): Promise<ReadonlyMap<number, readonly RememberedMinute[]>> {
  const { to: _to, ends: _ends, ...params } = stretchLists(stretches)
  const found = new Map<number, Minute[]>()
  const minuteAt = (machineId: number, minute: number): Minute => {
    const own = found.get(machineId)
    const last = own?.at(-1)
    if (last?.minute === minute) return last
    const added: Minute = { minute, pieces: [], spans: [], modes: [] }
    if (own === undefined) found.set(machineId, [added])
    else own.push(added)
    return added
  }
  await selectRows(
    context,
    { name: 'ledger.piecesToRemember', sql: piecesSql, params, columns: pieceColumns },
    (rows) => {
      for (const { machineId, start, category, packs, rejects, speedSum, ...piece } of rows) {
        minuteAt(machineId, start).pieces.push({
          ...piece,
          category: categoryOf(category),
          packs: scaled(packs, 9),
          rejects: rejects === null ? null : scaled(rejects, 9),
          speedSum: scaled(speedSum, 6),
        })
      }
    },
  )
  const spans = new Map<number, Map<number, Span[]>>()
  await selectRows(
    context,
    { name: 'ledger.spansToRemember', sql: spansSql, params, columns: spanColumns },
    (rows) => {
      for (const { machineId, start, begins, ends, state } of rows) {
        const own = spans.get(machineId) ?? new Map<number, Span[]>()
        spans.set(machineId, own)
        const known = own.get(start)
        if (known === undefined) own.set(start, [{ from: begins, to: ends, state }])
        else known.push({ from: begins, to: ends, state })
      }
    },
  )
  const modes = new Map<number, Map<number, ModeSpan[]>>()
  await selectRows(
    context,
    { name: 'ledger.modesToRemember', sql: modesSql, params, columns: modesColumns },
    (rows) => {
      for (const { machineId, start, modes: text } of rows) {
        const own = modes.get(machineId) ?? new Map<number, ModeSpan[]>()
        modes.set(machineId, own)
        own.set(start, decodeModes(text, 0))
      }
    },
  )
  for (const [machineId, minutes] of found) {
    for (const { minute, spans: own, modes: others } of minutes) {
      own.push(...(spans.get(machineId)?.get(minute) ?? []))
      others.push(...(modes.get(machineId)?.get(minute) ?? []))
    }
  }
  return found
}
