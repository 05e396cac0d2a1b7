import { grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { addClient, changeClient, deleteClient } from '../clients/changeClients.ts'
import { managedClients } from '../clients/clients.ts'
import { addDevice } from '../devices/changeDevices.ts'
import { deviceDirectory } from '../devices/deviceDirectory.ts'
import { managedDevices } from '../devices/devices.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { addDistributor, allDistributors, changeDistributor } from '../distributors/distributors.ts'
import { addMachine, changeMachine, nameLine } from '../machines/changeMachines.ts'
import { managedMachines } from '../machines/machines.ts'
import { addMachineType, changeMachineType } from '../machineTypes/changeMachineTypes.ts'
import { addUser, changeUser } from '../users/changeUsers.ts'
import { managedUsers } from '../users/users.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const all = grantPanelScope({ reach: 'all' })
const anybody = { scope: all, mayActOn: () => true, mayChangeEmail: () => true }
const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const entries = async () =>
  Number((await run<{ count: string }>('select count(*) from audit_log'))[0]?.count)
const lastEntry = async () =>
  (
    await run<{ action: string; before: unknown; after: unknown; client_id: number | null }>(
      'select action, before, after, client_id from audit_log order by id desc limit 1',
    )
  )[0]
const contact = { contactName: 'A', contactEmail: 'a@b.example', contactNumber: '1' }

/** One edit of each table, made on the version that is given. */
const edits: Record<string, (version: number) => Promise<void>> = {
  distributor: (version) =>
    changeDistributor(opened.management, editor, 1, {
      ...contact,
      contactNumber: String(Math.random()),
      version,
    }),
  client: (version) =>
    changeClient(opened.management, editor, 2, {
      subscriptionId: 2,
      enabled: true,
      contactNumber: String(Math.random()),
      version,
    }),
  machine: (version) =>
    changeMachine(opened.management, editor, all, 9, {
      machineTypeId: 1,
      serialNo: 'FW-511',
      targetPpm: 1 + Math.random(),
      version,
    }),
  machine_type: (version) =>
    changeMachineType(opened.management, editor, 1, {
      imagePath: `/api/images/${Math.random()}.png`,
      version,
    }),
  user_account: async (version) => {
    await changeUser(opened.management, editor, anybody, 2, {
      firstName: String(Math.random()),
      email: 'distributor@packboard.example',
      version,
    })
  },
}
const rowOf: Record<string, number> = {
  distributor: 1,
  client: 2,
  machine: 9,
  machine_type: 1,
  user_account: 2,
}

test.each(Object.keys(edits))(
  'of two people who edit the same %s the second is told, and nothing is written',
  async (table) => {
    const edit = edits[table] ?? (() => Promise.reject(new Error(table)))
    const look = async () =>
      (await run<{ version: number }>(`select * from ${table} where id = $1`, [rowOf[table]]))[0]
    const before = await look()
    const version = before?.version ?? 0
    const known = await entries()
    const outcomes = await Promise.allSettled([edit(version), edit(version), edit(version)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({
          code: 'edit.conflict',
          status: 409,
          message: 'Somebody else changed this meanwhile. Please look again.',
        })
      }
    }
    const after = await look()
    expect(after?.version).toBe(version + 1)
    expect(await entries()).toBe(known + 1)
    await expect(edit(version)).rejects.toMatchObject({ code: 'edit.conflict' })
    expect(await look()).toEqual(after)
  },
)

test('a client gets added and changed, and what is left out stays', async () => {
  const { management } = opened
  const id = await addClient(management, editor, {
    name: 'Freshly Packed',
    zone: 'Europe/Rome',
    contactEmail: 'a@fresh.example',
    distributorId: 2,
    subscriptionId: 1,
  })
  await changeClient(management, editor, id, {
    location: 'Rome',
    subscriptionId: 2,
    enabled: false,
    version: 1,
  })
  const row = (await managedClients(management)).find((client) => client.id === id)
  expect(row).toEqual({
    id,
    name: 'Freshly Packed',
    location: 'Rome',
    zone: 'Europe/Rome',
    contactName: '',
    contactEmail: 'a@fresh.example',
    contactNumber: '',
    distributorId: 2,
    distributorName: 'Baltic Pack Partners',
    subscriptionId: 2,
    subscriptionLabel: 'premium',
    enabled: false,
    formerAccess: { users: [], devices: [] },
    version: 2,
  })
  expect(await lastEntry()).toMatchObject({
    action: 'update',
    client_id: id,
    before: { location: null, subscriptionId: 1, enabled: true },
    after: { location: 'Rome', subscriptionId: 2, enabled: false },
  })
  await changeClient(management, editor, id, {
    distributorId: null,
    subscriptionId: 2,
    enabled: true,
  })
  await deleteClient(management, editor, id)
})

test.each([
  ['an unknown zone', { zone: 'Mars/Base' }, 'request.invalid'],
  ['an offset for a zone', { zone: '+01:00' }, 'request.invalid'],
  ['an unknown subscription', { subscriptionId: 99 }, 'request.invalid'],
  ['an unknown distributor', { distributorId: 99 }, 'distributor.notFound'],
])('a client with %s is refused, and nothing is written', async (_what, wrong, code) => {
  const known = await entries()
  const requested = { name: 'Refused', subscriptionId: 1, ...wrong }
  await expect(addClient(opened.management, editor, requested)).rejects.toMatchObject({ code })
  expect((await managedClients(opened.management)).map(({ name }) => name)).not.toContain('Refused')
  expect(await entries()).toBe(known)
})

test('names and serial numbers clash in words', async () => {
  const { management } = opened
  const clash = { code: 'name.taken', status: 409 }
  await expect(
    addDistributor(management, editor, { name: 'ALDER packaging services', ...contact }),
  ).rejects.toMatchObject({
    ...clash,
    message: 'There is already a distributor of this name: alder packaging services.',
  })
  await expect(
    addClient(management, editor, { name: 'nova snacks', subscriptionId: 1 }),
  ).rejects.toMatchObject({ ...clash, message: expect.stringContaining('a client of this name') })
  await expect(
    addMachineType(management, editor, { label: 'VFFS V-240', imagePath: '' }),
  ).rejects.toMatchObject(clash)
  await expect(
    addMachine(management, editor, { clientId: 2, machineTypeId: 1, serialNo: 'FW-101' }),
  ).rejects.toMatchObject({
    ...clash,
    message: 'There is already a machine of this serial number: FW-101.',
  })
  const person = { firstName: 'A', groupId: 3, clientId: 1, distributorId: null }
  await expect(
    addUser(management, editor, all, { ...person, username: 'ENGINEER', email: 'new@b.example' }),
  ).rejects.toMatchObject({ ...clash, message: expect.stringContaining('user name: engineer') })
  await expect(
    addUser(management, editor, all, {
      ...person,
      username: 'another',
      email: 'Engineer@packboard.example',
    }),
  ).rejects.toMatchObject({ ...clash, message: expect.stringContaining('e-mail address') })
  await expect(
    addUser(management, editor, all, {
      ...person,
      username: 'engineer@packboard.example',
      email: 'new@b.example',
    }),
  ).rejects.toMatchObject({ code: 'request.invalid', fields: [{ field: 'username' }] })
  expect((await allDistributors(management)).length).toBe(2)
})

test('a machine stands on a line by its name, which is made once', async () => {
  const { management } = opened
  const machines = () => managedMachines(management, all)
  const lines = async () =>
    (await run<{ name: string }>('select name from line where client_id = 4 order by name')).map(
      ({ name }) => name,
    )
  const id = await addMachine(management, editor, {
    clientId: 4,
    machineTypeId: 1,
    serialNo: 'FW-799',
    lineName: 'LINE 1',
  })
  expect((await machines()).find((one) => one.id === id)).toMatchObject({
    lineName: 'Line 1',
    clientName: 'Nonna Biscotti',
    targetPpm: null,
  })
  const ids = (await machines()).filter(({ clientId }) => clientId === 4).map((one) => one.id)
  await Promise.all(
    ids.map((machine) => nameLine(management, editor, all, machine, { lineName: 'Hall 7' })),
  )
  expect(await lines()).toEqual(['Hall 7', 'Line 1', 'Line 2'])
  expect((await lastEntry())?.after).toMatchObject({ lineName: 'Hall 7' })
  await changeMachine(management, editor, all, id, {
    machineTypeId: 3,
    serialNo: 'FW-800',
    lineName: '',
    targetPpm: 120,
  })
  expect((await machines()).find((one) => one.id === id)).toMatchObject({
    serialNo: 'FW-800',
    lineName: '',
    targetPpm: 120,
    machineTypeName: 'VFFS V-240',
  })
  await expect(
    nameLine(management, editor, all, id, { lineName: 'X', serialNo: 'FW-799' }),
  ).rejects.toMatchObject({ code: 'edit.conflict' })
  const neighbour = grantPanelScope({ reach: 'client', clientId: 3 })
  await expect(
    nameLine(management, editor, neighbour, id, { lineName: 'X' }),
  ).rejects.toMatchObject({ code: 'machine.notFound' })
  expect((await machineDirectory(management)).bySerialNo('FW-800')).toMatchObject({
    id,
  })
})

test('a device speaks for the machine of its name, a gateway for every machine of its client, also later ones', async () => {
  const { management } = opened
  const tokens = new Map<string, string>()
  const add = async (name: string, clientId: number) =>
    tokens.set(name, (await addDevice(management, editor, all, { name, clientId })).token)
  const machineIds = async (name: string) =>
    (await (await deviceDirectory(management)).known({ name, token: tokens.get(name) ?? '' }))
      ?.machineIds
  await run(`update device set name = 'old-' || name where name = 'VF-531'`)
  const own = (await managedMachines(management, all)).filter(({ clientId }) => clientId === 2)
  await add('vf-531', 2)
  await add('hall-gateway', 2)
  expect(await machineIds('vf-531')).toEqual([
    own.find(({ serialNo }) => serialNo === 'VF-531')?.id,
  ])
  const ids = own.map(({ id }) => id).sort((a, b) => a - b)
  expect(await machineIds('hall-gateway')).toEqual(ids)
  const later = await addMachine(management, editor, {
    clientId: 2,
    machineTypeId: 1,
    serialNo: 'FW-599',
  })
  expect(await machineIds('hall-gateway')).toEqual([...ids, later])
  expect(await machineIds('vf-531')).toHaveLength(1)
  // A serial number of another client gives access to nothing of that client.
  await add('FW-599', 3)
  const neighbours = (await managedMachines(management, all)).filter((one) => one.clientId === 3)
  expect(await machineIds('FW-599')).toEqual(neighbours.map(({ id }) => id).sort((a, b) => a - b))
})

test('only an account that awaits approval is given a role and a client', async () => {
  const { management } = opened
  await run(`insert into user_account (username, email) values ('waiting', 'w@b.example')`)
  const find = async () =>
    (await managedUsers(management, all)).find(({ username }) => username === 'waiting')
  const id = (await find())?.id ?? 0
  const fields = { firstName: 'W', email: 'w@b.example' }
  const change = (more: object) =>
    changeUser(management, editor, anybody, id, { ...fields, ...more })
  await expect(change({ groupId: 3 })).rejects.toMatchObject({ message: 'Client is required' })
  await expect(change({ groupId: 5, clientId: 2 })).rejects.toMatchObject({
    message: 'A device is no person: add it as a device.',
  })
  await expect(change({ groupId: 9, clientId: 2 })).rejects.toMatchObject({
    message: 'There is no such role.',
  })
  await expect(change({ groupId: 1, clientId: 2 })).rejects.toMatchObject({
    message: 'An admin belongs to no client.',
  })
  await expect(change({ groupId: 6 })).rejects.toMatchObject({ message: 'Distributor is required' })
  await expect(change({ groupId: 3, clientId: 99 })).rejects.toMatchObject({
    code: 'client.notFound',
  })
  await expect(change({ groupId: 3, clientId: 2, distributorId: 1 })).rejects.toMatchObject({
    message: 'This client is not served by that distributor.',
  })
  await change({ groupId: 3, clientId: 2 })
  expect(await find()).toMatchObject({
    groupId: 3,
    clientName: 'Norsk Kjeks AS',
    distributorName: 'Baltic Pack Partners',
  })
  // Values that the form sends back unchanged are accepted.
  await change({ groupId: 3, clientId: 2, distributorId: 2 })
  await expect(change({ groupId: 2 })).rejects.toMatchObject({
    message: 'The role of a user stays.',
  })
  await expect(change({ clientId: 1 })).rejects.toMatchObject({
    message: 'The client of a user stays.',
  })
})

test('a device moves with its client to the distributor that serves it now', async () => {
  const { management } = opened
  const seen = async (distributorId: number) =>
    (
      await managedDevices(management, grantPanelScope({ reach: 'distributor', distributorId }))
    ).map(({ name }) => name)
  expect(await seen(1)).toContain('gateway-nova-snacks')
  await changeClient(management, editor, 3, { distributorId: 2, subscriptionId: 1, enabled: true })
  expect(await seen(1)).not.toContain('gateway-nova-snacks')
  expect(await seen(2)).toContain('gateway-nova-snacks')
})

test('no password is in the audit log', async () => {
  const [row] = await run<{ count: string }>(
    `select count(*) from audit_log where concat(before, after) ~* 'password|argon'`,
  )
  expect(row?.count).toBe('0')
})
