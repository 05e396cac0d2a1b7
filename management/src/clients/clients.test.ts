import { grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { addDevice } from '../devices/changeDevices.ts'
import { inside } from '../store.ts'
import { addUser } from '../users/changeUsers.ts'
import { allClients, clientById, clientsOfDistributor, managedClients } from './clients.ts'
import { endFormerAccess, formerAccess } from './formerAccess.ts'

let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const names = (clients: { name: string }[]) => clients.map(({ name }) => name)

test('an admin chooses from all clients, by name', async () => {
  expect(names(await allClients(opened.management))).toEqual([
    'Nonna Biscotti',
    'Norsk Kjeks AS',
    'Northfield Confectionery',
    'Nova Snacks',
  ])
})

test('a distributor chooses from its own clients, never from another distributor’s', async () => {
  expect(names(await clientsOfDistributor(opened.management, 1))).toEqual([
    'Northfield Confectionery',
    'Nova Snacks',
  ])
  expect(names(await clientsOfDistributor(opened.management, 2))).toEqual([
    'Nonna Biscotti',
    'Norsk Kjeks AS',
  ])
  expect(await clientsOfDistributor(opened.management, 77)).toEqual([])
})

test('a client is told with its place, zone, distributor and subscription', async () => {
  expect(await clientById(opened.management, 2)).toEqual({
    id: 2,
    name: 'Norsk Kjeks AS',
    location: 'Oslo, Norway',
    zone: 'Europe/Oslo',
    distributorId: 2,
    subscriptionLabel: 'premium',
    operators: 'notSet',
    enabled: true,
    deleted: false,
  })
  expect(await clientById(opened.management, 77)).toBeUndefined()
})

test('what a former distributor made for a client is named, and ended together; nothing else is', async () => {
  const { management } = opened
  const run = <Row>(text: string) => runSql<Row>(management, text)
  const editor = async (username: string) => {
    const [row] = await run<{ id: number }>(
      `select id from user_account where username = '${username}'`,
    )
    return { userId: row?.id ?? 0, username }
  }
  const make = async (by: string, clientId: number) => {
    const scope = grantPanelScope({ reach: 'all' })
    const name = `${by} for ${clientId}`
    const email = `${by}${clientId}@made.example`
    const place = { groupId: 2, clientId, distributorId: null, password: 'secret' }
    await addUser(management, await editor(by), scope, {
      username: name,
      firstName: 'A',
      email,
      ...place,
    })
    await addDevice(management, await editor(by), scope, { clientId, name, machines: 'all' })
  }
  for (const by of ['admin', 'distributor']) for (const clientId of [1, 3]) await make(by, clientId)
  const former = async () =>
    (await managedClients(management)).flatMap(({ id, formerAccess: { users, devices } }) =>
      users.length + devices.length > 0 ? [{ id, users, devices }] : [],
    )
  expect(await former()).toEqual([])
  await run('update client set distributor_id = 2 where id in (1, 3)')
  const left = (id: number) => ({
    id,
    users: [`distributor for ${id}`],
    devices: [`distributor for ${id}`],
  })
  expect(await former()).toEqual([left(1), left(3)])

  const working = async () => {
    const rows = await run<{ name: string }>(
      `select username as name from user_account where username like '% for %' and deleted_at is null
       union all select name from device where name like '% for %' and deleted_at is null`,
    )
    return rows.map(({ name }) => name).sort()
  }
  // Who ends it in one client reads the accounts of that client alone, however many others have.
  const readOf = await inside(management).read((db) => formerAccess(db, 1))
  expect([...readOf.keys()]).toEqual([1])

  const before = await working()
  await endFormerAccess(management, await editor('admin'), 1)
  expect(await former()).toEqual([left(3)])
  const others = before.filter((name) => name !== 'distributor for 1')
  expect(await working()).toEqual(others)
  await run('update client set distributor_id = 1 where id = 3')
  await endFormerAccess(management, await editor('admin'), 3)
  expect(await working()).toEqual(others)
  const entries = await run<{ before: unknown }>(
    `select before from audit_log where action = 'revoke' and entity = 'client' and client_id = 1`,
  )
  expect(JSON.stringify(entries)).toContain('distributor for 1')
  await expect(endFormerAccess(management, await editor('admin'), 999_999)).rejects.toMatchObject({
    code: 'client.notFound',
  })
  await run('update client set distributor_id = 1 where id = 1')
})

test('a disabled client is still offered, a deleted one only found by its number', async () => {
  await runSql(opened.management, 'update client set enabled = false where id = 3')
  expect(names(await clientsOfDistributor(opened.management, 1))).toContain('Nova Snacks')
  expect(await clientById(opened.management, 3)).toMatchObject({ enabled: false, deleted: false })
  await runSql(opened.management, 'update client set deleted_at = now() where id = 3')
  expect(names(await allClients(opened.management))).not.toContain('Nova Snacks')
  expect(names(await clientsOfDistributor(opened.management, 1))).not.toContain('Nova Snacks')
  expect(await clientById(opened.management, 3)).toMatchObject({ deleted: true })
})
