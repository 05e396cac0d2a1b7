import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/openTestDatabase.ts'
import { type DatedRule, DatedSettings } from '../datedSettings/machineSettings.ts'
import { storedSettings } from '../datedSettings/storedSettings.ts'
import type { Schema } from '../schema.ts'
import { datedSettings } from './0010-dated-settings.ts'
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

/** What a store of before this step has. */
const before = `
  insert into client (name, zone, subscription_id) values ('Rome', 'Europe/Rome', 1), ('Auckland', 'Pacific/Auckland', 1);
  insert into machine_type (label, design_ppm, hold_ms, categories) values
    ('Usual', null, 90000, '{}'),
    ('Set', 0.1, 45000, '{"13": "ancillary", "27": "runWhileCounting"}');
  insert into machine_type_setting (machine_type_id, name, valid_from, value, set_at) values
    (2, 'stopThresholdSeconds', null, 60, '2026-01-01'), (2, 'stopThresholdSeconds', '2026-10-25', 300, '2026-01-02');
  insert into line (client_id, name) values (1, 'One');
  insert into machine (client_id, machine_type_id, serial_no, line_id, target_ppm, hold_ms, design_ppm) values
    (1, 1, 'A', 1, null, null, null), (1, 2, 'B', null, 77.7, 30000, 123.456), (2, 2, 'C', null, null, null, null);
  insert into product_recipe (client_id, product, target_speed, tare) values
    (1, 'Bar', 33.3333333333, 1), (1, 'Bag', null, 2), (2, 'Bar', 12, null);
`

test('what there was is valid from the beginning, to the last digit, and an update moves nothing', async () => {
  if (database === undefined) return
  expect(datedSettings.version).toBe(10)
  await migrate(pool, migrations.slice(0, 9))
  await pool.query(before)
  const { rows: old } = await pool.query(`
    select m.id, m.target_ppm, coalesce(m.hold_ms, t.hold_ms) as hold_ms, coalesce(m.design_ppm, t.design_ppm) as design_ppm,
      t.categories, (select coalesce(jsonb_object_agg(r.product, r.target_speed), '{}') from product_recipe r
        where r.client_id = m.client_id and r.target_speed is not null) as recipes
    from machine m join machine_type t on t.id = m.machine_type_id order by m.id`)
  await migrate(pool)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const settings = new DatedSettings(await storedSettings(db, 'all'))
  const machines = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select(['m.id', 'm.client_id as clientId', 'm.machine_type_id as machineTypeId', 'c.zone'])
    .orderBy('m.id')
    .execute()
  expect(machines.map((machine) => settings.rule(machine))).toEqual(
    old.map(
      (row): DatedRule => ({
        holdMs: row.hold_ms,
        targetPpm: row.target_ppm,
        designPpm: row.design_ppm,
        categories: row.categories,
        recipePpm: new Map(Object.entries(row.recipes)),
        later: [],
      }),
    ),
  )
  const thresholds = machines.map((machine) => settings.thresholds(machine))
  const day = (text: string) => Date.parse(text)
  // 25 October begins at 22:00 UTC in Rome, and at 11:00 UTC in Auckland.
  expect(thresholds.map((one) => one.at(day('2026-10-24T21:59:59Z')))).toEqual([
    120_000, 60_000, 300_000,
  ])
  expect(thresholds.map((one) => one.at(day('2026-10-24T10:59:59Z')))).toEqual([
    120_000, 60_000, 60_000,
  ])
  expect(thresholds.map((one) => one.at(day('2026-10-24T22:00:00Z')))).toEqual([
    120_000, 300_000, 300_000,
  ])
  expect(
    await db.selectFrom('product_recipe').select(['product', 'tare']).orderBy('product').execute(),
  ).toHaveLength(3)
})

test('an entry is never changed; who entered it may be gone', async () => {
  if (database === undefined) return
  const change = (what: string) =>
    pool.query(`update dated_setting set ${what} where machine_id = 2`)
  for (const what of [`value = '5'`, `valid_from = now()`, `reason = 'Other'`]) {
    await expect(change(what)).rejects.toMatchObject({ code: expect.stringMatching(/PB004|23514/) })
  }
  await change('entered_by = null')
})
