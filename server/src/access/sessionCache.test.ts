import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { sessionCache } from './sessionCache.ts'

const token = 'a'.repeat(43)
const person: Actor = { userId: 1, username: 'u', role: 'user', clientId: 7, distributorId: null }

function setUp() {
  const state = { now: 10_000, requested: 0, holds: true }
  const cache = sessionCache(
    async () => {
      state.requested += 1
      return state.holds ? person : undefined
    },
    () => state.now,
    { believeMs: 2_000 },
  )
  return { state, cache }
}

test('asks once for many requests, and again when the answer is two seconds old', async () => {
  const { state, cache } = setUp()
  await Promise.all([cache.actorOf(token), cache.actorOf(token)])
  state.now += 1_999
  expect(await cache.actorOf(token)).toEqual(person)
  expect(state.requested).toBe(1)
  state.holds = false
  state.now += 1
  expect(await cache.actorOf(token)).toBeUndefined()
})

test('a sign-out on this server is known at once', async () => {
  const { state, cache } = setUp()
  await cache.actorOf(token)
  state.holds = false
  cache.forget(token)
  expect(await cache.actorOf(token)).toBeUndefined()
})

test('a clock that was set back keeps no answer alive', async () => {
  const { state, cache } = setUp()
  await cache.actorOf(token)
  state.holds = false
  state.now -= 3_600_000
  expect(await cache.actorOf(token)).toBeUndefined()
})

test.each(['', 'short', 'x'.repeat(129), `${'a'.repeat(40)}; DROP`, 'é'.repeat(43)])(
  'the token "%s" is not even looked up',
  async (wrong) => {
    const { state, cache } = setUp()
    expect(await cache.actorOf(wrong)).toBeUndefined()
    expect(state.requested).toBe(0)
  },
)

test('a store that fails is asked again by the next request', async () => {
  let broken = true
  const cache = sessionCache(
    async () => {
      if (broken) throw new Error('away')
      return person
    },
    () => 0,
  )
  await expect(cache.actorOf(token)).rejects.toThrow('away')
  broken = false
  expect(await cache.actorOf(token)).toEqual(person)
})

test('of more tokens than it holds, the one that was used longest ago is asked for again', async () => {
  const requested: string[] = []
  const cache = sessionCache(
    async (token) => {
      requested.push(token.slice(0, 1))
      return person
    },
    () => 1,
    { size: 2 },
  )
  for (const letter of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.actorOf(letter.repeat(43))
  expect(requested).toEqual(['a', 'b', 'c', 'b'])
})

test('a sign-out while its token is being looked up fails nobody, and the answer is not kept', async () => {
  const { state, cache } = setUp()
  const before = cache.actorOf(token)
  cache.forget(token)
  state.holds = false
  expect(await before).toEqual(person)
  expect(await cache.actorOf(token)).toBeUndefined()
})
