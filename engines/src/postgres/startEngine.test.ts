// @slow

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DataDirectoryInUse } from '../dataDirectoryInUse.ts'
import { silentLog } from '../engineLog.ts'
import { createCluster } from './createCluster.ts'
import { type Engine, startEngine } from './startEngine.ts'

let directory: string
let engine: Engine | undefined
let holders: ChildProcess[] = []

/** One cluster and one engine for all tests: each starts it where the test before has ended it. */
beforeAll(async () => {
  // Made 0700: as root, PostgreSQL's user cannot pass through it, as in a clone below /root.
  directory = await mkdtemp(join(tmpdir(), 'packboard-engine-'))
})

afterEach(() => {
  for (const holder of holders) holder.kill('SIGKILL')
  holders = []
})

afterAll(async () => {
  const last = await postmasterOf(directory)
  await stop()
  await gone(last)
  await rm(directory, { recursive: true, force: true })
})

test('makes a cluster, answers on it, and finds it again after a stop', async () => {
  const first = await running()
  await ask(first, 'create table kept (word text)')
  await ask(first, `insert into kept values ('still here')`)
  await stop()
  expect(await ask(await running(), 'select word from kept')).toEqual([{ word: 'still here' }])
})

test('keeps what makes a commit durable, listens on no network and is no superuser', async () => {
  const engine = await running()
  const rows = await ask(
    engine,
    `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'data_checksums')
     order by name`,
  )
  expect(rows).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'synchronous_commit', setting: 'on' },
  ])
  expect(await ask(engine, 'show is_superuser')).toEqual([{ is_superuser: 'off' }])
})

