import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { tables } from '../../testing/tables.ts'
import { hooksOfClient, hookToCall } from './hooks.ts'
import { confirmAlertAddress, setHooks } from './setHooks.ts'

let opened: TestManagement
let now = Date.parse('2026-06-01T12:00:00Z')
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())

const mine = grantClientScope(1)
const neighbours = grantClientScope(2)
type Form = Parameters<typeof setHooks>[3]
const set = (form: Partial<Form>, scope = mine) =>
  setHooks(opened.management, editor, scope, { hooks: [], mails: [], ...form })
const hook = { kind: 'hook', name: 'Board', enabled: true, events: ['alert.opened'] } as const
const broker = { kind: 'mqtt', name: 'Plant', enabled: true, events: [] } as const

test('a webhook gets a secret once; the password of a broker stays, and does not go to another host', async () => {
  const { secrets } = await set({
    hooks: [
      { ...hook, url: 'https://a.example/secret-path' },
      { ...broker, url: 'mqtts://a.example', username: 'u', password: 'p' },
    ],
  })
  const [one, two] = (await hooksOfClient(opened.management, mine)).hooks
  if (!one || !two) throw new Error('Two were added')
  expect(secrets).toEqual([{ id: one.id, secret: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(await hookToCall(opened.management, one.id)).toMatchObject({ secret: secrets[0]?.secret })
  const kept = { ...broker, id: two.id, username: 'u' }
  const first = { ...hook, id: one.id, url: one.url }
  await set({ hooks: [first, { ...kept, url: 'mqtts://a.example:8884' }] })
  await set({ hooks: [first, { ...kept, url: 'mqtts://a.example:8884' }] })
  expect((await hookToCall(opened.management, two.id))?.secret).toBeNull()
  await set({ hooks: [first, { ...kept, url: 'mqtts://a.example:8884', password: 'q' }] })
  await set({ hooks: [first, { ...kept, url: 'mqtts://a.example:8884', name: 'Hall' }] })
  expect(await hookToCall(opened.management, two.id)).toMatchObject({ secret: 'q', name: 'Hall' })
  const log = await tables(opened.management)
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('entity', '=', 'hooks')
    .execute()
  expect(JSON.stringify(log)).not.toContain('secret-path')
})

test('a removed one is off; one of another client, and an older form, are refused', async () => {
  const [one] = (await hooksOfClient(opened.management, mine)).hooks
  const form = { hooks: [{ ...hook, id: one?.id ?? 0, url: 'https://a.example' }] }
  await expect(set(form, neighbours)).rejects.toMatchObject({ code: 'hook.notFound' })
  const { version } = await set(form)
  await expect(set({ ...form, version: version - 1 })).rejects.toMatchObject({
    code: 'edit.conflict',
  })
  await set({ version })
  expect(await hookToCall(opened.management, one?.id ?? 0)).toMatchObject({
    isOff: true,
    secret: null,
  })
})

test('an address is confirmed by its link alone; another spelling is the same, another address a new one', async () => {
  const { toConfirm } = await set({ mails: [{ address: 'Ann@test.example' }] })
  const mails = async () => (await hooksOfClient(opened.management, mine)).mails
  expect(await mails()).toMatchObject([{ confirmed: false }])
  await confirmAlertAddress(opened.management, toConfirm[0]?.token ?? '')
  const [known] = await mails()
  expect(known).toMatchObject({ confirmed: true })
  await set({ mails: [{ id: known?.id, address: 'ann@test.example' }] })
  expect(await mails()).toEqual([known])
  const moved = await set({ mails: [{ id: known?.id, address: 'eve@test.example' }] })
  expect(moved.toConfirm).toHaveLength(1)
  expect(await mails()).toMatchObject([{ address: 'eve@test.example', confirmed: false }])
  await expect(
    set({ mails: [{ id: known?.id, address: 'x@test.example' }] }, neighbours),
  ).rejects.toMatchObject({ code: 'alertAddress.notFound' })
})

test('who removes and adds an address again makes one letter a day, and its link is the one that confirms', async () => {
  const mails = async () => (await hooksOfClient(opened.management, mine)).mails
  const add = () => set({ mails: [{ address: 'Victim@test.example' }] })
  await set({})
  const [first] = (await add()).toConfirm
  for (let n = 0; n < 3; n += 1) {
    await set({})
    await expect(confirmAlertAddress(opened.management, first?.token ?? '')).rejects.toMatchObject({
      code: 'alertAddress.invalid',
    })
    expect((await add()).toConfirm).toEqual([])
  }
  expect(await mails()).toMatchObject([{ address: 'Victim@test.example', confirmed: false }])
  await confirmAlertAddress(opened.management, first?.token ?? '')
  expect(await mails()).toMatchObject([{ confirmed: true }])
  // Another client is another sender, and a removal takes the consent back.
  expect(
    (await set({ mails: [{ address: 'victim@test.example' }] }, neighbours)).toConfirm,
  ).toHaveLength(1)
  await set({})
  await add()
  expect(await mails()).toMatchObject([{ confirmed: false }])
  await set({})
  now += 24 * 3_600_000
  expect((await add()).toConfirm).toHaveLength(1)
})

test('a client adds 20 addresses an hour, also where it removes them, and keeps no other client from it', async () => {
  now += 24 * 3_600_000
  const some = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ address: `a${from + n}@test.example` }))
  await set({ mails: some(0, 12) })
  await set({ mails: some(12, 20) })
  await expect(set({ mails: some(20, 21) })).rejects.toMatchObject({
    ...{ code: 'alertAddress.tooMany', retryAfter: 3_600 },
  })
  expect((await set({ mails: some(30, 31) }, neighbours)).toConfirm).toHaveLength(1)
  now += 3_600_000
  expect((await set({ mails: some(20, 21) })).toConfirm).toHaveLength(1)
})
