import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { openManagement } from '../store.ts'
import {
  admitSignIn,
  forgetOldFailures,
  signInSucceeded,
  throttleLimits,
} from './signInThrottle.ts'

const start = Date.UTC(2026, 10, 21, 6)
const second = 1_000
const minute = 60_000

let opened: TestManagement
let now = start

beforeAll(async () => {
  opened = await openTestManagement({ demo: false, now: () => now })
})
afterAll(() => opened?.close())

beforeEach(async () => {
  now = start
  await runSql(opened.management, 'truncate sign_in_failure, sign_in_place')
})

const home = '192.0.2.10'
const elsewhere = '198.51.100.7'

/** Seconds to wait, 0 when the attempt was allowed. */
async function tryIt(account: string, address: string): Promise<number> {
  try {
    await admitSignIn(opened.management, { account, address })
    return 0
  } catch (error) {
    expect(error).toMatchObject({ code: 'signin.throttled', status: 429 })
    return (error as { retryAfter: number }).retryAfter
  }
}

async function fail(times: number, account: string, address: string) {
  for (let index = 0; index < times; index += 1) expect(await tryIt(account, address)).toBe(0)
}

test('five failures cost nothing, then each next try waits twice as long, at most five minutes', async () => {
  await fail(5, 'user', home)
  const waits: number[] = []
  for (let index = 0; index < 11; index += 1) {
    const wait = await tryIt('user', home)
    waits.push(wait)
    now += wait * second
    expect(await tryIt('user', home)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
})

test('a try is let through at the very millisecond that the wait is over, and not before', async () => {
  await fail(5, 'user', home)
  now = start + second - 1
  expect(await tryIt('user', home)).toBe(1)
  now = start + second
  expect(await tryIt('user', home)).toBe(0)
})

test('many tries at the same moment count each', async () => {
  const waits = await Promise.all(Array.from({ length: 12 }, () => tryIt('user', home)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
})

test('letter case and spaces make no other account', async () => {
  for (const account of ['user', 'USER', ' User ', 'uSER', 'usER']) await fail(1, account, home)
  expect(await tryIt('User', home)).toBeGreaterThan(0)
})

test('a right password begins the count anew', async () => {
  await fail(4, 'user', home)
  await fail(1, 'user', home)
  await signInSucceeded(opened.management, { account: 'user', address: home })
  await fail(5, 'user', home)
  expect(await tryIt('user', home)).toBe(1)
})

test('strangers who keep guessing do not keep the owner out of the usual place', async () => {
  await signInSucceeded(opened.management, { account: 'user', address: home })
  for (let index = 0; index < 60; index += 1) {
    const wait = await tryIt('user', `203.0.113.${index}`)
    now += wait * second
    if (wait > 0) await tryIt('user', `203.0.113.${index}`)
  }
  expect(await tryIt('user', elsewhere)).toBe(30)
  expect(await tryIt('user', home)).toBe(0)
})

test('strangers at many addresses share the account’s own brake, of at most 30 seconds', async () => {
  for (let index = 0; index < 40; index += 1) {
    const wait = await tryIt('user', `203.0.113.${index}`)
    expect(wait).toBeLessThanOrEqual(throttleLimits.longestAccountDelayMs / second)
    now += wait * second
    if (wait > 0) expect(await tryIt('user', `203.0.113.${index}`)).toBe(0)
  }
  expect(await tryIt('user', '203.0.113.99')).toBe(30)
  expect(await tryIt('engineer', '203.0.113.99')).toBe(0)
})

test('a place is forgotten after 90 days', async () => {
  await signInSucceeded(opened.management, { account: 'user', address: home })
  now = start + throttleLimits.knownPlaceMs
  await fail(5, 'user', elsewhere)
  expect(await tryIt('user', home)).toBe(1)
})

test('an address that tries 50 accounts waits for the rest of five minutes; its neighbour does not', async () => {
  for (let index = 0; index < throttleLimits.addressFailures; index += 1) {
    expect(await tryIt(`account ${index}`, home)).toBe(0)
  }
  now = start + 2 * minute
  expect(await tryIt('one more', home)).toBe(180)
  expect(await tryIt('one more', elsewhere)).toBe(0)
  now = start + 5 * minute
  expect(await tryIt('one more', home)).toBe(0)
})

test('who signed in there before does not wait for strangers behind the same address', async () => {
  await signInSucceeded(opened.management, { account: 'user', address: home })
  for (let index = 0; index < throttleLimits.addressFailures; index += 1) {
    await tryIt(`account ${index}`, home)
  }
  expect(await tryIt('one more', home)).toBeGreaterThan(0)
  expect(await tryIt('user', home)).toBe(0)
  // The count of the account at this address stays.
  await fail(4, 'user', home)
  expect(await tryIt('user', home)).toBeGreaterThan(0)
})

test('people behind one address who know their passwords use nothing of its count', async () => {
  for (let index = 0; index < 120; index += 1) {
    expect(await tryIt(`person ${index}`, home)).toBe(0)
    await signInSucceeded(opened.management, { account: `person ${index}`, address: home })
  }
})

test('an hour of rest begins the count anew', async () => {
  await fail(5, 'user', home)
  now = start + throttleLimits.forgetMs
  await fail(5, 'user', home)
  expect(await tryIt('user', home)).toBe(1)
})

test('a restart forgets nothing, and what was typed is not in the table', async () => {
  await fail(5, 'my-secret-typed-too-early', home)
  const rows = await runSql(opened.management, 'select * from sign_in_failure')
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('secret')
  await opened.management.close()
  const management = await openManagement({
    dataDir: opened.dataDir,
    url: opened.url,
    now: () => now,
  })
  opened = { ...opened, management, close: closing(management.close, opened.close) }
  expect(await tryIt('my-secret-typed-too-early', home)).toBe(1)
})

test('old counters and places are swept away', async () => {
  await fail(1, 'user', home)
  await signInSucceeded(opened.management, { account: 'user', address: home })
  now = start + throttleLimits.knownPlaceMs + 1
  await forgetOldFailures(opened.management)
  expect(await runSql(opened.management, 'select 1 from sign_in_failure')).toEqual([])
  expect(await runSql(opened.management, 'select 1 from sign_in_place')).toEqual([])
})

function closing(...ends: (() => Promise<void>)[]) {
  return async () => {
    for (const end of ends) await end()
  }
}
