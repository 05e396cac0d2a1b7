import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/openTestDatabase.ts'
import { clientSettings } from './0013-client-settings.ts'
import { migrate, migrations } from './migrate.ts'

let database: TestDatabase | undefined
let pool: pg.Pool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = new pg.Pool({ connectionString: database?.url ?? '' })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

test('clients that there are have the revised rules from the next minute on, and an entry is of a client alone', async () => {
  if (database === undefined) return
  expect(clientSettings.version).toBe(13)
  await migrate(pool, migrations.slice(0, 12))
  await pool.query(`
    insert into client (name, zone, subscription_id) values ('Rome', 'Europe/Rome', 1), ('Oslo', 'Europe/Oslo', 1);
    insert into machine_type (label) values ('Usual');
    insert into machine (client_id, machine_type_id, serial_no) values (1, 1, 'A')`)
  await migrate(pool)
  const { rows } = await pool.query(`
    select client_id, value, extract(epoch from valid_from)::bigint % 60 = 0 as whole,
      valid_from > entered_at and valid_from <= entered_at + interval '1 minute' as next, entered_by
    from dated_setting where kind = 'rules' order by client_id`)
  expect(rows).toEqual(
    [1, 2].map((client_id) => ({
      ...{ client_id, value: 'revised', whole: true, next: true, entered_by: null },
    })),
  )
  const entry = (columns: string, values: string) =>
    pool.query(
      `insert into dated_setting (kind, entered_at, ${columns}) values ('rules', now(), ${values})`,
    )
  for (const [columns, values] of [
    ['value, client_id', `'"newest"', 1`],
    ['value, client_id', `'null', 1`],
    ['value, client_id, machine_id', `'"earlier"', 1, 1`],
    ['value, client_id, machine_type_id', `'"earlier"', 1, 1`],
    ['value, machine_type_id', `'"earlier"', 1`],
  ] as const) {
    await expect(entry(columns, values)).rejects.toMatchObject({ code: '23514' })
  }
  const versionOf = async () =>
    (await pool.query('select version from client order by id')).rows.map(({ version }) => version)
  const before = await versionOf()
  // What a new client begins with is no change of it.
  await entry('value, client_id', `'"earlier"', 1`)
  expect(await versionOf()).toEqual(before)
  await entry('value, client_id, valid_from', `'"earlier"', 1, date_trunc('minute', now())`)
  expect(await versionOf()).toEqual([before[0] + 1, before[1]])
})
