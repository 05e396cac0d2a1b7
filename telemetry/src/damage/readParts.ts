import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isDamage, isGone } from '../clickhouse/damagedPart.ts'
import { systemRows } from '../clickhouse/systemRows.ts'
import type { TelemetryContext } from '../context.ts'
import type { PartRange } from '../damagedMonths.ts'
import type { PartThere } from './rowsLost.ts'

/** A part that the engine reads. */
export type ActivePart = PartThere & {
  readonly table: string
  readonly tableId: string
  readonly month: number
  readonly name: string
  readonly path: string
  /** Merging removes no row of its table. */
  readonly keepsRows: boolean
}

/** A part that the engine has set aside. */
export type DetachedPart = Pick<PartRange, 'from' | 'to'> & {
  readonly table: string
  readonly month: number
  readonly name: string
  readonly path: string
  readonly rows: number | null
}

type Store = Pick<TelemetryContext, 'connection'>

const tablesSql = `
  SELECT name, toString(uuid) AS tableId, engine = 'MergeTree' AS keepsRows
  FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
`
const tableRow = z.object({
  name: z.string(),
  tableId: z.string(),
  keepsRows: z.coerce.boolean(),
})

/** A part without rows takes the place of one that was removed; it is no record of what it held. */
const activeSql = `
  SELECT table, toUInt32OrZero(partition_id) AS month, name, path, toUInt32(rows) AS rows,
    toUInt32(min_block_number) AS from, toUInt32(max_block_number) AS to, hash_of_all_files AS id,
    level = 0 AND data_version = min_block_number AS fresh
  FROM system.parts
  WHERE database = currentDatabase() AND active AND rows > 0
  ORDER BY table, month, from
`
const activeRow = z.object({
  table: z.string(),
  month: z.number(),
  name: z.string(),
  path: z.string(),
  rows: z.number(),
  from: z.number(),
  to: z.number(),
  id: z.string(),
  fresh: z.coerce.boolean(),
})

const pathSql = `
  SELECT path FROM system.parts
  WHERE database = currentDatabase() AND active AND table = {table:String} AND name = {name:String}
`

/** The folder of a part; undefined for one that the engine does not read any more. */
export async function pathOf(
  { connection }: Store,
  { table, name }: Pick<ActivePart, 'table' | 'name'>,
): Promise<string | undefined> {
  const row = z.object({ path: z.string() })
  const [found] = await systemRows(connection.writer(), row, pathSql, { table, name })
  return found?.path
}

const hasPositionSql = `
  SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'ledger_position'
`

const positionSql = `SELECT toString(max(batch)) AS batch FROM ledger_position WHERE name = 'batch'`

/** The newest batch whose records are in the minutes; 1 for a store that has none, as 0 stands for a month that is whole again. */
export async function foldedBatch({ connection }: Store): Promise<bigint> {
  const writer = connection.writer()
  // An empty store in the place of another one: its tables are not made yet.
  if ((await systemRows(writer, z.unknown(), hasPositionSql)).length === 0) return 1n
  const row = z.object({ batch: z.coerce.bigint() })
  const [position] = await systemRows(writer, row, positionSql)
  return position?.batch || 1n
}

/** A part whose rows are in another one now. */
export type MergedPart = Omit<PartRange, 'rows'> & {
  readonly table: string
  readonly month: number
}

const mergedSql = `
  SELECT table, toUInt32OrZero(partition_id) AS month, hash_of_all_files AS id,
    toUInt32(min_block_number) AS from, toUInt32(max_block_number) AS to
  FROM system.parts
  WHERE database = currentDatabase() AND NOT active AND rows > 0
    AND hash_of_all_files IN {ids:Array(String)}
`
const mergedRow = z.object({
  table: z.string(),
  month: z.number(),
  id: z.string(),
  from: z.number(),
  to: z.number(),
})

/** Those of the parts with these checksums that are not active any more; the engine forgets them after some minutes. */
export async function mergedParts(
  { connection }: Store,
  ids: readonly string[],
): Promise<MergedPart[]> {
  return ids.length === 0 ? [] : systemRows(connection.writer(), mergedRow, mergedSql, { ids })
}

export async function activeParts({ connection }: Store): Promise<ActivePart[]> {
  const tables = await systemRows(connection.writer(), tableRow, tablesSql)
  const parts = await systemRows(connection.writer(), activeRow, activeSql)
  const of = new Map(tables.map(({ name, ...table }) => [name, table]))
  return parts.flatMap((part) => {
    const table = of.get(part.table)
    return table ? [{ ...part, ...table }] : []
  })
}

/** Copies that the engine makes and removes itself are not among them, nor parts whose rows are in another one. */
const detachedSql = `
  SELECT table, toUInt32OrZero(ifNull(partition_id, '')) AS month, name, path,
    toUInt32(ifNull(min_block_number, 0)) AS from, toUInt32(ifNull(max_block_number, 0)) AS to
  FROM system.detached_parts
  WHERE database = currentDatabase() AND max_block_number IS NOT NULL
    AND ifNull(reason, '') NOT IN ('ignored', 'clone', 'attaching', 'deleting', 'tmp-fetch')
  ORDER BY table, month, name
`

const detachedRow = z.object({
  table: z.string(),
  month: z.number(),
  name: z.string(),
  path: z.string(),
  from: z.number(),
  to: z.number(),
})

export async function detachedParts({ connection }: Store): Promise<DetachedPart[]> {
  const parts = await systemRows(connection.writer(), detachedRow, detachedSql)
  return Promise.all(parts.map(async (part) => ({ ...part, rows: await countOf(part.path) })))
}

/** The number of rows that a part was written with; null where its folder is on another machine or lacks the file. */
async function countOf(path: string): Promise<number | null> {
  try {
    const text = await readFile(join(path, 'count.txt'), 'utf8')
    return /^\d+$/.test(text) ? Number(text) : null
  } catch {
    return null
  }
}

/** The engine takes no parameter for a part; its own names are letters, digits and underscores. */
function checkSql(part: string): string {
  if (!/^\w+$/.test(part)) throw new Error(`No name of a part: ${part}`)
  return `CHECK TABLE {table:Identifier} PART '${part}' SETTINGS check_query_single_value_result = 0`
}
const checkRow = z.object({ is_passed: z.coerce.number(), message: z.string() })

/**
 * Reads a part as a whole and compares it with its checksums; what is wrong with it, undefined when nothing is. One that was merged
 * meanwhile has no fault: merging has read it as a whole. Rejects when the engine cannot say.
 */
export async function faultOf(
  { connection }: Store,
  { table, name }: Pick<ActivePart, 'table' | 'name'>,
): Promise<string | undefined> {
  try {
    const settings = { log_comment: 'damage.check', max_threads: 1 }
    const check = checkSql(name)
    const rows = await systemRows(connection.writer(), checkRow, check, { table }, settings)
    return rows.find(({ is_passed }) => is_passed === 0)?.message
  } catch (error) {
    if (isDamage(error)) return error.message
    if (isGone(error)) return undefined
    throw error
  }
}
