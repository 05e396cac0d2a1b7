import type { ClickHouseClient } from '@clickhouse/client'
import { connect, startEngine } from '@packboard/engines/clickhouse'
import { migrate } from '../src/clickhouse/migrations/migrate.ts'
import { countedFrom } from '../src/clickhouse/migrations/migration.ts'
import { silentLog } from '../src/context.ts'

const database = 'packboard'

/** Starts the engine of a data directory without Packboard, for what no Packboard of today does to a store. */
export async function withBareStore<Answer>(
  dataDir: string,
  work: (writer: ClickHouseClient, enginePid: number | undefined) => Promise<Answer>,
): Promise<Answer> {
  const engine = await startEngine({ dataDir, database, log: silentLog })
  const { username, password } = engine.writer
  const url = engine.url.replace('//', `//${username}:${password}@`)
  const connection = await connect({ dataDir, url, database, log: silentLog })
  try {
    await connection.createDatabase()
    return await work(connection.writer(), engine.pid())
  } finally {
    await connection.close()
    await engine.close()
  }
}

/** A store that has taken no step yet, and a table with a part. */
export const storeBeforeSteps = (dataDir: string) =>
  withBareStore(dataDir, async (writer) => {
    await migrate(writer, silentLog, [])
    await fillTable(writer, 'before_steps')
  })

/**
 * A store as the commits of before the baseline left one: their last step was the sixteenth, and those up to the seventh
 * wrote no comment.
 */
export const unreleasedStore = (dataDir: string, version: number) =>
  withBareStore(dataDir, async (writer) => {
    const comment = version < 8 ? '' : `COMMENT '${version}'`
    await writer.command({
      query: `CREATE TABLE schema_version (version UInt32, name String, applied_at DateTime64(3, 'UTC'))
        ENGINE = MergeTree ORDER BY version ${comment}`,
    })
    await writer.command({
      query: `INSERT INTO schema_version SELECT number + 1, 'a step', now64() FROM numbers(${version})`,
    })
    await fillTable(writer, 'sample')
  })

async function fillTable(writer: ClickHouseClient, name: string) {
  await writer.command({ query: `CREATE TABLE ${name} (at UInt32) ENGINE = MergeTree ORDER BY at` })
  await writer.command({ query: `INSERT INTO ${name} VALUES (1), (2)` })
}

/** The number of the last step that the store of a data directory has taken: by its note, or by the comment when it was cut off before that. */
export const schemaOfStore = (dataDir: string) =>
  withBareStore(dataDir, async (writer) => {
    const answer = await writer.query({
      query: `SELECT greatest(
          (SELECT toInt32(max(version)) FROM schema_version),
          toInt32OrZero(comment) - {countedFrom:Int32}
        ) AS version
        FROM system.tables WHERE database = currentDatabase() AND name = 'schema_version'`,
      query_params: { countedFrom },
      format: 'JSONEachRow',
    })
    const [found] = await answer.json<{ version: number }>()
    return found?.version ?? 0
  })
