import { grantClientScope, groupOfRole } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { alertRecipients } from './recipients.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const sql = <Row>(text: string) => runSql<Row>(opened.management, text)
const recipients = (clientId: number, withStaff = false) =>
  alertRecipients(opened.management, grantClientScope(clientId), withStaff)
const names = async (clientId: number, withStaff = false) =>
  (await recipients(clientId, withStaff)).people.map(({ name }) => name)

test('people are those of the client; admins and its distributor only where the staff may be read', async () => {
  const [clientAdmin, engineer, user] = ['Helen Ward', 'Tomasz Zielinski', 'Priya Patel']
  const admin = 'Marta Lindqvist'
  expect(await names(1)).toEqual([clientAdmin, engineer, user])
  expect(await names(1, true)).toEqual([admin, clientAdmin, 'Ruth Calder', engineer, user])
  const [foreign] = await sql<{ id: number }>(
    'select id from client where distributor_id is distinct from 1 order by id limit 1',
  )
  expect(await names(foreign?.id ?? 0)).toEqual([])
  expect(await names(foreign?.id ?? 0, true)).toEqual([admin])
  const { people, roles } = await recipients(1)
  const { id } = people.find(({ name }) => name === engineer) ?? {}
  expect(people).toContainEqual({ id, name: engineer, role: groupOfRole('engineer') })
  expect(roles).toEqual((['clientAdmin', 'user', 'engineer'] as const).map(groupOfRole))
  // Who has no name is named by the account.
  await sql("update user_account set first_name = '', last_name = '' where username = 'user'")
  expect(await names(1)).toEqual([clientAdmin, engineer, 'user'])
  await sql("update user_account set enabled = false where username = 'user'")
  await sql("update user_account set deleted_at = now() where username = 'engineer'")
  expect(await names(1)).toEqual([clientAdmin])
  await sql("update user_account set client_id = 2 where username = 'clientadmin'")
  expect([await names(1), await names(2)]).toEqual([[], [clientAdmin]])
})

test('addresses and webhooks are those of the client that were not removed, with whether they are in use', async () => {
  await sql(`insert into alert_address (client_id, address, confirmed_at, removed_at) values
    (1, 'b@bars.example', null, null), (1, 'a@bars.example', now(), null),
    (1, 'c@bars.example', now(), now()), (2, 'd@bars.example', now(), null)`)
  await sql(`insert into hook (client_id, kind, name, enabled, events, url, created_by, removed_at) values
    (1, 'mqtt', 'Plant', false, '{}', 'mqtts://b.example', 1, null),
    (1, 'hook', 'Board', true, '{}', 'https://b.example', 1, null),
    (1, 'hook', 'Old', true, '{}', 'https://b.example', 1, now()),
    (2, 'hook', 'Foreign', true, '{}', 'https://b.example', 1, null)`)
  const { mails, hooks } = await recipients(1)
  expect(mails.map(({ address, confirmed }) => [address, confirmed])).toEqual([
    ['a@bars.example', true],
    ['b@bars.example', false],
  ])
  expect(hooks.map(({ name, kind, enabled }) => [name, kind, enabled])).toEqual([
    ['Board', 'hook', true],
    ['Plant', 'mqtt', false],
  ])
})
