import { grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { deleteClient } from '../clients/changeClients.ts'
import { addDevice, deleteDevice, machineToken } from '../devices/changeDevices.ts'
import { deviceDirectory } from '../devices/deviceDirectory.ts'
import { managedDevices } from '../devices/devices.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { deleteDistributor } from '../distributors/distributors.ts'
import { addMachine, deleteMachine } from '../machines/changeMachines.ts'
import { managedMachines } from '../machines/machines.ts'
import { deleteMachineType } from '../machineTypes/changeMachineTypes.ts'
import { deleteUser } from '../users/changeUsers.ts'
import { managedUsers } from '../users/users.ts'
import { deletedRows } from './deletedRows.ts'
import { restore } from './restore.ts'

let opened: TestManagement
let ahead = 0
beforeAll(async () => {
  opened = await openTestManagement({ now: () => Date.now() + ahead })
})
afterAll(() => opened?.close())
beforeEach(() => {
  ahead = 0
})

const all = grantPanelScope({ reach: 'all' })
const anybody = { scope: all, mayActOn: () => true }
const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const idOf = async (text: string) => (await run<{ id: number }>(text))[0]?.id ?? 0
const machineId = (serialNo: string) =>
  idOf(`select id from machine where serial_no = '${serialNo}' order by id limit 1`)
const lastEntry = async () =>
  (
    await run<{ action: string; entity: string; entity_id: number; actor_name: string }>(
      'select action, entity, entity_id, actor_name from audit_log order by id desc limit 1',
    )
  )[0]
const day = 24 * 3_600_000

test('a deleted client takes its users, devices and machines along, and brings back those and no other', async () => {
  const { management } = opened
  const early = await machineId('VF-622')
  await deleteMachine(management, editor, all, early)
  const account = `insert into user_account (username, group_id, client_id)`
  await run(`${account} values ('stays', 3, 3)`)
  const leaver = await idOf(`${account} values ('goes', 3, 3) returning id`)
  await deleteUser(management, editor, anybody, leaver)
  const silent = await idOf(`select id from device where name = 'VF-623'`)
  await deleteDevice(management, editor, all, silent)
  const devicesBefore = await managedDevices(management, all)
  const usersBefore = await managedUsers(management, all)
  const machinesBefore = await managedMachines(management, all)

  await deleteClient(management, editor, 3)
  expect(await lastEntry()).toEqual({
    action: 'delete',
    entity: 'client',
    entity_id: 3,
    actor_name: 'admin',
  })
  const directory = await machineDirectory(management)
  expect(directory.bySerialNo('FW-611')).toBeUndefined()
  expect((await managedUsers(management, all)).some(({ clientId }) => clientId === 3)).toBe(false)
  expect((await managedDevices(management, all)).some(({ clientId }) => clientId === 3)).toBe(false)
  expect((await managedMachines(management, all)).some(({ clientId }) => clientId === 3)).toBe(
    false,
  )
  // Those of the other client are all there.
  expect((await managedMachines(management, all)).filter(({ clientId }) => clientId === 2)).toEqual(
    machinesBefore.filter(({ clientId }) => clientId === 2),
  )
  expect((await deletedRows(management)).map(({ kind, name }) => [kind, name])).toEqual([
    ['client', 'Nova Snacks'],
    ['device', 'VF-623'],
    ['user', 'goes'],
    ['machine', 'VF-622'],
  ])
  // What stood in it waits for it.
  await expect(restore(management, editor, 'machine', early)).rejects.toMatchObject({
    code: 'restore.blocked',
    message: 'Its client must be restored first.',
  })

  await restore(management, editor, 'client', 3)
  expect(await lastEntry()).toMatchObject({ action: 'restore', entity: 'client', entity_id: 3 })
  const without = <Row extends { version: number }>(rows: Row[]) =>
    rows.map(({ version: _, ...row }) => row)
  expect(without(await managedUsers(management, all))).toEqual(without(usersBefore))
  expect(without(await managedMachines(management, all))).toEqual(without(machinesBefore))
  expect(without(await managedDevices(management, all))).toEqual(without(devicesBefore))
  expect(directory.bySerialNo('FW-611')?.clientId).toBe(3)
  await restore(management, editor, 'machine', early)
  await restore(management, editor, 'user', leaver)
  await restore(management, editor, 'device', silent)
  const known = { name: 'VF-623', token: 'packboard' }
  expect(await (await deviceDirectory(management)).known(known)).toMatchObject({ deviceId: silent })
  expect(directory.bySerialNo('VF-622')?.id).toBe(early)
  expect(await deletedRows(management)).toEqual([])
})

test('a name that was taken meanwhile refuses the whole restoring, and says which', async () => {
  const { management } = opened
  await deleteClient(management, editor, 4)
  await run(`insert into machine (client_id, machine_type_id, serial_no) values (2, 1, 'FW-711')`)
  await expect(restore(management, editor, 'client', 4)).rejects.toMatchObject({
    code: 'name.taken',
    status: 409,
    message: 'There is already a machine of this serial number: FW-711.',
  })
  expect((await deletedRows(management)).map(({ kind }) => kind)).toEqual(['client'])
  expect((await managedMachines(management, all)).some(({ clientId }) => clientId === 4)).toBe(
    false,
  )
  await run(`delete from machine where serial_no = 'FW-711' and client_id = 2`)
  await restore(management, editor, 'client', 4)
})

test('what is in use is not deleted, and its number is told', async () => {
  const { management } = opened
  await expect(deleteDistributor(management, editor, 1)).rejects.toMatchObject({
    code: 'row.inUse',
    message: 'This distributor still has 2 clients and 1 user.',
  })
  await expect(deleteMachineType(management, editor, 2)).rejects.toMatchObject({
    code: 'row.inUse',
    message: 'This machine type is still used by 4 machines.',
  })
  expect(await deletedRows(management)).toEqual([])
})

test('a client whose distributor or machine type is gone comes back after them', async () => {
  const { management } = opened
  const type = await idOf(`insert into machine_type (label) values ('Only there') returning id`)
  const distributor = await idOf(`insert into distributor (name) values ('Passing') returning id`)
  const client = await idOf(
    `insert into client (name, subscription_id, distributor_id) values ('Brief', 1, ${distributor}) returning id`,
  )
  await run(
    `insert into machine (client_id, machine_type_id, serial_no) values (${client}, ${type}, 'BR-1')`,
  )
  await deleteClient(management, editor, client)
  await deleteDistributor(management, editor, distributor)
  await deleteMachineType(management, editor, type)
  const back = () => restore(management, editor, 'client', client)
  await expect(back()).rejects.toMatchObject({
    message: 'Its distributor must be restored first.',
  })
  await restore(management, editor, 'distributor', distributor)
  await expect(back()).rejects.toMatchObject({
    message: 'Its machine types must be restored first.',
  })
  await restore(management, editor, 'machineType', type)
  await back()
  expect((await managedMachines(management, all)).map(({ serialNo }) => serialNo)).toContain('BR-1')
})

test('after 30 days nothing comes back, and nothing else than what was deleted does', async () => {
  const { management } = opened
  const id = await idOf(
    `insert into user_account (username, group_id, client_id) values ('leaver', 3, 2) returning id`,
  )
  await expect(restore(management, editor, 'user', id)).rejects.toMatchObject({
    code: 'deleted.notFound',
  })
  await deleteUser(management, editor, anybody, id)
  const [row] = await deletedRows(management)
  expect(row).toMatchObject({ kind: 'user', id, name: 'leaver', clientName: 'Norsk Kjeks AS' })
  expect((row?.restorableUntil.getTime() ?? 0) - (row?.deletedAt.getTime() ?? 0)).toBe(30 * day)

  ahead = 30 * day + 60_000
  expect(await deletedRows(management)).toEqual([])
  await expect(restore(management, editor, 'user', id)).rejects.toMatchObject({
    code: 'deleted.notFound',
  })
  ahead = 30 * day - 60_000
  await restore(management, editor, 'user', id)
  expect(await deletedRows(management)).toEqual([])
})

test('nothing of any kind comes back after 30 days', async () => {
  const rows = {
    distributor: `insert into distributor (name, deleted_at) values ('Long gone', $1) returning id`,
    client: `insert into client (name, subscription_id, deleted_at) values ('Long gone', 1, $1) returning id`,
    machineType: `insert into machine_type (label, deleted_at) values ('Long gone', $1) returning id`,
    machine: `insert into machine (serial_no, client_id, machine_type_id, deleted_at)
      values ('LONG-GONE', 2, 1, $1) returning id`,
    user: `insert into user_account (username, group_id, client_id, deleted_at)
      values ('long gone', 3, 2, $1) returning id`,
    device: `insert into device (name, client_id, deleted_at) values ('LONG-GONE', 2, $1) returning id`,
  } as const
  ahead = 0
  const now = Date.now()
  for (const kind of [
    'distributor',
    'client',
    'machineType',
    'machine',
    'user',
    'device',
  ] as const) {
    const [row] = await runSql<{ id: number }>(opened.management, rows[kind], [
      new Date(now - 30 * day - 60_000),
    ])
    await expect(restore(opened.management, editor, kind, row?.id ?? 0)).rejects.toMatchObject({
      code: 'deleted.notFound',
    })
  }
})

test('the first client and the last admin stay', async () => {
  const { management } = opened
  await expect(deleteClient(management, editor, 1)).rejects.toMatchObject({
    code: 'row.protected',
    status: 409,
  })
  const admin = await idOf(`select id from user_account where username = 'admin'`)
  await expect(deleteUser(management, editor, anybody, admin)).rejects.toMatchObject({
    code: 'row.protected',
    message: 'The last administrator cannot be deleted or disabled.',
  })
})

test('a machine takes the devices along that send for it alone, and brings them back with their tokens', async () => {
  const { management } = opened
  const machine = { clientId: 2, machineTypeId: 1, serialNo: 'TK-1' }
  const id = await addMachine(management, editor, machine)
  const { name, token } = await machineToken(management, editor, all, id)
  const made = { clientId: 2, name: 'two of them', machines: ['TK-1', 'FW-511'] }
  const both = await addDevice(management, editor, all, made)
  const directory = await deviceDirectory(management)
  const known = () => directory.known({ name, token })
  const { credential = '', deviceId = 0 } = (await known()) ?? {}
  const ofBoth = async () =>
    (await directory.known({ name: 'two of them', token: both.token }))?.machineIds
  const before = await ofBoth()

  ahead = 1_000
  await deleteMachine(management, editor, all, id)
  expect([await known(), directory.now(credential)]).toEqual([null, null])
  expect(await ofBoth()).toEqual(before?.filter((each) => each !== id))
  expect(await lastEntry()).toMatchObject({
    ...{ action: 'delete', entity: 'device', entity_id: deviceId },
  })
  // Restored with the machine, so only that is listed.
  expect((await deletedRows(management)).map((row) => [row.kind, row.name])).toEqual([
    ['machine', 'TK-1'],
  ])
  // The next machine of this serial number begins without a token.
  const next = await addMachine(management, editor, machine)
  expect(await known()).toBeNull()
  ahead = 2_000
  await deleteMachine(management, editor, all, next)

  await restore(management, editor, 'machine', id)
  expect(await known()).toMatchObject({ deviceId, machineIds: [id] })
  expect(await ofBoth()).toEqual(before)
})

test('a device that was deleted before its machine stays deleted', async () => {
  const { management } = opened
  const id = await addMachine(management, editor, {
    ...{ clientId: 2, machineTypeId: 1, serialNo: 'TK-2' },
  })
  const { name, token } = await machineToken(management, editor, all, id)
  const directory = await deviceDirectory(management)
  const { deviceId = 0 } = (await directory.known({ name, token })) ?? {}
  await deleteDevice(management, editor, all, deviceId)
  ahead = 1_000
  await deleteMachine(management, editor, all, id)
  await restore(management, editor, 'machine', id)
  expect(await directory.known({ name, token })).toBeNull()
  expect((await deletedRows(management)).map((row) => row.name)).toContain('TK-2')
})
