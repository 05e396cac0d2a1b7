import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { monthRow } from './monthRow.ts'

/** One machine of a thousand has 44,000 rows in a month, and the engine packs some 100,000 a second. */
const longestMs = 6 * 3_600_000

const monthsSql = `SELECT DISTINCT toUInt32(_partition_id) AS month FROM minute_ledger WHERE carry_form = 0`

/** The months in which there are minutes as an older Packboard wrote them. */
export async function monthsToPack(context: TelemetryContext): Promise<number[]> {
  const rows = await select(context, {
    name: 'olderRows.monthsToPack',
    sql: monthsSql,
    params: {},
    limits: bulkLimits,
    row: monthRow,
  })
  return rows.map(({ month }) => month)
}

const parts = 'JSONExtractArrayRaw(carry)'
const at = `toInt64OrZero(${parts}[1])`
const back = `(toUnixTimestamp(minute) * 1000 + 60000 - ${at})`
/** A number that may be absent, with or without quotation marks. */
const digits = (place: number) => `trim(BOTH '"' FROM ${parts}[${place}])`
const isAbsent = (place: number) => `${parts}[${place}] = 'null'`
const numberAt = (place: number) => `toInt64OrZero(${digits(place)})`
const fits = (place: number) => `(${isAbsent(place)} OR isNotNull(toInt64OrNull(${digits(place)})))`
const canPack = `(length(${parts}) IN (17, 18) AND isNotNull(toInt64OrNull(${parts}[1])) AND ${back} BETWEEN 0 AND 4294967295
  AND ${fits(7)} AND ${fits(8)} AND ${fits(10)} AND ${parts}[13] != '0')`
const fromReading = (place: number) =>
  `toJSONString(toString(toInt128(${numberAt(8)}) - toInt128OrZero(${digits(place)})))`
const orNull = (place: number, text: string) => `if(${isAbsent(place)}, 'null', ${text})`

/** As `packCarry` does it (`packedCarry.ts`): the places of a carry's text are those of `encodeCarry`, counted from 1. */
const rest = `concat('[', arrayStringConcat(arrayConcat([
    toString(bitOr(bitOr(toUInt8(${isAbsent(7)}), 2 * toUInt8(${isAbsent(8)})), 4 * toUInt8(${isAbsent(10)}))),
    ${parts}[2], ${parts}[3], ${parts}[4], ${parts}[5],
    ${orNull(9, `toString(${at} - toInt64OrZero(${parts}[9]))`)},
    if(${parts}[13] = ${parts}[1], '0', ${parts}[13]),
    ${fromReading(12)}, ${orNull(11, fromReading(11))},
    ${parts}[14], ${parts}[15], ${parts}[16], ${parts}[17]], arraySlice(${parts}, 18)), ','), ']')`

const again = [
  ...[
    'state',
    'category',
    'product',
    'tool',
    'user',
    'cause_group',
    'cause',
    'ms',
    'packs',
    'rejects',
  ],
  ...['speed_sum', 'speed_min', 'speed_max', 'samples', 'flagged', 'stops'],
].map((name) => `"pieces.${name}" = "pieces.${name}"`)

/** The other columns are written anew as they are: only so the engine packs them in their new way. */
const packSql = `
  ALTER TABLE minute_ledger UPDATE
    carry_form = if(${canPack}, 1, 2),
    carry_user = if(${canPack}, JSONExtractString(carry, 6), ''),
    carry_back = if(${canPack}, toUInt32(${back}), 0),
    carry_speed = if(${canPack}, ${numberAt(7)}, 0),
    carry_packs = if(${canPack}, ${numberAt(8)}, 0),
    carry_rejects = if(${canPack}, ${numberAt(10)}, 0),
    carry = if(${canPack}, ${rest}, carry),
    "pieces.speedless_ms" = arrayMap((ms, speed_ms) -> toUInt32(ms - speed_ms), "pieces.ms", "pieces.speed_ms"),
    "pieces.speed_ms" = arrayMap(ms -> toUInt32(0), "pieces.ms"),
    ${again.join(', ')}, "spans.from_ms" = "spans.from_ms", "spans.to_ms" = "spans.to_ms", "spans.state" = "spans.state",
    open_label = open_label
  IN PARTITION {month:UInt32}
  WHERE carry_form = 0`

/** Writes the minutes of one month as they are written today; each says the same before, meanwhile and afterwards. */
export async function packMinutes(
  context: TelemetryContext,
  month: number,
  signal: AbortSignal,
): Promise<void> {
  await rewriteMonth(
    context,
    { table: 'minute_ledger', name: 'olderRows.packMinutes', sql: packSql, params: { month } },
    { longestMs, signal },
  )
}
