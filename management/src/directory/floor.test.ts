// @slow

import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { tables } from '../../testing/tables.ts'
import { storedSettings } from '../datedSettings/storedSettings.ts'
import { createDeviceIndex, deviceKey, readDevices } from '../deviceCredentials/deviceIndex.ts'
import { readMachines } from './directoryRows.ts'
import { Floor } from './floor.ts'
import { machineDirectory } from './machineDirectory.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

/** Statements as any later version may run them; `$1` chooses a row, `$2` a value. A refused one changes nothing. */
const statements = [
  `insert into machine (client_id, machine_type_id, serial_no) values ($1::int % 4 + 1, $2::int % 3 + 1, 'N-' || $2)`,
  `update machine set serial_no = 'N-' || $2 where id = $1`,
  `update machine set topic_prefix = 'a/' || $2 where id = $1`,
  `insert into dated_setting (client_id, machine_id, kind, value, entered_at)
     select client_id, id, 'targetSpeed', to_jsonb($2::int + 1), now() from machine where id = $1`,
  `insert into dated_setting (client_id, machine_id, kind, product, value, valid_from, entered_at)
     select client_id, id, 'targetSpeed', 'P' || $2, '70', '2026-01-01', now() from machine where id = $1`,
  `insert into dated_setting (client_id, machine_type_id, kind, product, value, entered_at)
     values ($1::int % 4 + 1, $1::int % 3 + 1, 'targetSpeed', 'P' || $2, '60', now())`,
  `update machine set machine_type_id = $2::int % 3 + 1 where id = $1`,
  `update machine set deleted_at = now() where id = $1 and $2::int >= 0`,
  `update machine set deleted_at = null where id = $1 and $2::int >= 0`,
  `delete from machine where id = $1 and serial_no like 'N-%' and $2::int >= 0`,
  `update client set deleted_at = now() where id = $1::int % 4 + 1 and $2::int >= 0`,
  `update client set deleted_at = null where id = $1::int % 4 + 1 and $2::int >= 0`,
  `update client set enabled = not enabled where id = $1::int % 4 + 1 and $2::int >= 0`,
  `insert into dated_setting (machine_type_id, kind, value, valid_wall, entered_at)
     values ($1::int % 3 + 1, 'holdLimit', to_jsonb(1000 + $2::int), '2026-03-29 02:30', now())`,
  `insert into dated_setting (machine_type_id, kind, code, value, entered_at)
     values ($1::int % 3 + 1, 'category', 13 + $2::int % 2, '"ancillary"', now())`,
  `insert into dated_setting (client_id, kind, product, value, entered_at)
     values ($1::int % 4 + 1, 'targetSpeed', 'P' || $2, to_jsonb(10 + $2::int), now())`,
  `insert into product_recipe (client_id, product) values ($1::int % 4 + 1, 'P' || $2)`,
  `delete from product_recipe where client_id = $1::int % 4 + 1 and $2::int >= 0`,
  `insert into machine_opcua (machine_id, security, user_name) values ($1, 'none', 'u' || $2)
     on conflict (machine_id) do update set user_name = excluded.user_name`,
  `delete from machine_opcua where machine_id = $1 and $2::int >= 0`,
  `with added as (insert into device (client_id, name) values ($1::int % 4 + 1, 'D' || $2) returning id)
   insert into device_token (hash, device_id, created_at) select sha256(('D' || $1 || ' ' || $2)::bytea), id, now() from added`,
  `update device set name = 'd' || $2 where id = $1`,
  `update device set enabled = not enabled where id = $1 and $2::int >= 0`,
  `update device set deleted_at = now() where id = $1 and $2::int >= 0`,
  `delete from device where id = $1 and name like 'D%' and $2::int >= 0`,
  `update device_token set expires_at = now() + make_interval(secs => $2::int) where device_id = $1`,
  `delete from device_token where device_id = $1 and $2::int >= 0`,
  `insert into device_machine (device_id, machine_id, client_id)
     select d.id, m.id, d.client_id from device d join machine m using (client_id) where d.id = $1 and m.id % 7 = $2::int % 7
     on conflict do nothing`,
  `delete from device_machine where device_id = $1 and machine_id % 3 = $2::int % 3`,
]

/** What a directory that is read whole has now. */
async function whole() {
  const db = tables(opened.management)
  const floor = new Floor()
  floor.replace(await readMachines(db, opened.management.secrets), await storedSettings(db, 'all'))
  const devices = createDeviceIndex(await deviceKey(db))
  devices.replace(await readDevices(db))
  return { floor, devices }
}

