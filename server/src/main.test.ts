// @slow

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openTestDatabase } from '@packboard/management/testing'
import { openTestClickHouse } from '@packboard/telemetry/testing'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { factory } from '../testing/factory.ts'
import { withheldBody } from '../testing/withheldBody.ts'

/** The server as the start script starts it: a process of its own that reports when it is ready. */
const main = fileURLToPath(new URL('main.ts', import.meta.url))
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const readyMessage = z.object({ type: z.literal('ready'), url: z.url(), mqttPort: z.number() })

/** What the processes of this file compile is compiled once: that is half of the work of a start. */
const compiled = await mkdtemp(join(tmpdir(), 'packboard-compiled-'))
afterAll(() => rm(compiled, { recursive: true, force: true }))

async function dataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'packboard-main-'))
  endings.push(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/**
 * A data directory, and databases of its own on the shared engines. The demo's test is the one that starts engines: what
 * the others prove is above the stores.
 */
async function ownStores(): Promise<Record<string, string>> {
  const env: Record<string, string> = { PACKBOARD_DATA: await dataDir() }
  const database = await openTestDatabase()
  if (database) {
    endings.push(() => database.drop())
    env.DATABASE_URL = database.url
  }
  const clickHouse = openTestClickHouse()
  if (clickHouse) {
    endings.push(() => clickHouse.drop())
    env.CLICKHOUSE_URL = clickHouse.url
    env.CLICKHOUSE_DATABASE = clickHouse.database
  }
  return env
}

function start(env: Record<string, string>, args: string[] = []) {
  const child: ChildProcess = fork(main, args, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiled,
      PORT: '0',
      MQTT_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let out = ''
  let err = ''
  child.stdout?.on('data', (text) => {
    out += text
  })
  child.stderr?.on('data', (text) => {
    err += text
  })
  const exited = once(child, 'close').then(([code]) => z.number().nullable().parse(code))
  endings.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  const ready = Promise.race([
    once(child, 'message').then(([message]) => readyMessage.parse(message)),
    exited.then((code) => {
      throw new Error(`ended with ${code}: ${err}${out}`)
    }),
  ])
  ready.catch(() => undefined)
  return { child, ready, exited, out: () => out, err: () => err }
}

/** The push of client 1, as a signed-in person reads it. */
async function openStream(url: string): Promise<Response> {
  const signedIn = await fetch(`${url}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'user', password: 'packboard' }),
  })
  const { accessToken } = z.object({ accessToken: z.string() }).parse(await signedIn.json())
  const stream = await fetch(`${url}/api/admin/machines-live/1`, {
    headers: { 'x-access-token': accessToken },
  })
  expect(stream.status).toBe(200)
  return stream
}

/** Takes a port for the length of a test. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => server.close())
  return (server.address() as AddressInfo).port
}

// One wrong setting and one that is wrong in a demo; app.test.ts has the others without a process for each.
test.each([
  ['a port that is none', { PORT: 'eighty' }, [], 'PORT must be a whole number'],
  [
    'the demo on the network',
    { HOST: '0.0.0.0' },
    ['--demo'],
    'HOST must be an address of this machine alone',
  ],
])('%s: exit code 2 and one sentence', async (_what, env, args, words) => {
  const server = start({ PACKBOARD_DATA: await dataDir(), ...env }, args)
  expect(await server.exited).toBe(2)
  expect(server.err()).toMatch(/^packboard: [^\n]+\.\n$/)
  expect(server.err()).toContain(words)
})

test('a data directory that cannot be written: exit code 3 and one sentence', async () => {
  const file = join(await dataDir(), 'file')
  await writeFile(file, '')
  const server = start({ PACKBOARD_DATA: join(file, 'data') })
  expect(await server.exited).toBe(3)
  expect(server.err()).toMatch(
    /^packboard: The data directory .+ cannot be written \(ENOTDIR\); .+\.\n$/,
  )
})

test.each(['PORT', 'MQTT_PORT'])('a taken %s: exit code 5 and one sentence', async (key) => {
  const port = await takenPort()
  const server = start({ ...(await ownStores()), [key]: String(port) })
  expect(await server.exited).toBe(5)
  expect(server.err()).toMatch(/^packboard: [^\n]+\.\n$/)
  expect(server.err()).toContain(`Port ${port} is taken`)
  expect(server.err()).toContain(key)
})

test('the demo starts, is alone on its data, and stops when asked; what was stored is there afterwards', async () => {
  const PACKBOARD_DATA = await dataDir()
  const first = start({ PACKBOARD_DATA }, ['--demo'])
  const { url } = await first.ready
  expect(new URL(url).hostname).toBe('127.0.0.1')

  const second = start({ PACKBOARD_DATA }, ['--demo'])
  expect(await second.exited).toBe(4)
  expect(second.err()).toMatch(/^packboard: [^\n]+\n$/)
  expect(second.err()).toContain(
    `process ${first.child.pid}, runs on the data directory ${PACKBOARD_DATA};`,
  )
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)

  // Its parent runs the plant, and reports how much of the past is written.
  const history = async () =>
    z.object({ history: z.unknown() }).parse(await (await fetch(`${url}/api/provider`)).json())
      .history
  expect(await history()).toBeNull()
  for (const share of [0.37, null]) {
    first.child.send({ type: 'history', share })
    await expect.poll(history).toBe(share)
  }

  const sample = factory.at(Date.now()).sample('FW-101', { state: 10 })
  const send = (to: string) =>
    fetch(`${to}/api/ingest/records`, {
      method: 'POST',
      headers: { 'x-access-token': 'FW-101:packboard', 'content-type': 'application/json' },
      body: JSON.stringify([sample]),
    }).then((answer) => answer.json())
  expect(await send(url)).toMatchObject({ accepted: 1 })

  const stream = await openStream(url)
  first.child.kill('SIGTERM')
  // The reader gets a reconnection hint and stays signed in.
  const lastWords = await stream.text()
  expect(lastWords).toContain('retry: 2000')
  expect(lastWords).not.toContain('event: end')
  expect(await first.exited).toBe(0)
  expect(first.err()).toBe('')
  for (const line of first.out().trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()

  const third = start({ PACKBOARD_DATA }, ['--demo'])
  expect(await send((await third.ready).url)).toMatchObject({ accepted: 0, duplicate: 1 })
  // The parent process has ended.
  const gone = once(third.child, 'exit')
  third.child.disconnect()
  expect(await gone).toEqual([0, null])
}, 60_000)

test('records that were missing at one start are whole at the next, and nothing is said of them', async () => {
  const stores = await ownStores()
  const stopped = async ({ child, exited }: ReturnType<typeof start>) => {
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  }
  const first = start(stores, ['--demo'])
  await first.ready
  await stopped(first)

  const others = await ownStores()
  const empty = start(
    {
      ...stores,
      ...(others.CLICKHOUSE_DATABASE && { CLICKHOUSE_DATABASE: others.CLICKHOUSE_DATABASE }),
    },
    ['--demo'],
  )
  expect(await empty.exited).toBe(7)
  expect(empty.err()).toContain('are missing')

  const again = start(stores, ['--demo'])
  const { url } = await again.ready
  expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({ damage: [] })
  await stopped(again)
}, 60_000)

test('without the demo it starts empty: the first administrator comes from the environment, once', async () => {
  const stores = await ownStores()
  const signIn = (url: string, password: string) =>
    fetch(`${url}/api/auth/packboard-signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  const withoutPassword = start(stores)
  expect((await signIn((await withoutPassword.ready).url, 'packboard')).status).toBe(400)
  await expect
    .poll(withoutPassword.out)
    .toMatch(/"link":"http:[^"]+\/auth\/reset-password\/[\w-]{43}\/create"/)
  expect(withoutPassword.out()).toContain('PACKBOARD_ADMIN_PASSWORD')
  withoutPassword.child.kill('SIGINT')
  expect(await withoutPassword.exited).toBe(0)

  const withPassword = start({ ...stores, PACKBOARD_ADMIN_PASSWORD: 'first and secret' })
  const { url } = await withPassword.ready
  const answer = await signIn(url, 'first and secret')
  expect(answer.status).toBe(200)
  const { accessToken } = z.object({ accessToken: z.string() }).parse(await answer.json())
  const names = await fetch(`${url}/api/admin/client-names`, {
    headers: { 'x-access-token': accessToken },
  })
  expect(await names.json()).toEqual({ clients: [] })
  expect(withPassword.out()).not.toContain('first and secret')
  withPassword.child.kill('SIGTERM')
  expect(await withPassword.exited).toBe(0)
})

test('the first administrator chooses a password by the link in the log, and nobody after', async () => {
  const stores = await ownStores()
  const first = start(stores)
  const { url } = await first.ready
  const post = (call: string, body: unknown) =>
    fetch(`${url}/api/auth/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // The log and the message that it is ready come on different ways.
  const link = /reset-password\/([\w-]{43})\/create/
  await expect.poll(first.out).toMatch(link)
  const [, resetToken] = link.exec(first.out()) ?? []
  const use = { resetToken, newPassword: 'chosen', termsAccepted: true }
  expect((await post('resetPassword', use)).status).toBe(200)
  expect((await post('resetPassword', use)).status).toBe(400)
  const signedIn = await post('packboard-signin', { username: 'admin', password: 'chosen' })
  expect(await signedIn.json()).toMatchObject({ role: 'admin' })
  // The demo's outbox is not shown here.
  expect((await fetch(`${url}/api/auth/outbox`)).status).toBe(404)
  first.child.kill('SIGTERM')
  expect(await first.exited).toBe(0)

  const second = start(stores)
  await second.ready
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
  expect(second.out()).not.toContain('reset-password')
}, 60_000)

test('it ends in order with the process that it was told to end with', async () => {
  const starter = spawn('sleep', ['600'])
  const server = start(await ownStores(), [`--ends-with=${starter.pid}`])
  await server.ready
  starter.kill('SIGKILL')
  expect(await server.exited).toBe(0)
  expect(server.out()).toContain('"msg":"stopped"')
})

test('the same signal twice at once is one wish: a terminal and npm both send it', async () => {
  const server = start(await ownStores())
  const { url } = await server.ready
  // Of a call that is under way the stop waits for the rest.
  const path = '/api/auth/packboard-signin'
  const { socket } = await withheldBody(url, { path, token: '', bytes: 100 })
  server.child.kill('SIGINT')
  await expect.poll(server.out).toContain('"msg":"stopping"')
  server.child.kill('SIGINT')
  await fetch(`${url}/health/live`).catch(() => undefined)
  expect(server.child.exitCode).toBeNull()
  socket.destroy()
  expect(await server.exited).toBe(0)
  expect(server.out()).toContain('"msg":"stopped"')
})

test('a person who sends it again after a second does not want to wait', async () => {
  const server = start(await ownStores())
  const { url } = await server.ready
  const path = '/api/auth/packboard-signin'
  const { socket } = await withheldBody(url, { path, token: '', bytes: 100 })
  server.child.kill('SIGINT')
  await expect.poll(server.out).toContain('"msg":"stopping"')
  await pause(1_100)
  server.child.kill('SIGINT')
  expect(await server.exited).toBe(1)
  socket.destroy()
})
