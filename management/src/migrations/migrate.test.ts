// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, silentLog, startEngine } from '@packboard/engines/postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/openTestDatabase.ts'
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

/** What a Packboard from before the migrator left behind, after its first `count` steps. */
async function migratedLongAgo(count: number) {
  await pool.query(`create table schema_version (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`)
  for (const { version, name, sql } of migrations.slice(0, count)) {
    await pool.query(sql)
    await pool.query('insert into schema_version (version, name) values ($1, $2)', [version, name])
  }
}

test.each([newest, newest - 1, 1])(
  'takes over the database of an earlier Packboard that took %i steps',
  async (count) => {
    await migratedLongAgo(count)
    await pool.query(`insert into subscription (label) values ('Kept')`)
    const taken = await Promise.all([1, 2, 3].map(() => migrate(pool)))
    expect(taken.flat()).toEqual(migrations.slice(count))
    expect(await migrate(pool)).toEqual([])
    expect((await pool.query(`select 1 from subscription where label = 'Kept'`)).rowCount).toBe(1)
  },
)

test('what was entered under any earlier schema is there after all later steps', async () => {
  await migrate(pool, migrations.slice(0, 1))
  await pool.query(`
    insert into client (id, name, subscription_id) values (1, 'One', 1), (2, 'Two', 1);
    insert into machine_type (id, label) values (1, 'T');
    insert into machine (id, client_id, machine_type_id, serial_no) values (1, 1, 1, 'FW-1'), (2, 2, 1, 'FW-2');
    insert into user_account (id, username, group_id, client_id, password_hash)
    values (1, 'admin', 1, null, 'p'), (2, 'engineer', 4, 1, 'q');
    select setval(pg_get_serial_sequence('client', 'id'), 2)`)
  const before = await entered()
  expect(before).toHaveLength(6)
  for (const step of migrations.slice(1)) {
    await pool.query(`insert into client (name, subscription_id) values ('${step.name}', 1)`)
    const taken = await migrate(pool, migrations.slice(0, step.version))
    expect(taken).toEqual([step])
    expect([step.name, await entered()]).toEqual([step.name, before])
  }
  const clients = await pool.query('select name from client order by id')
  expect(clients.rows.map(({ name }) => name)).toEqual([
    ...['One', 'Two'],
    ...migrations.slice(1).map(({ name }) => name),
  ])
})

/** The rows that the first schema could hold, without those of later clients. */
async function entered() {
  const { rows } = await pool.query(`
    select 'client', id, name, null as owner from client where id <= 2
    union all select 'machine', id, serial_no, client_id from machine
    union all select 'user', id, username, client_id from user_account
    order by 1, 2`)
  return rows
}

test('devices leave the people with number, name, machines and password; what was deleted stays so (D80)', async () => {
  const step = migrations.findIndex(({ name }) => name === 'devices')
  await migrate(pool, migrations.slice(0, step))
  await pool.query(`
    insert into client (id, name, subscription_id) values (1, 'One', 1), (2, 'Two', 1);
    insert into machine_type (id, label) values (1, 'T');
    insert into machine (id, client_id, machine_type_id, serial_no) values (1, 1, 1, 'FW-1'), (2, 2, 1, 'FW-2');
    insert into user_account (id, username, group_id, client_id, password_hash, every_machine, enabled, deleted_at)
    values (1, 'admin', 1, null, 'p', false, true, null), (7, 'FW-1', 5, 1, 'h7', false, true, null),
      (8, 'gateway-two', 5, 2, 'h8', true, false, null), (9, 'gone', 5, 2, null, false, true, now());
    insert into device_machine (user_id, machine_id, client_id) values (7, 1, 1), (8, 2, 2);
    -- One that registered like a person before it became a device.
    insert into terms_acceptance (user_id, version, accepted_at) values (7, '1', now());
    select setval(pg_get_serial_sequence('user_account', 'id'), 9)`)
  await migrate(pool)
  const { rows } = await pool.query(
    `select id, client_id, name, password_hash, every_machine, enabled, deleted_at is null as lives,
       (select array_agg(machine_id) from device_machine where device_id = id) as machines
     from device order by id`,
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    [7, 1, 'FW-1', 'h7', false, true, true, [1]],
    [8, 2, 'gateway-two', 'h8', true, false, true, [2]],
    [9, 2, 'gone', null, false, true, false, null],
  ])
  const people = await pool.query('select username from user_account')
  expect(people.rows).toEqual([{ username: 'admin' }])
  const next = await pool.query(
    `insert into device (client_id, name) values (1, 'next') returning id`,
  )
  expect(next.rows).toEqual([{ id: 10 }])
  const keys = await pool.query('select octet_length(key) as bytes from device_key')
  expect(keys.rows).toEqual([{ bytes: 32 }])
})

test('a dictionary that is in use counts as confirmed, by nobody; one that is added later does not', async () => {
  const step = migrations.findIndex(({ name }) => name === 'confirmed dictionaries')
  await migrate(pool, migrations.slice(0, step))
  await pool.query(`
    insert into client (id, name, subscription_id) values (1, 'One', 1), (2, 'Two', 1);
    insert into machine_type (id, label) values (1, 'T');
    insert into machine (id, client_id, machine_type_id, serial_no, connector, topic_prefix, dictionary)
    values (1, 1, 1, 'FW-1', 'packmlTags', 'a/1', '"tmc"'), (2, 2, 1, 'FW-2', 'mqttJson', null, null)`)
  await migrate(pool)
  await pool.query(`
    insert into machine (id, client_id, machine_type_id, serial_no, connector, topic_prefix, dictionary)
    values (3, 2, 1, 'FW-3', 'packmlTags', 'a/3', '"tmc"')`)
  const { rows } = await pool.query(`
    select id, dictionary_confirmed_at is not null as confirmed, dictionary_confirmed_by as by
    from machine order by id`)
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, true, null],
    [2, false, null],
    [3, false, null],
  ])
})

test('an earlier Packboard still sees how new the database is', async () => {
  await migratedLongAgo(newest)
  await migrate(pool, [...migrations, next])
  await pool.query('create table if not exists schema_version (version integer primary key)')
  const { rows } = await pool.query('select max(version) as version from schema_version')
  expect(rows).toEqual([{ version: next.version }])
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
