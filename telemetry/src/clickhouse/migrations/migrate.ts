import type { ClickHouseClient } from '@clickhouse/client'
import { UnreleasedData } from '@packboard/model'
import { z } from 'zod'
import type { TelemetryContext, TelemetryLog } from '../../context.ts'
import { select } from '../select.ts'
import { systemRows } from '../systemRows.ts'
import { baseline } from './0001-baseline.ts'
import { imported } from './0002-imported.ts'
import { laterRules } from './0003-later-rules.ts'
import { countedFrom, countedFromText, durable, type Migration } from './migration.ts'

/** Every step of the store's schema, oldest first. A step that was released is never changed; a new one is added. */
export const migrations: readonly Migration[] = [baseline, imported, laterRules]

/** The store was written by a newer Packboard; an older one could not keep its data safe. */
export class StoreIsNewer extends Error {
  constructor(found: number, known: number) {
    super(
      `The telemetry store was written by a newer Packboard (schema ${found}; this one knows ${known}). ` +
        'Install that version or a later one; this one will not touch the data.',
    )
    this.name = 'StoreIsNewer'
  }
}

const prepare = `CREATE TABLE IF NOT EXISTS schema_version (
    version UInt32,
    name String,
    applied_at DateTime64(3, 'UTC')
  )
  ENGINE = MergeTree
  ORDER BY version
  ${durable}
  COMMENT '${countedFromText}'`

/** Brings the schema of the writer's database up to date. Safe to be cut off anywhere and run again; never goes back. */
export async function migrate(
  writer: ClickHouseClient,
  log: TelemetryLog,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await run(writer, prepare)
  const found = await schemaVersion(writer)
  const known = Math.max(0, ...steps.map(({ version }) => version))
  if (found > known) throw new StoreIsNewer(found, known)

  for (const step of steps.filter(({ version }) => version > found)) {
    for (const statement of step.statements) await run(writer, statement)
    await writer.insert({
      table: 'schema_version',
      columns: ['version', 'name', 'applied_at'],
      values: [[step.version, step.name, Date.now()]],
      format: 'JSONCompactEachRow',
    })
    if (found > 0) log.info({ version: step.version, name: step.name }, 'Telemetry store migrated')
  }
  // Of a new store the steps before its present form are of no use to an operator.
  if (found === 0) log.info({ version: known }, 'Telemetry store created')
}

/** Refuses a store of before the baseline (`countedFrom`). To be called before anything is looked for or changed in it. */
export async function refuseUnreleased(writer: ClickHouseClient): Promise<void> {
  const comment = await versionComment(writer)
  if (comment === undefined || Number(comment) >= countedFrom) return
  const version = Number(comment) || (await newestRow(writer))
  throw new UnreleasedData('The telemetry store', `schema ${version}`)
}

/** By its rows, or by the comment of its table where they are lost. */
async function schemaVersion(writer: ClickHouseClient): Promise<number> {
  const comment = await versionComment(writer)
  return Math.max(await newestRow(writer), Number(comment) - countedFrom)
}

const commentSql = `
  SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = 'schema_version'`
const newestSql = 'SELECT toUInt32(max(version)) AS version FROM schema_version'

/** The comment of `schema_version`; undefined in a database without that table. */
async function versionComment(writer: ClickHouseClient): Promise<string | undefined> {
  const [found] = await systemRows(writer, z.object({ comment: z.string() }), commentSql)
  return found?.comment
}

async function newestRow(writer: ClickHouseClient): Promise<number> {
  const [newest] = await systemRows(writer, z.object({ version: z.number() }), newestSql)
  return newest?.version ?? 0
}

async function run(writer: ClickHouseClient, statement: string): Promise<void> {
  await writer.command({ query: statement, clickhouse_settings: { wait_end_of_query: 1 } })
}

/** A start that was cut off between a step and its note takes the step again: its last end is meant. */
const stepsSql = `
  SELECT version, toUnixTimestamp64Milli(max(applied_at)) AS at
  FROM schema_version GROUP BY version
`
const stepRow = z.object({ version: z.coerce.number(), at: z.coerce.number() })

/** When the store took the steps of its schema, by their numbers; a step whose note is lost is not there. */
export async function telemetryStepTimes({
  context,
}: {
  readonly context: TelemetryContext
}): Promise<ReadonlyMap<number, Date>> {
  const rows = await select(context, {
    name: 'schema.steps',
    sql: stepsSql,
    params: {},
    row: stepRow,
  })
  return new Map(rows.map(({ version, at }) => [version, new Date(at)]))
}
