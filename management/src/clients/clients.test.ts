import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { allClients, clientById, clientsOfDistributor } from './clients.ts'

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
    enabled: true,
    deleted: false,
  })
  expect(await clientById(opened.management, 77)).toBeUndefined()
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
