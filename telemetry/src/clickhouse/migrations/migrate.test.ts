import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnreleasedData } from '@packboard/model'
import { atDepth, partOf } from '@packboard/model/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unreleasedStore, withBareStore } from '../../../testing/bareStore.ts'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { tinySteps } from '../../../testing/tinySteps.ts'
import { silentLog } from '../../context.ts'
import { openTelemetry } from '../../store.ts'
import { migrate, migrations, StoreIsNewer } from './migrate.ts'
import { countedFrom, durable } from './migration.ts'

let telemetry: Awaited<ReturnType<typeof openTestTelemetry>>
beforeAll(async () => {
  telemetry = await openTestTelemetry()
})
afterAll(() => telemetry?.close())

/** What a table must carry to be allowed in the store. */
const durableSettings = durable
  .replace('SETTINGS', '')
  .split(',')
  .map((setting) => setting.trim())

const writer = () => telemetry.context.connection.writer()

async function rows<Row>(query: string): Promise<Row[]> {
  const answer = await writer().query({ query, format: 'JSONEachRow' })
  return answer.json<Row>()
}

/** Tables that do not carry all settings of M6: after a power loss they would have lost records. */
async function notDurable(): Promise<string[]> {
  const tables = await rows<{ name: string; create_table_query: string }>(
    `SELECT name, create_table_query FROM system.tables
      WHERE database = currentDatabase() AND engine LIKE '%MergeTree%'`,
  )
  expect(tables.length).toBeGreaterThan(5)
  return tables
    .filter(({ create_table_query }) =>
      durableSettings.some((setting) => !create_table_query.includes(setting)),
    )
    .map(({ name }) => name)
}

test('every table carries every setting that makes acknowledged mean on disk', async () => {
  expect(durableSettings.filter((setting) => setting.includes('fsync'))).toHaveLength(4)
  expect(await notDurable()).toEqual([])
  await writer().command({
    query: `CREATE TABLE careless (n UInt8) ENGINE = MergeTree ORDER BY n
      SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  })
  expect(await notDurable()).toEqual(['careless'])
  await writer().command({ query: 'DROP TABLE careless' })
})

test('a store that is up to date is left alone', async () => {
  const before = await rows('SELECT * FROM schema_version ORDER BY version')
  await migrate(writer(), silentLog)
  expect(await rows('SELECT * FROM schema_version ORDER BY version')).toEqual(before)
})

test('a store that has lost its version begins no table anew', async () => {
  const before = await rows(
    'SELECT uuid FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  )
  await writer().command({ query: 'TRUNCATE TABLE schema_version' })
  await migrate(writer(), silentLog)
  expect(
    await rows('SELECT uuid FROM system.tables WHERE database = currentDatabase() ORDER BY name'),
  ).toEqual(before)
})

/** The definitions of all tables. */
const tables = () =>
  rows<{ name: string; made: string }>(
    `SELECT name, create_table_query AS made FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  )

test('killed after any statement of any step, the next start makes the same schema of it', async () => {
  const whole = await tables()
  expect(whole.length).toBeGreaterThan(8)
  const places = migrations.flatMap(({ version, statements }) =>
    statements.map((_, index) => ({ version, index })),
  )
  for (const { version, index } of partOf(places, atDepth({ deep: places.length, daily: 6 }))) {
    for (const { name } of await tables()) {
      await writer().command({ query: `DROP TABLE ${name} SYNC` })
    }
    const killed = migrations.map((step) =>
      step.version === version
        ? { ...step, statements: [...step.statements.slice(0, index + 1), 'SELECT throwIf(1)'] }
        : step,
    )
    await expect(migrate(writer(), silentLog, killed)).rejects.toThrow()
    await migrate(writer(), silentLog)
    expect([version, index, await tables()]).toEqual([version, index, whole])
  }
}, 180_000)

test('a step that was cut off is run again from its beginning', async () => {
  const version = migrations.length + 1
  const create = 'CREATE TABLE IF NOT EXISTS step (n UInt8) ENGINE = Memory'
  const cut = { version, name: 'cut', statements: [create, 'SELECT throwIf(1)'] }
  await expect(migrate(writer(), silentLog, [...migrations, cut])).rejects.toThrow()
  const whole = { version, name: 'whole', statements: [create, 'TRUNCATE TABLE step'] }
  await migrate(writer(), silentLog, [...migrations, whole])
  const [newest] = await rows(
    'SELECT version, name FROM schema_version ORDER BY version DESC LIMIT 1',
  )
  expect(newest).toEqual({ version, name: 'whole' })
})

test('a store of a newer Packboard is refused in words, and not touched', async () => {
  await expect(migrate(writer(), silentLog, migrations)).rejects.toThrow(StoreIsNewer)
  await expect(migrate(writer(), silentLog, migrations)).rejects.toThrow(
    'written by a newer Packboard',
  )
})

test('the steps are numbered from 1 without a gap', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})

test('the last statement of each step notes its version', () => {
  for (const { version, statements } of [...migrations, ...tinySteps]) {
    const note = `ALTER TABLE schema_version MODIFY COMMENT '${countedFrom + version}'`
    expect(statements.at(-1)).toBe(note)
  }
})

test.each([
  ['its comment', 16],
  ['its rows', 7],
])(
  'a store of before the baseline, known by %s, is refused in one sentence and not touched',
  async (_, version) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'packboard-unreleased-'))
    try {
      await unreleasedStore(dataDir, version)
      const before = await contentOf(dataDir)
      const opening = openTelemetry({ dataDir, memoryBytes: 1_500_000_000 })
      await expect(opening).rejects.toThrow(UnreleasedData)
      await expect(opening).rejects.toThrow(
        `The telemetry store was written by a Packboard with schema ${version}, which no release ever had; nothing in it was changed, begin with an empty one.`,
      )
      expect(await contentOf(dataDir)).toEqual(before)
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  60_000,
)

/** Every table of a data directory and its rows. */
const contentOf = (dataDir: string) =>
  withBareStore(dataDir, async (bare) => {
    const ask = async (query: string) => (await bare.query({ query, format: 'JSONEachRow' })).json()
    return Promise.all([
      ask(`SELECT uuid, create_table_query FROM system.tables
        WHERE database = currentDatabase() ORDER BY name`),
      ask('SELECT * FROM schema_version ORDER BY version'),
      ask('SELECT * FROM sample ORDER BY at'),
      ask(`SELECT table, name FROM system.parts
        WHERE database = currentDatabase() AND active ORDER BY table, name`),
    ])
  })
