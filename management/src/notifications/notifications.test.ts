import { alertLimits } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { addPushDevice, notificationsOf, pushDevicesOf, pushKey } from './notifications.ts'

let opened: TestManagement
let now = Date.parse('2026-06-01T12:00:00Z')
beforeAll(async () => {
  opened = await openTestManagement({ now: () => (now += 1) })
})
afterAll(() => opened?.close())

const add = (userId: number, name: string) =>
  addPushDevice(opened.management, userId, {
    ...{ endpoint: `https://push.example/${name}`, p256dh: 'k', auth: 'a', name },
  })

test('of a person the ten newest browsers are kept; a browser belongs to who signed in there last', async () => {
  await add(2, 'shared')
  for (let n = 0; n <= alertLimits.devicesOfPerson; n += 1) await add(1, `d${n}`)
  const names = async (userId: number) =>
    (await notificationsOf(opened.management, userId)).devices.map(({ name }) => name)
  expect(await names(1)).toEqual(['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd9', 'd10'])
  expect(await names(2)).toEqual(['shared'])
  await add(1, 'shared')
  expect(await names(2)).toEqual([])
})

test('the key for push services is made once, also by two at a time; a lost one voids the browsers', async () => {
  let made = 0
  const make = () => {
    made += 1
    return { publicKey: `public ${made}`, privateKey: `private ${made}` }
  }
  const [one, other] = await Promise.all([
    pushKey(opened.management, make),
    pushKey(opened.management, make),
  ])
  expect(one).toEqual(other)
  expect(await pushKey(opened.management, make)).toEqual(one)
  expect(await pushDevicesOf(opened.management, 1)).not.toEqual([])
  await runSql(opened.management, "update push_key set sealed_private_key = 'v1.000000000000.AAAA'")
  const fresh = await pushKey(opened.management, make)
  expect(fresh.publicKey).not.toBe(one.publicKey)
  expect(await pushDevicesOf(opened.management, 1)).toEqual([])
})
