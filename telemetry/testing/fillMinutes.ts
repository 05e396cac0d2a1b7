import { emptyCarry, encodeCarry } from '../src/ledger/fold/carry.ts'
import type { Telemetry } from '../src/store.ts'

/**
 * Minutes of machines of one client, made in the engine: a product for four hours, an operator for eight, a stop of some minutes
 * with one of eight causes each quarter of an hour. `contexts`: how many products follow one another within an hour instead.
 */
const sql = `
  INSERT INTO minute_ledger (
    client_id, machine_id, minute, version, cleared,
    pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
    pieces.ms, pieces.packs, pieces.rejects, pieces.speedless_ms, pieces.speed_sum, pieces.speed_min, pieces.speed_max,
    pieces.samples, pieces.flagged, pieces.stops, spans.from_ms, spans.to_ms, spans.state, carry_form, carry, open_label
  )
  SELECT {clientId:UInt32}, {firstMachine:UInt32} + intDiv(number, {minutes:UInt32}) AS machine, {from:DateTime('UTC')} + toIntervalMinute(number % {minutes:UInt32}) AS time,
    1, 0,
    if(stands, [10, 5], [10]), if(stands, ['run', 'idle'], ['run']), if(stands, [product, product], [product]),
    if(stands, ['Set 1', 'Set 1'], ['Set 1']), if(stands, [user, user], [user]), if(stands, ['', 'Film'], ['']),
    if(stands, ['', concat('Cause ', toString(intDiv(part, 15) % 8))], ['']),
    if(stands, [40000, 20000], [60000]),
    if(stands, [toDecimal128(80, 9), toDecimal128(0, 9)], [toDecimal128(120, 9)]),
    if(stands, [toNullable(toDecimal128(1, 9)), toNullable(toDecimal128(0, 9))], [toNullable(toDecimal128(1, 9))]),
    if(stands, [0, 0], [0]),
    if(stands, [toDecimal128(4800000, 6), toDecimal128(0, 6)], [toDecimal128(7200000, 6)]),
    if(stands, [toNullable(120.), toNullable(0.)], [toNullable(120.)]),
    if(stands, [toNullable(120.), toNullable(0.)], [toNullable(120.)]),
    if(stands, [4, 2], [6]), if(stands, [0, 0], [0]), if(stands, [0, 1], [0]),
    if(stands, [0, 40000], [0]), if(stands, [40000, 60000], [60000]), if(stands, [10, 5], [10]),
    2, {carry:String}, ''
  FROM (
    SELECT number, number % {minutes:UInt32} + intDiv(number, {minutes:UInt32}) * 7 AS part, part % 15 < 2 AS stands,
      concat('Bars ', toString(if({contexts:UInt32} > 1, part % {contexts:UInt32}, intDiv(part, {productMinutes:UInt32}) % 12))) AS product,
      concat('Operator ', toString(intDiv(part, 480) % 6)) AS user
    FROM numbers({minutes:UInt32} * {machines:UInt32})
  )
  ORDER BY machine, time
`

/** For measurements of reading; the records of these minutes are not there. Client 1 and its machines from 1 on, unless given otherwise. */
export async function fillMinutes(
  { context }: Telemetry,
  shape: {
    readonly machines: number
    readonly minutes: number
    readonly from: Date
    readonly contexts: number
    readonly clientId?: number
    readonly firstMachine?: number
    /** How long a product is made; four hours. */
    readonly productMinutes?: number
  },
): Promise<void> {
  await context.connection.writer().command({
    query: sql,
    query_params: {
      ...{ clientId: 1, firstMachine: 1, productMinutes: 240 },
      ...shape,
      from: Math.floor(shape.from.getTime() / 1_000),
      carry: encodeCarry(emptyCarry()),
    },
    clickhouse_settings: { wait_end_of_query: 1, max_partitions_per_insert_block: '1000' },
  })
}

/** Rows and bytes on disk of the minutes and the hours. */
export async function ledgerBytes({ context }: Telemetry) {
  const answer = await context.connection.writer().query({
    query: `SELECT table, toUInt32(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts
      WHERE active AND database = currentDatabase() AND table IN ('minute_ledger', 'hour_ledger') GROUP BY table ORDER BY table`,
    format: 'JSONEachRow',
  })
  return answer.json<{ table: string; rows: number; bytes: number }>()
}
