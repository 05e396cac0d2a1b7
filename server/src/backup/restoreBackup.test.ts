// @slow

import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backups } from '@packboard/contract'
import { addClient, changeBackupSettings } from '@packboard/management'
import { storedSamples } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/backupCommand.ts'
import { freshDirectory, type OwnServer, openOwnServer } from '../../testing/busyInstallation.ts'
import { factory } from '../../testing/factory.ts'
import { storesElsewhere } from './backupFault.ts'
import { startBackups } from './backupService.ts'
import { restoreBackup } from './restoreBackup.ts'
import { takeBackup } from './takeBackup.ts'
import { verifyBackup } from './verifyBackup.ts'

let folder: Awaited<ReturnType<typeof freshDirectory>>
let server: OwnServer
let backup: string
let sealed: string
const words = 'a long enough sentence'
const env = () => ({ PACKBOARD_DATA: join(folder.path, 'source') })
let copies = 0

beforeAll(async () => {
  folder = await freshDirectory('restore')
  server = await openOwnServer(join(folder.path, 'source'))
  await send(0)
  backup = await made(join(folder.path, 'plain'))
  sealed = await made(join(folder.path, 'sealed'), words)
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

async function send(from: number) {
  const samples = Array.from({ length: 300 }, (_, second) =>
    factory
      .at(Date.now() - 3_600_000 + (from + second) * 1_000)
      .sample('FW-101', { state: 10, user: 'P. Okafor', packs: from + second }),
  )
  expect((await server.send('FW-101', samples)).status).toBe(200)
  await server.deps.telemetry.settled()
}

async function made(to: string, key?: string): Promise<string> {
  const { name } = await takeBackup(
    { ...server.deps, dataDir: server.dataDir },
    { folder: to, key },
  )
  return join(to, name)
}

/** A copy of a backup, to be damaged. */
function copyOf(one: string): string {
  const copy = join(folder.path, `copy-${++copies}`)
  cpSync(one, copy, { recursive: true })
  return copy
}

function filesOf(one: string): string[] {
  return readdirSync(one, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function flip(file: string) {
  const bytes = readFileSync(file)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

const target = () => join(folder.path, `target-${++copies}`)
const silent = { info() {}, warn() {}, error() {} }
const restoreTo = (from: string, to: string, key?: string) =>
  restoreBackup({ from, to, key, log: silent })

test('a second backup copies only what is new, and the first one is as whole as before when the older ones go', async () => {
  const to = join(folder.path, 'chain')
  const first = await made(to)
  await send(1_000)
  const outcome = await runCommand(['backup', to, '--json'], env())
  const second = JSON.parse(outcome.out)
  expect(second.newBytes).toBeLessThan(second.bytes)
  const { accessToken } = await server.signIn('admin')
  const ask = (method: string, body?: object) =>
    server.ask('/api/admin/backups', { method, token: accessToken, ...(body && { body }) })
  expect((await ask('PUT', { everyHours: 24, startHour: 3, keep: 1 })).status).toBe(200)
  // The folder of a person is that person's: nothing is deleted in it.
  expect(readdirSync(to)).toHaveLength(2)
  for (const one of [first, join(to, second.name)]) {
    expect((await verifyBackup(one, undefined)).faults).toEqual([])
  }
  // By the panel, with the retention of the panel.
  const shown = async () => backups.answer.parse(await (await ask('GET')).json())
  for (let turn = 1; turn <= 2; turn += 1) {
    expect((await ask('POST')).status).toBe(200)
    await expect.poll(async () => (await shown()).runs.length, { timeout: 60_000 }).toBe(1 + turn)
    await expect.poll(async () => (await shown()).running, { timeout: 60_000 }).toBeNull()
  }
  const own = join(server.dataDir, 'backups')
  expect(readdirSync(own)).toHaveLength(1)
  const { nextAt, ...rest } = await shown()
  expect(rest).toMatchObject({ elsewhere: false, onSameDisk: true, encrypted: false, keep: 1 })
  expect(rest.last?.folder).toBe(own)
  expect(nextAt?.getUTCHours()).toBe(3)
  const status = await runCommand(['status'], env())
  expect(status.out).toMatch(/server +runs, process/)
  expect(status.out).toMatch(/last backup +20.*packboard-/)
  const metrics = await (await server.ask('/metrics')).text()
  expect(metrics).toMatch(/packboard_backup_last_success_timestamp_seconds \d+/)
  expect(metrics).toMatch(/packboard_backup_last_pause_seconds 0\.\d+/)
  expect(await (await server.ask('/health/ready')).json()).toMatchObject({ backup: 'ok' })
}, 120_000)

test('a flipped byte in any kind of file is found, by the check and by the restore', async () => {
  for (const part of ['telemetry/sample/', 'management/client.jsonl', 'telemetry/definitions']) {
    const copy = copyOf(backup)
    const file = filesOf(copy).find((path) => path.includes(part))
    flip(file ?? 'none')
    const { faults } = await verifyBackup(copy, undefined)
    expect(faults).toEqual([expect.stringContaining('is damaged')])
    await expect(restoreTo(copy, target())).rejects.toThrow('is damaged')
    if (part !== 'telemetry/sample/') continue
    const checked = await runCommand(['check', copy], env())
    expect([checked.code, checked.out]).toEqual([12, expect.stringContaining('1 damaged')])
  }
  const copy = copyOf(backup)
  const manifest = join(copy, 'manifest.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"records": 3', '"records": 4'))
  await expect(restoreTo(copy, target())).rejects.toThrow('does not fit its checksum')
}, 120_000)

test('what is encrypted needs its key, and holds no name in clear', async () => {
  for (const file of filesOf(sealed).filter((path) => !path.includes('manifest'))) {
    expect(readFileSync(file).subarray(0, 4).toString()).toBe('PBS1')
  }
  await expect(restoreTo(sealed, target())).rejects.toThrow('is encrypted')
  await expect(restoreTo(sealed, target(), 'another long sentence')).rejects.toThrow(
    'is not the key',
  )
  await expect(restoreTo(backup, target(), words)).rejects.toThrow('is not encrypted')
  const to = target()
  const right = await runCommand(['restore', sealed, to], { PACKBOARD_BACKUP_KEY: words })
  expect(right, right.err).toMatchObject({ code: 0 })
  const restored = await openOwnServer(to)
  try {
    expect((await storedSamples(restored.deps.telemetry)).length).toBeGreaterThanOrEqual(300)
    // Numbers go on where they were.
    const id = await addClient(restored.deps.management, editor, newClient)
    const newest = await addClient(server.deps.management, editor, newClient)
    expect(id).toBe(newest)
  } finally {
    await restored.stop()
  }
}, 120_000)

const editor = { userId: 1, username: 'admin' }
const newClient = { name: 'Restored Foods', subscriptionId: 1 }

test('what does not belong together, or is not empty, is refused', async () => {
  const full = target()
  mkdirSync(full)
  writeFileSync(join(full, 'holiday.txt'), 'mine')
  await expect(restoreTo(backup, full)).rejects.toThrow('is not empty')
  expect(readdirSync(full)).toEqual(['holiday.txt'])

  /** Its manifest changed and summed anew, as another Packboard would write it. */
  const changed = (
    change: (manifest: {
      format: number
      schemas: { telemetry: number; management: number }
      installation: string
    }) => void,
  ) => {
    const parent = target()
    const copy = join(parent, basename(backup))
    cpSync(backup, copy, { recursive: true })
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
    change(manifest)
    const text = JSON.stringify(manifest)
    writeFileSync(join(copy, 'manifest.json'), text)
    const sum = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(copy, 'manifest.sum'), `sha256 ${sum}\n`)
    return parent
  }
  const newer = changed((manifest) => {
    manifest.schemas.management += 1_000
  })
  await expect(restoreTo(newer, target())).rejects.toThrow('was made by a newer Packboard')
  const unreleased = changed((manifest) => {
    manifest.format = 1
    manifest.schemas = { telemetry: 16, management: 32 }
  })
  const to = target()
  await expect(restoreTo(unreleased, to)).rejects.toThrow(
    `The backup ${join(unreleased, basename(backup))} was written by a Packboard with schema 16 of the records and 32 of the management data, which no release ever had; nothing in it was changed, restore it with that version.`,
  )
  expect(existsSync(to)).toBe(false)
  const foreign = changed((manifest) => {
    manifest.installation = '0'.repeat(32)
  })
  await expect(made(foreign)).rejects.toThrow('backups of another installation')
  await expect(made(join(server.dataDir, 'telemetry', 'b'))).rejects.toThrow('keeps its data')
  await expect(made(server.dataDir)).rejects.toThrow('is the data directory itself')
  await expect(restoreTo(join(folder.path, 'nowhere'), target())).rejects.toThrow('no folder')
}, 120_000)

test('with stores of other servers it says who has to back them up', async () => {
  const one = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', clickhouseUrls: [] }
  expect(storesElsewhere(one)).toContain('PostgreSQL is the server of DATABASE_URL')
  expect(storesElsewhere({ databaseUrl: undefined, clickhouseUrls: [] })).toBeUndefined()
  const outcome = await runCommand(['backup'], { ...env(), CLICKHOUSE_URL: 'http://127.0.0.1:1' })
  expect(outcome.code).toBe(13)
  expect(outcome.err).toContain('ClickHouse is the server of CLICKHOUSE_URL')
}, 60_000)

test('the clock makes one that is due, and two days without a good one are said', async () => {
  const { management, telemetry, log, config } = server.deps
  const others = { ...config, backups: join(folder.path, 'by-the-clock') }
  const clock = { at: Date.now() + 49 * 3_600_000 }
  const given = { config: others, management, telemetry, log, now: () => clock.at, everyMs: 50 }
  const editor = { userId: 1, username: 'admin' }
  await changeBackupSettings(management, editor, { everyHours: null, startHour: 5, keep: 3 })
  const service = await startBackups(given)
  try {
    expect(service.isOverdue()).toBe(true)
    await changeBackupSettings(management, editor, { everyHours: 6, startHour: 5, keep: 3 })
    await expect.poll(() => service.isOverdue(), { timeout: 60_000 }).toBe(false)
    expect(readdirSync(others.backups)).toHaveLength(1)
    expect(service.last()?.folder).toBe(others.backups)
  } finally {
    await service.stop()
  }
}, 60_000)
