// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, silentLog, startEngine } from '@packboard/engines/postgres'
import { UnreleasedData } from '@packboard/model'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/openTestDatabase.ts'
import { unreleasedDatabase } from '../../testing/unreleasedDatabase.ts'
import { type Migration, migrate, migrations, NewerDatabase } from './migrate.ts'

let directory: string
let engine: Engine | undefined
let database: TestDatabase | undefined
let pool: pg.Pool

const where = () => (database ? { connectionString: database.url } : engine?.connection)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'packboard-migrate-'))
  database = await openTestDatabase()
  engine = database ? undefined : await startEngine(directory, silentLog)
  pool = new pg.Pool(where())
  // The engine may end a connection while the pool is still closing it: an idle one emits the error on the pool, one
  // that is in use or closing emits it on its own listeners.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
})

afterAll(async () => {
  await pool?.end()
  await engine?.close()
  await database?.drop()
  await rm(directory, { recursive: true, force: true })
})

beforeEach(async () => {
  await pool.query('drop schema public cascade; create schema public')
})

const newest = Math.max(...migrations.map(({ version }) => version))
const next: Migration = {
  version: newest + 1,
  name: 'next',
  sql: 'create table later (id integer); insert into later values (1);',
}
const broken: Migration = {
  version: newest + 2,
  name: 'broken',
  sql: 'create table half (id integer); insert into no_such_table values (1);',
}

test('takes every step once', async () => {
  expect((await migrate(pool)).map(({ version }) => version)).toEqual(
    migrations.map(({ version }) => version),
  )
  expect(await migrate(pool)).toEqual([])
  expect(await migrate(pool, [...migrations, next])).toEqual([next])
  expect(await migrate(pool, [...migrations, next])).toEqual([])
})

test('starts that come at the same moment take each step once', async () => {
  const steps = [...migrations, next]
  const taken = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, steps)))
  expect(taken.flat()).toHaveLength(steps.length)
  expect((await pool.query('select id from later')).rows).toEqual([{ id: 1 }])
})

test('a step that fails leaves the schema as it was, also the steps before it', async () => {
  await migrate(pool)
  await expect(migrate(pool, [...migrations, next, broken])).rejects.toThrow('no_such_table')
  expect(await tables()).not.toContain('later')
  expect(await tables()).not.toContain('half')
  expect(await migrate(pool, [...migrations, next])).toEqual([next])
})

test('refuses the database of a newer Packboard and touches nothing', async () => {
  await migrate(pool, [...migrations, next])
  await expect(migrate(pool)).rejects.toThrow(NewerDatabase)
  expect(await tables()).toContain('later')
})

test.each([32, 2] as const)(
  'a database of before the baseline, with %i steps, is refused in one sentence and not touched',
  async (version) => {
    const { content } = await unreleasedDatabase(where() ?? {}, version)
    const before = await content()
    const migrating = migrate(pool)
    await expect(migrating).rejects.toThrow(UnreleasedData)
    await expect(migrating).rejects.toThrow(
      `The management database was written by a Packboard with schema ${version}, which no release ever had; nothing in it was changed, begin with an empty one.`,
    )
    expect(await content()).toEqual(before)
  },
)

test('a view that an earlier commit left when it was started by mistake keeps nobody out', async () => {
  await migrate(pool)
  await pool.query('create view schema_version as select 1 as version')
  expect(await migrate(pool, [...migrations, next])).toEqual([next])
})

test('a clock that was set back between two updates keeps nobody out', async () => {
  await migrate(pool)
  await pool.query(`update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z'
    where name like '0001%'`)
  expect(await migrate(pool, [...migrations, next])).toEqual([next])
})

test('waits for another start longer than a question may take', async () => {
  const impatient = new pg.Pool({ ...where(), statement_timeout: 1_000, lock_timeout: 1_000 })
  impatient.on('error', () => undefined)
  impatient.on('connect', (client) => client.on('error', () => undefined))
  const slow: Migration = { ...next, sql: `select pg_sleep(1.5); ${next.sql}` }
  try {
    const taken = await Promise.all([1, 2].map(() => migrate(impatient, [...migrations, slow])))
    expect(taken.flat()).toHaveLength(newest + 1)
  } finally {
    await impatient.end()
  }
})

test('versions rise by one, so that no step is forgotten', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})

async function tables(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  return rows.map(({ name }) => name)
}
