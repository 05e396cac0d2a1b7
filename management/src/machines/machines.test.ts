import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { settingsFromBeginning } from '../../testing/settingsFromBeginning.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { recipesOfClient } from '../recipes/recipesOfClient.ts'
import { machinesOfClient } from './machines.ts'

let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const run = (text: string, values?: unknown[]) => runSql(opened.management, text, values)
const serials = async (clientId: number) =>
  (await machinesOfClient(opened.management, grantClientScope(clientId))).map(
    ({ serialNo }) => serialNo,
  )

test('a client sees its own machines alone, with type, picture and line', async () => {
  const [first] = await machinesOfClient(opened.management, grantClientScope(2))
  expect(first).toEqual({
    id: expect.any(Number),
    serialNo: 'FW-511',
    type: { label: 'Flow Wrapper FW-3', imagePath: '/api/images/flow-wrapper.png' },
    lineName: 'Line 1',
  })
  const [wrappers, third] = [
    ['FW-511', 'FW-512', 'FW-521', 'FW-522'],
    ['CP-105', 'CT-104', 'PL-106', 'VF-531', 'VF-532'],
  ]
  expect(await serials(2)).toEqual([...wrappers, ...third])
  expect(await serials(4)).toEqual(['FW-711', 'VF-712'])
  expect(await serials(77)).toEqual([])
})

test('the order is that of a walk: line 2 before line 10, machines without a line last', async () => {
  await run(`insert into line (client_id, name) values (4, 'Line 10')`)
  await run(`
    insert into machine (client_id, machine_type_id, line_id, serial_no) values
      (4, 1, (select id from line where client_id = 4 and name = 'Line 10'), 'AA-2'),
      (4, 1, (select id from line where client_id = 4 and name = 'Line 10'), 'AA-10'),
      (4, 1, null, 'AA-1')`)
  expect(await serials(4)).toEqual(['FW-711', 'VF-712', 'AA-2', 'AA-10', 'AA-1'])
  await run(`delete from machine where serial_no like 'AA-%'`)
})

test('a deleted machine and the machines of a deleted client are gone, those of a disabled client are not', async () => {
  await run(`update machine set deleted_at = now() where serial_no = 'VF-712'`)
  expect(await serials(4)).toEqual(['FW-711'])
  await run(`update machine set deleted_at = null where serial_no = 'VF-712'`)
  await run('update client set enabled = false where id = 4')
  expect(await serials(4)).toEqual(['FW-711', 'VF-712'])
  await run('update client set deleted_at = now() where id = 4')
  expect(await serials(4)).toEqual([])
  await run('update client set enabled = true, deleted_at = null where id = 4')
})

test('the directory knows every machine of the installation and how it speaks', async () => {
  const directory = await machineDirectory(opened.management)
  expect(directory.machines()).toHaveLength(23)
  const recipes = await recipesOfClient(opened.management, grantClientScope(2))
  expect(recipes.length).toBeGreaterThan(3)
  expect(directory.bySerialNo('VF-531')).toEqual({
    id: expect.any(Number),
    clientId: 2,
    cellId: 0,
    serialNo: 'VF-531',
    connector: { kind: 'mqttJson', topicPrefix: null, dictionary: null, opcUa: null },
    machineTypeId: expect.any(Number),
    zone: 'Europe/Oslo',
    rule: {
      // Those of its own client alone.
      recipePpm: new Map(recipes.map(({ product, targetPpm }) => [product, targetPpm])),
      holdMs: 90_000,
      designPpm: 90,
      targetPpm: null,
      categories: {},
      later: [],
    },
  })
  const id = directory.bySerialNo('VF-531')?.id ?? 0
  expect(directory.byId(id)?.serialNo).toBe('VF-531')
  expect(directory.bySerialNo('vf-531')).toBeUndefined()
})

test('the directory tells of every change of a machine, its type, its line and its client', async () => {
  const directory = await machineDirectory(opened.management)
  let reported = 0
  const stop = directory.onChange(() => {
    reported += 1
  })
  const changes = [
    `update machine set connector = 'packmlTags', topic_prefix = 'plant/1',
       dictionary = '{"EXECUTE": 10}' where serial_no = 'FW-101'`,
    `insert into dated_setting (machine_type_id, kind, code, value, entered_at)
       select id, kind, code, value::jsonb, now() from machine_type,
         (values ('holdLimit', null::integer, '30000'), ('category', 13, '"ancillary"')) as entered (kind, code, value)
       where label like 'VFFS%'`,
    `update line set name = 'Hall 1' where client_id = 3 and name = 'Line 1'`,
    'update client set deleted_at = now() where id = 4',
  ]
  for (const [index, change] of changes.entries()) {
    await run(change)
    await directory.refresh()
    expect(reported).toBe(index + 1)
  }
  await directory.refresh()
  expect(reported).toBe(changes.length)

  expect(directory.bySerialNo('FW-101')).toMatchObject({
    connector: { kind: 'packmlTags', topicPrefix: 'plant/1', dictionary: { EXECUTE: 10 } },
  })
  expect(directory.bySerialNo('VF-401')).toMatchObject({
    rule: { holdMs: 30_000, categories: { 13: 'ancillary' } },
  })
  expect(directory.bySerialNo('FW-711')).toBeUndefined()

  stop()
  await run('update client set deleted_at = null where id = 4')
  await directory.refresh()
  expect(reported).toBe(changes.length)
  expect(directory.machines()).toHaveLength(23)
})

test('the directory finds changes of other processes by itself', async () => {
  const directory = await machineDirectory(opened.management)
  const target = { clientId: 1, serialNo: 'FW-202', kind: 'targetSpeed', value: 99 } as const
  await settingsFromBeginning(opened.management, [target])
  await new Promise<void>((resolve) => {
    const stop = directory.onChange(() => {
      stop()
      resolve()
    })
  })
  expect(directory.bySerialNo('FW-202')?.rule.targetPpm).toBe(99)
})
