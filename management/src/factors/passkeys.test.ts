import { factorLimits } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { addPasskey, removePasskey } from './changeFactors.ts'
import {
  type ChallengePurpose,
  makeChallenge,
  notePasskeyUse,
  passkeyNamed,
  passkeysOfUser,
  takeChallenge,
} from './passkeys.ts'

const start = Date.UTC(2026, 10, 21, 6)
let opened: TestManagement
let now = start
let ids: ReadonlyMap<string, number>
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now = start
  await runSql(opened.management, 'delete from passkey')
})

const idOf = (username: string) => ids.get(username) ?? 0
const editorOf = (username: string) => ({ userId: idOf(username), username })
const made = async (about: ChallengePurpose) =>
  Buffer.from(await makeChallenge(opened.management, about)).toString('base64url')
const take = (challenge: string, about: ChallengePurpose) =>
  takeChallenge(opened.management, challenge, about)
const add = (username: string, credentialId: string, counter = 0) =>
  addPasskey(opened.management, editorOf(username), {
    credentialId,
    publicKey: new Uint8Array([1, 2, 3]),
    counter,
    transports: ['internal'],
    name: 'Office PC',
  })

test('a challenge is signed once, within five minutes, for its purpose and its person', async () => {
  const show = { purpose: 'show', userId: idOf('user') } as const
  const challenge = await made(show)
  expect(await take(challenge, { purpose: 'signIn' })).toBe(false)
  expect(await take(challenge, { purpose: 'add', userId: idOf('user') })).toBe(false)
  expect(await take(challenge, { purpose: 'show', userId: idOf('engineer') })).toBe(false)
  expect(await take(challenge, show)).toBe(true)
  expect(await take(challenge, show)).toBe(false)

  const late = await made({ purpose: 'signIn' })
  now += factorLimits.challengeMinutes * 60_000
  expect(await take(late, { purpose: 'signIn' })).toBe(false)
  expect(await take('guess', { purpose: 'signIn' })).toBe(false)
})

test('a passkey is found by its name in the browser, with the person that it is of', async () => {
  await add('user', 'one')
  await add('engineer', 'two')
  expect(await passkeyNamed(opened.management, 'one')).toEqual({
    userId: idOf('user'),
    credentialId: 'one',
    publicKey: new Uint8Array([1, 2, 3]),
    counter: 0,
    transports: ['internal'],
  })
  expect(await passkeyNamed(opened.management, 'three')).toBeUndefined()
  const own = await passkeysOfUser(opened.management, idOf('engineer'))
  expect(own.map(({ credentialId }) => credentialId)).toEqual(['two'])
  await expect(add('engineer', 'one')).rejects.toMatchObject({ code: 'passkey.refused' })
})

test('a passkey that counts its uses is refused when it counts backwards; one that does not count is not', async () => {
  const use = (id: string, counter: number) => notePasskeyUse(opened.management, id, counter)
  const refused = { code: 'passkey.refused' }
  await add('user', 'counting', 5)
  await use('counting', 6)
  await expect(use('counting', 6)).rejects.toMatchObject(refused)
  await expect(use('counting', 0)).rejects.toMatchObject(refused)
  // More than 2^31.
  await use('counting', 4_294_967_295)
  await add('user', 'silent')
  await use('silent', 0)
  await use('silent', 0)
})

test('an account has ten passkeys, also when eleven are added at a time', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `key-${index}`)
  const added = await Promise.allSettled(names.map((name) => add('user', name)))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expect(add('user', 'one more')).rejects.toMatchObject({ code: 'passkey.tooMany' })
  await add('engineer', 'of another person')
})

test('a passkey of another person is not found, and stays', async () => {
  await add('user', 'one')
  const rows = await runSql<{ id: number }>(opened.management, 'select id from passkey')
  const id = rows[0]?.id ?? 0
  const remove = removePasskey(opened.management, editorOf('engineer'), id)
  await expect(remove).rejects.toMatchObject({ code: 'factor.notFound', status: 404 })
  const { name } = await removePasskey(opened.management, editorOf('user'), id)
  expect(name).toBe('Office PC')
  expect(await passkeyNamed(opened.management, 'one')).toBeUndefined()
})
