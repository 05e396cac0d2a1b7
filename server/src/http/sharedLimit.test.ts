import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgotPassword, resetPassword, signUp, users } from '@packboard/contract'
import { openTestDatabase, openTestManagement } from '@packboard/management/testing'
import { openTestClickHouse } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { freshName } from '../../testing/rights/rowMaker.ts'
import { readConfig } from '../config.ts'
import { startServer } from '../startup/startServer.ts'
import { limits } from './limits.ts'
import { sharedLimit } from './tokenBucket.ts'

/** Two servers with ROLE=api on the same databases: they share no memory, and each limit holds for both together. */
const stops: (() => Promise<unknown> | unknown)[] = []
const dirs: string[] = []
const urls: string[] = []
const servers: { stop(): Promise<void> }[] = []

let now = Date.now()
beforeEach(() => {
  // Every bucket of the tests before is full again, and no time passes within a test.
  now += 24 * 3_600_000
})

beforeAll(async () => {
  const database = await openTestDatabase()
  const clickHouse = openTestClickHouse()
  stops.push(async () => {
    await clickHouse?.drop()
    await database?.drop()
  })
  for (const _ of ['first', 'second']) {
    const dataDir = await mkdtemp(join(tmpdir(), 'packboard-server-'))
    dirs.push(dataDir)
    stops.push(() => rm(dataDir, { recursive: true, force: true }))
    const config = readConfig({
      ROLE: 'api',
      PORT: '0',
      PACKBOARD_DATA: dataDir,
      DATABASE_URL: database?.url,
      CLICKHOUSE_URL: clickHouse?.url,
      CLICKHOUSE_DATABASE: clickHouse?.database,
      SECRETS_KEY_FILE: join(dirs[0] ?? '', 'secrets.key'),
    })
    const { log } = capturedLog('error')
    const server = await startServer({ config, demo: true, log, now: () => now })
    servers.push(server)
    stops.push(() => server.stop())
    urls.push(server.url)
  }
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const stranger = () => freshName().replace(' ', '').toLowerCase()

/** Calls the servers in turn; how many calls were within the limit. */
async function within(calls: number, path: string, init: () => RequestInit) {
  const statuses: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const answer = await fetch(urls[call % urls.length] + path, init())
    await answer.arrayBuffer()
    statuses.push(answer.status)
    if (answer.status === 429) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  return statuses.filter((status) => status !== 429).length
}

test.each<[string, number, string, () => RequestInit]>([
  [
    'sign-ins',
    limits.signIns.burst,
    '/api/auth/packboard-signin',
    () => post({ username: stranger(), password: 'wrong' }),
  ],
  [
    'registrations',
    limits.signUps.burst,
    signUp.path,
    () => post({ username: stranger(), email: `${stranger()}@new.example`, password: 'abc' }),
  ],
  [
    'forgotten passwords',
    limits.forgots.burst,
    forgotPassword.path,
    () => post({ email: 'nobody@test.example' }),
  ],
  [
    'uses of a link',
    limits.resets.burst,
    resetPassword.path,
    () => post({ resetToken: 'x', newPassword: 'abc' }),
  ],
  [
    'refused calls',
    limits.refusals.burst,
    users.path,
    () => ({ headers: { 'x-access-token': 'wrong'.repeat(9) } }),
  ],
])('two servers allow %s once together, not twice', async (_what, burst, path, init) => {
  expect(await within(burst + 10, path, init)).toBe(burst)
})

test('a bucket that is known to be empty costs no query, and a store that fails lets nobody through', async () => {
  const { management, close } = await openTestManagement({ demo: false, now: () => now })
  const limit = { name: 'test', burst: 2, perSecond: 0.5 }
  const emptied = sharedLimit({ management, now: () => now }, limit)
  expect([await emptied.take('a'), await emptied.take('a')]).toEqual([0, 0])
  await close()
  expect(await emptied.take('a')).toBe(2)
  now += 1_500
  expect([emptied.wait('a'), await emptied.take('a')]).toEqual([1, 1])
  now += 500
  expect(emptied.wait('a')).toBe(0)
  await expect(emptied.take('a')).rejects.toThrow()
})

test('the owner of an address gets two e-mails, not two of each server', async () => {
  const known = () =>
    post({ username: stranger(), email: 'user@packboard.example', password: 'abc' })
  expect(await within(6, signUp.path, known)).toBe(6)
  const letters = async () => {
    const written = await Promise.all(
      dirs.map((dir) => readFile(join(dir, 'outbox.jsonl'), 'utf8').catch(() => '')),
    )
    return written
      .join('')
      .split('\n')
      .filter((line) => line.includes('user@packboard'))
  }
  // A letter that waits in the table when both servers stop is sent by neither.
  await expect.poll(letters, { timeout: 20_000 }).toHaveLength(limits.ownerMails.burst)
  // The last test: stopping waits for the e-mails that are under way.
  for (const server of servers) await server.stop()
  expect(await letters()).toHaveLength(limits.ownerMails.burst)
})
