// @slow

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataDirectoryInUse } from '@packboard/engines/postgres'
import { atDepth } from '@packboard/model/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../testing/openTestManagement.ts'
import { runSql } from '../testing/runSql.ts'
import { allClients } from './clients/clients.ts'
import { atEntrance, type Db, inside, openManagement } from './store.ts'

let opened: TestManagement

beforeAll(async () => {
  // These tests kill the engine: it is always Packboard's own.
  opened = await openTestManagement({ embedded: true })
})
afterAll(() => opened?.close())

/** Kills PostgreSQL and waits until it has really ended. */
async function killEngine() {
  const pid = opened.management.enginePid()
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  while (pid !== undefined && opened.management.enginePid() === pid) await pause(5)
}

test('says that it is well, and which engine it is', async () => {
  const health = await opened.management.health()
  expect(health).toEqual({ ok: true, detail: expect.stringMatching(/^PostgreSQL 18/) })
})

test('a second Packboard on the data directory is refused', async () => {
  await expect(openManagement({ dataDir: opened.dataDir })).rejects.toThrow(DataDirectoryInUse)
})

const kills = atDepth({ deep: 5, daily: 2 })

test(`no acknowledged change is missing after the engine is killed under writes, ${kills} times`, async () => {
  await runSql(opened.management, 'create table promise (number integer primary key)')
  const acknowledged: number[] = []
  let next = 0
  let stopped = false
  const writer = async () => {
    while (!stopped) {
      const number = next++
      await inside(opened.management)
        .write(() => runSql(opened.management, 'insert into promise values ($1)', [number]))
        .then(() => acknowledged.push(number))
        .catch(() => pause(5))
    }
  }
  const writers = [writer(), writer(), writer(), writer()]
  for (let round = 0; round < kills; round += 1) {
    const before = acknowledged.length
    while (acknowledged.length < before + 50) await pause(5)
    await killEngine()
    while (opened.management.enginePid() === undefined) await pause(5)
  }
  stopped = true
  await Promise.all(writers)

  const rows = await runSql<{ number: number }>(opened.management, 'select number from promise')
  const stored = new Set(rows.map(({ number }) => number))
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(kills * 50)
})

test('a read that meets a dead engine waits for it and answers', async () => {
  const before = await allClients(opened.management)
  for (let round = 0; round < 3; round += 1) {
    await killEngine()
    expect(await allClients(opened.management)).toEqual(before)
  }
})

test('a write whose connection breaks is not repeated; it says that the store is busy', async () => {
  let tries = 0
  const write = inside(opened.management).write(async () => {
    tries += 1
    await runSql(opened.management, 'select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(write).rejects.toMatchObject({ code: 'store.busy', status: 503 })
  expect(tries).toBe(1)
})

test('a question that takes too long is ended, and every question has a limit', async () => {
  const slow = inside(opened.management).read((db) =>
    db.transaction().execute(async (one) => {
      await sql`set local statement_timeout = '50ms'`.execute(one)
      await sql`select pg_sleep(60)`.execute(one)
    }),
  )
  await expect(slow).rejects.toMatchObject({ code: 'store.busy' })
  const limits = await runSql(
    opened.management,
    `select current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as idle,
            current_setting('lock_timeout') as lock`,
  )
  expect(limits).toEqual([{ statement: '15s', idle: '15s', lock: '5s' }])
})

test('a PostgreSQL that does not answer holds up no read, and no sign-in', async () => {
  const { socket, secret } = await embeddedOf(opened.dataDir)
  const url = `postgres://packboard:${secret}@/packboard?host=${encodeURIComponent(socket)}`
  const dataDir = join(opened.dataDir, 'unused')
  const guest = await openManagement({ dataDir, url, answerMs: 200 })
  const slow = (db: Db) => sql`select pg_sleep(2)`.execute(db)
  const busy = { code: 'store.busy', status: 503 }
  await expect(inside(guest).read(slow)).rejects.toMatchObject(busy)
  await expect(atEntrance(guest).write(slow)).rejects.toMatchObject(busy)
  // A change of the panel has its time.
  await inside(guest).write(slow)
  await guest.close()
})

test('works the same on a PostgreSQL that it was given, and does not end it', async () => {
  // The embedded one of another Packboard stands in for a server somewhere else.
  const { socket, secret } = await embeddedOf(opened.dataDir)
  const url = `postgres://packboard:${secret}@/packboard?host=${encodeURIComponent(socket)}`
  const guest = await openManagement({ dataDir: join(opened.dataDir, 'unused'), url })
  expect(guest.enginePid()).toBeUndefined()
  expect(await guest.health()).toMatchObject({ ok: true })
  expect(await allClients(guest)).toEqual(await allClients(opened.management))
  await guest.close()
  expect(await opened.management.health()).toMatchObject({ ok: true })
})

test('says that it is not well when it is closed', async () => {
  await opened.management.close()
  expect(await opened.management.health()).toMatchObject({ ok: false })
})

async function embeddedOf(dataDir: string) {
  const directory = join(dataDir, 'management')
  const text = await readFile(join(directory, 'secret.json'), 'utf8')
  const { packboard } = JSON.parse(text) as { packboard: string }
  return { socket: join(directory, 'cluster'), secret: packboard }
}
