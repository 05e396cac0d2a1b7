import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/openTestDatabase.ts'
import { settingChanges } from './0011-setting-changes.ts'
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

test('entries of before stay and are of no change; a change has one owner and a reason', async () => {
  if (database === undefined) return
  expect(settingChanges.version).toBe(11)
  await migrate(pool, migrations.slice(0, 10))
  await pool.query(`
    insert into client (name, zone, subscription_id) values ('Rome', 'Europe/Rome', 1);
    insert into machine_type (label) values ('Usual');
    insert into machine (client_id, machine_type_id, serial_no) values (1, 1, 'A');
    insert into dated_setting (client_id, machine_id, kind, value, entered_at) values (1, 1, 'holdLimit', '5000', now())`)
  await migrate(pool, migrations.slice(0, 11))
  const { rows } = await pool.query('select value, change_id from dated_setting order by id')
  expect(rows.at(-1)).toEqual({ value: 5_000, change_id: null })
  const change = (values: string) =>
    pool.query(
      `insert into setting_change (client_id, machine_type_id, machine_id, applied_at, reason) values (${values}) returning id`,
    )
  await expect(change(`1, 1, null, now(), 'both'`)).rejects.toMatchObject({ code: '23514' })
  await expect(change(`null, null, null, now(), 'none'`)).rejects.toMatchObject({ code: '23514' })
  await expect(change(`1, null, null, now(), ' '`)).rejects.toMatchObject({ code: '23514' })
  const { rows: made } = await change(`1, null, 1, now(), 'Sheet was wrong'`)
  const rebuild = (from: string, to: string) =>
    pool.query(
      'insert into setting_rebuild (change_id, machine_id, first_day, last_day) values ($1, 1, $2, $3)',
      [made[0]?.id, from, to],
    )
  await expect(rebuild('2026-10-02', '2026-10-01')).rejects.toMatchObject({ code: '23514' })
  await rebuild('2026-10-01', '2026-10-02')
  // With its client all of it goes.
  await pool.query('delete from machine')
  const { rows: left } = await pool.query('select * from setting_rebuild')
  expect(left).toEqual([])
})
