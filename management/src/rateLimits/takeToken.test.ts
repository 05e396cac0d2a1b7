import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  openTestManagement,
  type TestManagement,
  tables,
} from '../../testing/openTestManagement.ts'
import { forgetFullBuckets, type RateLimit, takeToken, tokensLeft } from './takeToken.ts'

let opened: TestManagement
let now = Date.UTC(2026, 10, 22, 12)
const limit: RateLimit = { name: 'test', burst: 2, perSecond: 0.5 }
const take = (key: string, of: RateLimit = limit) => takeToken(opened.management, of, key)

beforeAll(async () => {
  opened = await openTestManagement({ demo: false, now: () => now })
})
afterAll(() => opened?.close())
/** Every bucket of the tests before is full again. */
beforeEach(() => {
  now += 24 * 3_600_000
})

test('gives a burst, then makes each further call wait, and gains with time', async () => {
  expect(await take('a')).toEqual({ taken: true, nextMs: 0 })
  expect(await take('a')).toEqual({ taken: true, nextMs: 2_000 })
  expect(await take('a')).toEqual({ taken: false, nextMs: 2_000 })
  expect(await take('b')).toEqual({ taken: true, nextMs: 0 })
  expect(await take('a', { ...limit, name: 'another' })).toEqual({ taken: true, nextMs: 0 })
  now += 1_000
  // A refused call takes nothing.
  expect(await take('a')).toEqual({ taken: false, nextMs: 1_000 })
  now += 1_000
  expect(await take('a')).toEqual({ taken: true, nextMs: 2_000 })
  now += 60_000
  expect([await take('a'), await take('a'), await take('a')].map(({ taken }) => taken)).toEqual([
    true,
    true,
    false,
  ])
})

test('calls at the same moment get each token once', async () => {
  const many: RateLimit = { name: 'many', burst: 5, perSecond: 0.001 }
  const calls = await Promise.all(Array.from({ length: 20 }, () => take('a', many)))
  expect(calls.filter(({ taken }) => taken)).toHaveLength(5)
})

test('a clock that is set back neither gives nor takes, and does not stop the gain', async () => {
  const one: RateLimit = { name: 'one', burst: 1, perSecond: 1 }
  expect((await take('a', one)).taken).toBe(true)
  now -= 500_000
  expect((await take('a', one)).taken).toBe(false)
  now += 20_000
  expect((await take('a', one)).taken).toBe(true)
})

test('two servers whose clocks differ a little gain no tokens by it', async () => {
  const one: RateLimit = { name: 'one', burst: 1, perSecond: 1 }
  expect((await take('a', one)).taken).toBe(true)
  for (let round = 0; round < 5; round += 1) {
    now -= 5_000
    expect((await take('a', one)).taken).toBe(false)
    now += 5_000
    expect((await take('a', one)).taken).toBe(false)
  }
})

test('what was taken stays taken when the limit is raised or lowered, and can be looked up', async () => {
  const small: RateLimit = { name: 'sized', burst: 4, perSecond: 0.001 }
  const large: RateLimit = { ...small, burst: 10 }
  const left = async (of: RateLimit) =>
    (await tokensLeft(opened.management, of, ['a', 'b'])).get('a')
  for (let round = 0; round < 4; round += 1) expect((await take('a', small)).taken).toBe(true)
  expect((await take('a', small)).taken).toBe(false)
  expect(await left(small)).toBe(0)
  // Another server may still have the smaller one.
  expect(await left(large)).toBe(6)
  for (const of of [large, small, large]) await take('a', of)
  // What is beyond the smaller one is forgotten.
  expect(await left(large)).toBe(5)
  expect((await take('a', small)).taken).toBe(false)
  expect(await tokensLeft(opened.management, large, ['b'])).toEqual(new Map())
})

test('a full bucket is deleted, and one that is not yet full stays', async () => {
  const rows = async () => {
    const found = await tables(opened.management).selectFrom('rate_limit').selectAll().execute()
    return found.length
  }
  await forgetFullBuckets(opened.management)
  expect(await rows()).toBe(0)
  await take('a')
  await take('a')
  now += 3_900
  await forgetFullBuckets(opened.management)
  expect(await rows()).toBe(1)
  now += 200
  await forgetFullBuckets(opened.management)
  expect(await rows()).toBe(0)
})
