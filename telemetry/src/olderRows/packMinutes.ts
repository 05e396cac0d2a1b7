import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { monthRow } from './monthRow.ts'

/** One machine of a thousand has 44,000 rows in a month, and the engine packs some 100,000 a second. */
const longestMs = 6 * 3_600_000

const monthsSql = `
  SELECT DISTINCT toUInt32(_partition_id) AS month FROM minute_ledger WHERE carry_form = 0`

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

// The places of a carry's text are those of `encodeCarry`, counted from 1; a number may be in quotation marks.
const parts = 'JSONExtractArrayRaw(carry)'
const at = `toInt64OrZero(${parts}[1])`
const back = `(toUnixTimestamp(minute) * 1000 + 60000 - ${at})`
const speed = `${parts}[7]`
const packs = `trim(BOTH '"' FROM ${parts}[8])`
const packsAt = `${parts}[9]`
const rejects = `trim(BOTH '"' FROM ${parts}[10])`
const batchCounter = `trim(BOTH '"' FROM ${parts}[11])`
const batchPacks = `trim(BOTH '"' FROM ${parts}[12])`
const movedAt = `${parts}[13]`

const canPack = `(length(${parts}) IN (17, 18) AND isNotNull(toInt64OrNull(${parts}[1])) AND ${back} BETWEEN 0 AND 4294967295
  AND (${speed} = 'null' OR isNotNull(toInt64OrNull(${speed})))
  AND (${packs} = 'null' OR isNotNull(toInt64OrNull(${packs})))
  AND (${rejects} = 'null' OR isNotNull(toInt64OrNull(${rejects})))
  AND ${movedAt} != '0')`
const absent = `(${speed} = 'null') + 2 * (${packs} = 'null') + 4 * (${rejects} = 'null')`
const batchFrom = `toJSONString(toString(toInt128OrZero(${packs}) - toInt128OrZero(${batchPacks})))`
const batchCounterFrom = `if(${batchCounter} = 'null', 'null',
  toJSONString(toString(toInt128OrZero(${packs}) - toInt128OrZero(${batchCounter}))))`

/** As `packCarry` does it (`packedCarry.ts`). */
const rest = `concat('[', arrayStringConcat(arrayConcat([
    toString(${absent}), ${parts}[2], ${parts}[3], ${parts}[4], ${parts}[5],
    if(${packsAt} = 'null', 'null', toString(${at} - toInt64OrZero(${packsAt}))),
    if(${movedAt} = ${parts}[1], '0', ${movedAt}), ${batchFrom}, ${batchCounterFrom},
    ${parts}[14], ${parts}[15], ${parts}[16], ${parts}[17]], arraySlice(${parts}, 18)), ','), ']')`

/** The other columns are written anew as they are: only so the engine packs them in their new way. */
const packSql = `
  ALTER TABLE minute_ledger UPDATE
    carry_form = if(${canPack}, 1, 2),
    carry_user = if(${canPack}, JSONExtractString(carry, 6), ''),
    carry_back = if(${canPack}, toUInt32(${back}), 0),
    carry_speed = if(${canPack}, toInt64OrZero(${speed}), 0),
    carry_packs = if(${canPack}, toInt64OrZero(${packs}), 0),
    carry_rejects = if(${canPack}, toInt64OrZero(${rejects}), 0),
    carry = if(${canPack}, ${rest}, carry),
    "pieces.speedless_ms" = arrayMap((ms, speed_ms) -> toUInt32(ms - speed_ms), "pieces.ms", "pieces.speed_ms"),
    "pieces.speed_ms" = arrayMap(ms -> toUInt32(0), "pieces.ms"),
    "pieces.state" = "pieces.state", "pieces.category" = "pieces.category", "pieces.product" = "pieces.product",
    "pieces.tool" = "pieces.tool", "pieces.user" = "pieces.user", "pieces.cause_group" = "pieces.cause_group",
    "pieces.cause" = "pieces.cause", "pieces.ms" = "pieces.ms", "pieces.packs" = "pieces.packs",
    "pieces.rejects" = "pieces.rejects", "pieces.speed_sum" = "pieces.speed_sum", "pieces.speed_min" = "pieces.speed_min",
    "pieces.speed_max" = "pieces.speed_max", "pieces.samples" = "pieces.samples", "pieces.flagged" = "pieces.flagged",
    "pieces.stops" = "pieces.stops", "spans.from_ms" = "spans.from_ms", "spans.to_ms" = "spans.to_ms",
    "spans.state" = "spans.state", open_label = open_label
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
