import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { tables } from '../../testing/tables.ts'
import { invite } from '../passwordLinks/invite.ts'
import { addLetter, linkStillOpens, openLetter } from './addLetter.ts'
import { giveUpMessages } from './endMessages.ts'

let opened: TestManagement
let now = Date.parse('2026-06-01T12:00:00Z')
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())

const letter = { to: 'ann@test.example', subject: 'Canary', text: 'Canary text' }
const rows = () =>
  tables(opened.management).selectFrom('outbox').selectAll().orderBy('id').execute()

test('a letter is stored sealed, opens in its own row alone, and no more wait than may', async () => {
  const add = () => addLetter(opened.management, letter, { kind: 'reset', userId: 1 }, 2)
  expect(await add()).toBeDefined()
  expect(await add()).toBeDefined()
  expect(await add()).toBeUndefined()
  const [first, second] = await rows()
  if (!first || !second) throw new Error('Two letters wait')
  expect(JSON.stringify(first)).not.toMatch(/canary|test\.example/i)
  expect(openLetter(opened.management, first)).toEqual(letter)
  const moved = { ...second, sealed_content: first.sealed_content }
  expect(openLetter(opened.management, moved)).toBeNull()
})

test('letters of clients wait for themselves, twenty of each client, and keep none of an account out', async () => {
  await tables(opened.management).deleteFrom('outbox').execute()
  const add = (clientId: number | null) =>
    addLetter(opened.management, letter, { kind: 'alertAddress', userId: null, clientId }, 22)
  const added = async (clientId: number | null, times: number) => {
    const ids: (string | undefined)[] = []
    for (let n = 0; n < times; n += 1) ids.push(await add(clientId))
    return ids.filter((id) => id !== undefined).length
  }
  expect(await added(1, 25)).toBe(20)
  expect(await added(2, 25)).toBe(2)
  expect(await added(null, 25)).toBe(22)
})

test('a letter whose link runs out is dropped and no longer readable', async () => {
  await tables(opened.management).deleteFrom('outbox').execute()
  const until = new Date(now + 3_600_000)
  await addLetter(opened.management, letter, { kind: 'reset', userId: 1, until }, 10)
  now += 3_600_000
  expect(await giveUpMessages(opened.management)).toMatchObject([
    { state: 'dropped', why: 'expired', event: 'reset' },
  ])
  expect((await rows())[0]?.sealed_content).toBeNull()
})

test('the link of an earlier invitation opens nothing', async () => {
  const { id } = await tables(opened.management)
    .insertInto('user_account')
    .values({ username: 'new', email: 'new@test.example', group_id: 3, client_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first = await invite(opened.management, id)
  const opens = (token = '') => linkStillOpens(opened.management, 'invitation', token)
  expect(await opens(first?.token)).toBe(true)
  const second = await invite(opened.management, id)
  expect(await opens(first?.token)).toBe(false)
  expect(await opens(second?.token)).toBe(true)
})
