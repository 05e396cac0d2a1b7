import { machineState } from '@packboard/model'
import { emptyCarry, encodeCarry } from '../src/ledger/fold/carry.ts'
import type { Telemetry } from '../src/store.ts'

/**
 * Minutes of machines of one client, made in the engine: a product for four hours, an operator for eight, a stop of 20 seconds
 * with one of eight causes in two minutes of each quarter of an hour. `contexts`: how many products follow one another within an hour
 * instead. `asInAPlant`: stops of seconds in every seventh minute, each with its own beginning, length and state, and now and then one of
 * many minutes, so that nearly no two edges of a week lie at the same time.
 */
const sql = `
  INSERT INTO minute_ledger (
    client_id, machine_id, minute, version, cleared,
    pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
    pieces.ms, pieces.packs, pieces.rejects, pieces.speedless_ms, pieces.speed_sum, pieces.speed_min, pieces.speed_max,
    pieces.samples, pieces.flagged, pieces.stops, spans.from_ms, spans.to_ms, spans.state, carry_form, carry, open_label
  )
  WITH
    arrayFilter(each -> each.2 > 0, [(1, 60000 - stop_to + stop_from), (0, stop_to - stop_from)]) AS parts,
    arrayFilter(
      each -> each.1 < each.2, [(0, stop_from, 10), (stop_from, stop_to, stop_state), (stop_to, 60000, 10)]
    ) AS states,
    parts.1 AS runs, parts.2 AS lengths
  SELECT {clientId:UInt32}, {firstMachine:UInt32} + intDiv(number, {minutes:UInt32}) AS machine, {from:DateTime('UTC')} + toIntervalMinute(number % {minutes:UInt32}) AS time,
    1, 0,
    arrayMap(run -> if(run = 1, 10, stop_state), runs), arrayMap(run -> if(run = 1, 'run', stop_category), runs),
    arrayMap(run -> product, runs), arrayMap(run -> 'Set 1', runs), arrayMap(run -> user, runs),
    arrayMap(run -> if(run = 1, '', 'Film'), runs),
    arrayMap(run -> if(run = 1, '', concat('Cause ', toString(intDiv(part, 15) % 8))), runs),
    lengths,
    arrayMap((run, length) -> toDecimal128(run * length / 500, 9), runs, lengths),
    arrayMap(run -> toNullable(toDecimal128(run, 9)), runs),
    arrayMap(run -> 0, runs),
    arrayMap((run, length) -> toDecimal128(run * 120 * length, 6), runs, lengths),
    arrayMap(run -> toNullable(run * 120.), runs), arrayMap(run -> toNullable(run * 120.), runs),
    arrayMap(length -> intDiv(length, 10000), lengths), arrayMap(run -> 0, runs), arrayMap(run -> 1 - run, runs),
    states.1, states.2, states.3,
    2, {carry:String}, ''
  FROM (
    SELECT number, number % {minutes:UInt32} + intDiv(number, {minutes:UInt32}) * 7 AS part,
      concat('Bars ', toString(if({contexts:UInt32} > 1, part % {contexts:UInt32}, intDiv(part, {productMinutes:UInt32}) % 12))) AS product,
      concat('Operator ', toString(intDiv(part, 480) % 6)) AS user,
      cityHash64(number, {firstMachine:UInt32}) AS chance,
      cityHash64(intDiv(number, 60), {firstMachine:UInt32}) AS chance_of_hour,
      {asInAPlant:UInt8} AND chance_of_hour % 4 = 0
        AND number % 60 BETWEEN intDiv(chance_of_hour, 4) % 30 AND intDiv(chance_of_hour, 4) % 30 + 2 + intDiv(chance_of_hour, 120) % 25 AS long_stop,
      {asInAPlant:UInt8} AND chance % 7 = 0 AS short_stop,
      multiIf(long_stop, 0, short_stop, intDiv(chance, 7) % 40000, {asInAPlant:UInt8} = 0 AND part % 15 < 2, 40000, 60000) AS stop_from,
      multiIf(long_stop, 60000, short_stop, stop_from + 4000 + intDiv(chance, 280000) % 16000, 60000) AS stop_to,
      if({asInAPlant:UInt8}, 1 + if(long_stop, chance_of_hour, chance) % 6, 1) AS which,
      {states:Array(Int32)}[which] AS stop_state, {categories:Array(String)}[which] AS stop_category
    FROM numbers({minutes:UInt32} * {machines:UInt32})
  )
  ORDER BY machine, time
`

/** The first is the only one unless `asInAPlant`. */
const stopStates = [5, 21, 13, 3, 19, 14]

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
    readonly asInAPlant?: boolean
  },
): Promise<void> {
  await context.connection.writer().command({
    query: sql,
    query_params: {
      ...{ clientId: 1, firstMachine: 1, productMinutes: 240 },
      ...shape,
      asInAPlant: shape.asInAPlant ? 1 : 0,
      states: stopStates,
      categories: stopStates.map((state) => machineState(state).category),
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