test('keeps its passwords to itself and asks for them', async () => {
  const engine = await running()
  expect((await stat(join(directory, 'secret.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(directory, 'cluster'))).mode & 0o777).toBe(0o700)
  const guess = new pg.Client({ ...engine.connection, password: 'packboard' })
  await expect(guess.connect()).rejects.toMatchObject({ code: '28P01' })
})

test('does not run as root', async () => {
  const engine = await running()
  const { uid } = await stat(`/proc/${engine.pid()}`)
  expect(uid).not.toBe(0)
})

test.runIf(process.platform === 'linux')('its processes know none of our settings', async () => {
  const postmaster = (await running()).pid() ?? 0
  expect(await foreignNames(postmaster)).toEqual([])
  expect(await foreignNames(await parentOf(postmaster))).toEqual([])
})

test('the program that makes the cluster knows none of our settings', async () => {
  const place = await mkdtemp(join(tmpdir(), 'packboard-engine-'))
  try {
    // Reports what it was given, and fails.
    const initdb = join(place, 'initdb')
    await writeFile(initdb, '#!/bin/sh\n/usr/bin/env >&2\nexit 1\n', { mode: 0o700 })
    const programs = { initdb, postgres: 'unused', libraries: place }
    const failed = createCluster(place, join(place, 'cluster'), programs, undefined, 'unused')
    const { message } = await failed.then(expect.unreachable, (error: Error) => error)
    const lines = message.replace(/^[^:]*: /, '').split('\n')
    expect(lines.includes('TZ=UTC')).toBe(true)
    expect(lines.map(nameIn).filter((name) => !givenNames.includes(name))).toEqual([])
  } finally {
    await rm(place, { recursive: true, force: true })
  }
})

test('works as a copy, also where the path is too long for the name of a socket', async () => {
  await stop()
  const place = await mkdtemp(join(tmpdir(), 'packboard-engine-'))
  const deep = join(place, 'deep'.repeat(30))
  // As from a backup: copied by root, the cluster belongs to root, and PostgreSQL has to get it back.
  await cp(directory, deep, { recursive: true })
  expect((await stat(join(deep, 'cluster'))).uid).toBe(process.getuid?.())
  const copy = await startEngine(deep, silentLog)
  try {
    expect(await ask(copy, 'select 1 as one')).toEqual([{ one: 1 }])
    await copy.close()
    // A cluster that lost a file: the reason is one line, not the whole log.
    await rm(join(deep, 'cluster/global/pg_control'))
    await expect(startEngine(deep, silentLog)).rejects.toMatchObject({
      name: 'ClusterNotOpened',
      reason: 'could not find the database system',
    })
  } finally {
    await copy.close()
    await rm(place, { recursive: true, force: true })
  }
})

test('starts again when the postmaster is killed', async () => {
  const engine = await running()
  await ask(engine, 'create table survivor (word text)')
  const before = engine.pid()
  process.kill(before ?? 0, 'SIGKILL')
  await gone(before)
  await until(() => engine.pid() !== before && engine.pid() !== undefined)
  expect(await ask(engine, 'select count(*)::int as words from survivor')).toEqual([{ words: 0 }])
  expect(engine.restarts()).toBe(1)
})

test('once a stop has begun it is not started again, and that is no error', async () => {
  await stop()
  const ending = new AbortController()
  const said: string[] = []
  const log = {
    info: () => undefined,
    warn: (_: object, message: string) => void said.push(message),
    error: (_: object, message: string) => void said.push(`error: ${message}`),
  }
  const last = await startEngine(directory, log, { ending: ending.signal })
  try {
    ending.abort()
    process.kill(last.pid() ?? 0, 'SIGTERM')
    await until(() => said.includes('PostgreSQL ended during the stop'))
    expect(await last.ready(5_000)).toBe(false)
    expect([last.restarts(), said.filter((one) => one.startsWith('error'))]).toEqual([0, []])
  } finally {
    await last.close()
  }
  await running()
})

test('starts again when the shell that watches PostgreSQL is killed, and never runs two', async () => {
  const engine = await running()
  const before = engine.pid()
  process.kill(await parentOf(before), 'SIGKILL')
  await until(() => engine.pid() !== before && engine.pid() !== undefined)
  await gone(before)
  expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second start on the same directory is refused, in this process and in another', async () => {
  const engine = await running()
  await expect(startEngine(directory, silentLog)).rejects.toThrow(DataDirectoryInUse)
  await expect(startEngine(directory, silentLog)).rejects.toThrow(directory)
  expect(await hold()).toBe('refused DataDirectoryInUse')
  expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('PostgreSQL ends when Packboard is killed, and the next Packboard starts at once', async () => {
  await stop()
  const postmaster = pidIn(await hold())
  holders[0]?.kill('SIGKILL')
  const engine = await running()
  expect(engine.pid()).not.toBe(postmaster)
  await gone(postmaster)
  expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an orphan that nobody ended is ended before another starts', async () => {
  await stop()
  const postmaster = pidIn(await hold())
  const shell = await parentOf(postmaster)
  // Packboard, the shell and its watcher all killed: only PostgreSQL is left.
  const watcher = (await childrenOf(shell)).find((pid) => pid !== postmaster)
  for (const pid of [watcher, shell]) process.kill(pid ?? 0, 'SIGKILL')
  holders[0]?.kill('SIGKILL')
  await pause(200)
  expect(await alive(postmaster)).toBe(true)
  const engine = await running()
  expect(await alive(postmaster)).toBe(false)
  expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a postmaster.pid whose number now belongs to another program is not believed', async () => {
  const first = await running()
  const file = join(directory, 'cluster/postmaster.pid')
  const text = await readFile(file, 'utf8')
  const { uid, gid } = await stat(`/proc/${first.pid()}`)
  await stop()
  // Of the same user, so that PostgreSQL itself would take it for a running PostgreSQL.
  const other = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' })
  try {
    await writeFile(file, text.replace(/^\d+/, String(other.pid)))
    expect(await ask(await running(), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await alive(other.pid)).toBe(true)
  } finally {
    other.kill('SIGKILL')
  }
})

/** As a second container on the same volume: its own network, where our lock is free, and its own process numbers. */
const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
test.runIf(mayUnshare())(
  'a Packboard in another container is refused, and the one that runs keeps its files',
  async () => {
    const engine = await running()
    const files = () =>
      Promise.all(
        ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) =>
          readFile(join(directory, 'cluster', name), 'utf8').catch(() => 'gone'),
        ),
      )
    const before = await files()
    expect(await hold(['unshare', ...apart])).toBe('refused DataDirectoryInUse')
    expect(await files()).toEqual(before)
    expect(await ask(engine, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('a cluster of another PostgreSQL version is told, not opened', async () => {
  await running()
  await stop()
  const file = join(directory, 'cluster/PG_VERSION')
  const own = await readFile(file, 'utf8')
  await writeFile(file, '14\n')
  await expect(startEngine(directory, silentLog)).rejects.toThrow('made by PostgreSQL 14')
  await writeFile(file, own)
})

test("a start that fails says why in PostgreSQL's own words and leaves the directory free", async () => {
  await running()
  await stop()
  const settings = join(directory, 'cluster/postgresql.conf')
  const good = await readFile(settings, 'utf8')
  await appendFile(settings, '\nno_such_setting = 1\n')
  await expect(startEngine(directory, silentLog)).rejects.toThrow('no_such_setting')
  await writeFile(settings, good)
  expect(await ask(await running(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('one that hangs is replaced with all of its processes, and holds what was committed', async () => {
  await stop()
  engine = await startEngine(directory, silentLog, {
    beats: { everyMs: 50, answerMs: 500, missed: 2 },
  })
  await ask(engine, 'create table before_it_hung as select 7 as n')
  const hung = engine.pid() ?? 0
  // The postmaster first: it starts no other child then, and keeps those that end, so that each can be sent a signal.
  process.kill(hung, 'SIGSTOP')
  for (const pid of await childrenOf(hung)) process.kill(pid, 'SIGSTOP')
  await until(() => engine?.pid() !== undefined && engine.pid() !== hung)
  expect(await ask(await running(), 'select n from before_it_hung')).toEqual([{ n: 7 }])
  expect(await alive(hung)).toBe(false)
  await stop()
})

async function running(): Promise<Engine> {
  engine ??= await startEngine(directory, silentLog)
  return engine
}

async function stop() {
  await engine?.close()
  engine = undefined
}

async function ask(engine: Engine, question: string): Promise<unknown[]> {
  const client = new pg.Client(engine.connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

function mayUnshare(): boolean {
  return spawnSync('unshare', [...apart, 'true']).status === 0
}

/** Starts another Packboard on the directory; returns the line that it prints. */
async function hold(before: readonly string[] = []): Promise<string> {
  const script = new URL('../../testing/holdEngine.ts', import.meta.url).pathname
  const [program = '', ...words] = [...before, process.execPath, script, directory]
  const holder = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  return new Promise((resolve) => {
    createInterface({ input: holder.stdout }).once('line', resolve)
  })
}

const pidIn = (line: string) => Number(line.replace('postmaster ', ''))

async function postmasterOf(place: string): Promise<number | undefined> {
  const text = await readFile(join(place, 'cluster/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 && pid !== process.pid ? pid : undefined
}

/** What PostgreSQL is given, and what the shell that starts it adds. */
const givenNames = 'PATH PACKBOARD_LIBRARIES LD_LIBRARY_PATH LC_ALL TZ PWD OLDPWD SHLVL _'.split(
  ' ',
)

const nameIn = (entry: string) => entry.split('=')[0] ?? ''

/** Variables of the environment of a process that it does not need. */
async function foreignNames(pid: number): Promise<string[]> {
  const entries = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter(Boolean)
  expect(entries.includes('TZ=UTC')).toBe(true)
  return entries.map(nameIn).filter((name) => !givenNames.includes(name))
}

async function statusOf(pid: number | undefined): Promise<string> {
  return readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
}

async function parentOf(pid: number | undefined): Promise<number> {
  return Number(/^PPid:\s+(\d+)/m.exec(await statusOf(pid))?.[1])
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').map(Number)
}

async function alive(pid: number | undefined): Promise<boolean> {
  const status = await statusOf(pid)
  return status !== '' && !/^State:\s+[ZX]/m.test(status)
}

async function gone(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  while (await alive(pid)) await pause(20)
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20)
}
