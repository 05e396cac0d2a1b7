// @slow

import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from '@packboard/engines/clickhouse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClickHouse } from '../testing/openTestClickHouse.ts'
import { openTestTelemetry } from '../testing/openTestTelemetry.ts'
import { rawSamples } from '../testing/rawSamples.ts'
import { batchOf, morning, sampleOf } from '../testing/records.ts'
import { isAlive, type OpenProcess, runOpenProcess } from '../testing/runOpenProcess.ts'
import { verifyLedger } from '../testing/verifyLedger.ts'
import { DataDirectoryInUse, openTelemetry, type Telemetry } from './store.ts'
import { commitBatch } from './write.ts'

const database = 'packboard'
const silent = { info() {}, warn() {}, error() {} }

describe('the door of the engine', () => {
  let dataDir: string
  let engine: Awaited<ReturnType<typeof startEngine>>

  beforeAll(async () => {
    process.env.PACKBOARD_ADMIN_PASSWORD = 'not for the engine'
    dataDir = await mkdtemp(join(tmpdir(), 'packboard-engine-test-'))
    engine = await startEngine({ dataDir, database, memoryBytes: 1_000_000_000, log: silent })
  })
  afterAll(async () => {
    delete process.env.PACKBOARD_ADMIN_PASSWORD
    await engine?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const basic = (username: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  })
  const knock = async (headers: Record<string, string>, query = '') => {
    const answer = await fetch(`${engine.url}/?query=SELECT%20currentUser()${query}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }

  test('opens for the writer and the reader with their passwords', async () => {
    for (const { username, password } of [engine.writer, engine.reader]) {
      expect(await knock(basic(username, password))).toEqual({ status: 200, text: `${username}\n` })
    }
  })

  test.each([
    ['nobody', {}, ''],
    ['the starting user', basic('default', ''), ''],
    ['the writer without a password', basic('packboard', ''), ''],
    ['the writer with a wrong password', basic('packboard', 'packboard'), ''],
    ['the starting user in a header', { 'x-clickhouse-user': 'default' }, ''],
    ['the starting user in the address', {}, '&user=default&password='],
  ])('stays shut for %s', async (_who, headers, query) => {
    const { status, text } = await knock(headers, query)
    expect(status).toBe(404)
    expect(text).toMatch(/^There is no handle/)
  })

  test.runIf(process.platform === 'linux')(
    'is the only one, and on this machine only',
    async () => {
      expect(await listeners(engine.pid() ?? 0)).toEqual([
        { address: '0100007F', port: Number(new URL(engine.url).port) },
      ])
    },
  )

  test.runIf(process.platform === 'linux')('its process knows none of our settings', async () => {
    const environment = await readFile(`/proc/${engine.pid()}/environ`, 'utf8')
    expect(environment.split('\0').map((entry) => entry.split('=')[0])).toEqual(['PATH', 'TZ', ''])
  })

  test('a server elsewhere, named by its address, is used by the same code', async () => {
    const telemetry = await openTelemetry({ dataDir: 'unused', url: addressOf(engine) })
    try {
      expect(telemetry.enginePid()).toBeUndefined()
      const batch = batchOf({ samples: [sampleOf()] })
      expect(await commitBatch(telemetry, batch)).toMatchObject([{ accepted: 1 }])
      expect(await commitBatch(telemetry, batch)).toMatchObject([{ duplicate: 1 }])
      expect(await telemetry.health()).toMatchObject({ ok: true })
    } finally {
      await telemetry.close()
    }
    expect(isAlive(engine.pid() ?? 0)).toBe(true)
  })

  test('two databases on one server do not see each other’s rows', async () => {
    // A server elsewhere lets its account make databases; the writer of our own engine has one alone.
    const databases = [openTestClickHouse(), openTestClickHouse()]
    const opened: Telemetry[] = []
    try {
      for (const one of databases) {
        if (!one) throw new Error('The run has a server.')
        // The path would be a database to the client; the setting decides.
        const url = Object.assign(new URL(one.url), { pathname: '/system' }).href
        opened.push(await openTelemetry({ dataDir: 'unused', url, database: one.database }))
      }
      const [first, second] = opened
      if (!first || !second) throw new Error('Both are open.')
      const batch = batchOf({ samples: [sampleOf()] })
      expect(await commitBatch(first, batch)).toMatchObject([{ accepted: 1 }])
      await first.settled()
      await second.settled()
      expect(await rawSamples(first)).toMatchObject({ stored: 1, identities: 1 })
      expect(await rawSamples(second)).toMatchObject({ stored: 0, identities: 0 })
      expect((await verifyLedger(second)).minutes).toBe(0)
      expect(await commitBatch(second, batch)).toMatchObject([{ accepted: 1 }])
    } finally {
      for (const telemetry of opened) await telemetry.close()
      for (const one of databases) await one?.drop()
    }
  })

  test('a query that comes again and again is never made into machine code', async () => {
    const telemetry = await openTelemetry({ dataDir: 'unused', url: addressOf(engine) })
    try {
      const { connection } = telemetry.context
      const query =
        'SELECT number % 7 AS part, sum(3 * number + 1), avg(number) FROM numbers(100) GROUP BY part ORDER BY part'
      for (const client of [connection.reader(), connection.writer()]) {
        for (let count = 0; count < 5; count += 1) await (await client.query({ query })).text()
      }
      const events = await connection.writer().query({
        query:
          "SELECT event FROM system.events WHERE event IN ('CompileFunction', 'Query') ORDER BY event",
        format: 'JSONEachRow',
      })
      expect(await events.json()).toEqual([{ event: 'Query' }])
    } finally {
      await telemetry.close()
    }
  })

  test('neither writer nor reader may touch files of the host', async () => {
    for (const { username, password } of [engine.writer, engine.reader]) {
      const query = encodeURIComponent("SELECT * FROM file('/etc/hostname', 'LineAsString')")
      const answer = await fetch(`${engine.url}/?query=${query}`, {
        headers: basic(username, password),
      })
      expect(await answer.text()).toContain('ACCESS_DENIED')
    }
  })
})

/** Where a Packboard finds an engine that another process runs. */
function addressOf({ url, writer }: Awaited<ReturnType<typeof startEngine>>): string {
  return Object.assign(new URL(url), writer).href
}

describe('one Packboard on one data directory', () => {
  let telemetry: Awaited<ReturnType<typeof openTestTelemetry>>
  beforeAll(async () => {
    telemetry = await openTestTelemetry({ embedded: true, now: () => morning })
  })
  afterAll(() => telemetry?.close())

  test('a second one is refused with the name of the directory, and the first goes on', async () => {
    const second = runOpenProcess(telemetry.dataDir, 'hold')
    const words = await second.says('DataDirectoryInUse')
    expect(words).toContain(telemetry.dataDir)
    await expect(openTelemetry({ dataDir: telemetry.dataDir })).rejects.toThrow(DataDirectoryInUse)
    expect(await commitBatch(telemetry, batchOf({ samples: [sampleOf()] }))).toMatchObject([
      { accepted: 1 },
    ])
  })

  test('when its engine falls, the same store works again', async () => {
    const before = telemetry.enginePid() ?? 0
    process.kill(before, 'SIGKILL')
    const sample = sampleOf({ at: morning + 5_000 })
    expect(await commitBatch(telemetry, batchOf({ samples: [sample] }))).toMatchObject([
      { accepted: 1 },
    ])
    expect(telemetry.enginePid()).not.toBe(before)
    expect(telemetry.metrics().engineRestarts).toBe(1)
    expect(await telemetry.health()).toMatchObject({ ok: true })
  })
})

test('of two that start at once, one opens and the other is refused; its engine ends with it, also when it is killed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-race-'))
  const both = [runOpenProcess(dataDir, 'hold'), runOpenProcess(dataDir, 'hold')]
  try {
    const outcome = async (one: OpenProcess) => {
      const line = await Promise.any([one.says('open'), one.says('DataDirectoryInUse')])
      return [line.split(':')[0] ?? '', one] as const
    }
    const outcomes = new Map(await Promise.all(both.map(outcome)))
    expect([...outcomes.keys()].sort()).toEqual(['DataDirectoryInUse', 'open'])

    const first = outcomes.get('open')
    const pid = first?.enginePid() ?? 0
    expect(isAlive(pid)).toBe(true)
    await first?.kill()
    const next = await openTelemetry({ dataDir })
    try {
      expect(isAlive(pid)).toBe(false)
    } finally {
      await next.close()
    }
  } finally {
    for (const one of both) await one.kill()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('signals that all processes get do not end it, and once a stop has begun it is not started again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-signals-'))
  const said: string[] = []
  const log = {
    ...silent,
    warn: (_: object, message: string) => void said.push(message),
    error: (_: object, message: string) => void said.push(`error: ${message}`),
  }
  const ending = new AbortController()
  const memoryBytes = 1_000_000_000
  const engine = await startEngine({ dataDir, database, memoryBytes, log, ending: ending.signal })
  try {
    const pid = engine.pid() ?? 0
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
    const { username, password } = engine.reader
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const answer = await fetch(`${engine.url}/?query=SELECT%20sleep(1)`, {
      headers: { authorization },
    })
    expect([answer.status, engine.pid(), engine.restarts(), said]).toEqual([200, pid, 0, []])
    ending.abort()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => said).toEqual(['The telemetry engine ended during the stop'])
    expect(engine.restarts()).toBe(0)
  } finally {
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 30_000)

test('an engine that cannot start says why', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-broken-'))
  try {
    const started = startEngine({ dataDir, database, memoryBytes: Number.NaN, log: silent })
    await expect(started).rejects.toThrow('Its last words')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** The TCP ports on which a process listens, from the kernel's own tables. */
async function listeners(pid: number): Promise<{ address: string; port: number }[]> {
  const sockets = new Set<string>()
  for (const fd of await readdir(`/proc/${pid}/fd`)) {
    const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
    if (inode) sockets.add(inode)
  }
  const listening = '0A'
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((column) => column[3] === listening && sockets.has(column[9] ?? ''))
    .map((column) => {
      const [address = '', port = ''] = (column[1] ?? '').split(':')
      return { address, port: Number.parseInt(port, 16) }
    })
}