async function expectWhole() {
  const directory = await machineDirectory(opened.management)
  const { floor, devices } = await whole()
  expect(directory.machines()).toEqual(floor.machines())
  const numbers = await runSql<{ serial_no: string }>(
    opened.management,
    'select serial_no from machine',
  )
  for (const { serial_no: serialNo } of numbers) {
    expect(directory.bySerialNo(serialNo)).toEqual(floor.bySerialNo(serialNo))
  }
  const tokens = await runSql<{ hash: Buffer }>(opened.management, 'select hash from device_token')
  for (const { hash } of tokens) {
    const credential = hash.toString('base64')
    expect(directory.devices().byCredential(credential)).toEqual(devices.byCredential(credential))
  }
  const names = await runSql<{ name: string }>(opened.management, 'select name from device')
  for (const { name } of names) {
    expect(directory.devices().hasName(name)).toBe(devices.hasName(name))
    expect(directory.devices().clientOfName(name)).toBe(devices.clientOfName(name))
  }
}

const anyChange = fc.record({
  statement: fc.nat({ max: statements.length - 1 }),
  row: fc.integer({ min: 1, max: 24 }),
  value: fc.nat({ max: 12 }),
  /** Whether the directory looks right after it, or takes it over together with the next ones. */
  isSeen: fc.boolean(),
})

test('after any order of changes the directory is as one that is read whole', async () => {
  const directory = await machineDirectory(opened.management)
  let applied = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 30 }), async (changes) => {
      for (const { statement, row, value, isSeen } of changes) {
        const done = await runSql(opened.management, statements[statement] ?? '', [
          row,
          value,
        ]).then(
          () => true,
          () => false,
        )
        applied += Number(done)
        if (!isSeen) continue
        await directory.refresh()
        await expectWhole()
      }
      await directory.refresh()
      await expectWhole()
    }),
    runsOfProperty({ deep: 60, daily: 6 }),
  )
  // Most of what was tried took place.
  expect(applied).toBeGreaterThan(20)
})

test('a change names the machines that it is about, and no other', async () => {
  const directory = await machineDirectory(opened.management)
  const added = await runSql<{ id: number }>(
    opened.management,
    `insert into machine (client_id, machine_type_id, serial_no) values (1, 1, 'X-1'), (1, 1, 'X-2') returning id`,
  )
  await directory.refresh()
  const [one, other] = added.map(({ id }) => id)
  const named: number[][] = []
  const stop = directory.onChange((ids) => void named.push([...ids]))
  for (const change of [`topic_prefix = 'a/77'`, 'deleted_at = now()']) {
    const id = change.startsWith('topic') ? one : other
    await runSql(opened.management, `update machine set ${change} where id = $1`, [id])
    await directory.refresh()
  }
  stop()
  expect(named).toEqual([[one], [other]])
})

test('a change of a machine type reaches its machines 500 at a time, and others have their turn between', async () => {
  const directory = await machineDirectory(opened.management)
  await runSql(
    opened.management,
    `insert into machine (client_id, machine_type_id, serial_no)
      select 1, 2, 'T-' || n from generate_series(1, 1201) n`,
  )
  await directory.refresh()
  const sizes: number[] = []
  const turns: number[] = []
  const seen = new Set<number>()
  let turn = 0
  let goesOn = true
  const count = () => {
    turn += 1
    if (goesOn) setImmediate(count)
  }
  setImmediate(count)
  const stop = directory.onChange((ids) => {
    sizes.push(ids.size)
    turns.push(turn)
    for (const id of ids) {
      seen.add(id)
      expect(directory.byId(id)).toMatchObject({ rule: { holdMs: 4_711 } })
    }
  })
  await runSql(
    opened.management,
    `insert into dated_setting (machine_type_id, kind, value, entered_at) values (2, 'holdLimit', '4711', now())`,
  )
  await directory.refresh()
  stop()
  goesOn = false
  const ofType = await runSql<{ id: number }>(
    opened.management,
    `select m.id from machine m join client c on c.id = m.client_id
      where m.machine_type_id = 2 and m.deleted_at is null and c.deleted_at is null`,
  )
  expect([...seen].sort()).toEqual(ofType.map(({ id }) => id).sort())
  expect(sizes).toEqual([500, 500, ofType.length - 1_000])
  expect(new Set(turns).size).toBe(3)
  await expectWhole()
})
