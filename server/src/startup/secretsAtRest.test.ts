// @slow

import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { auditLog, supportBundle, verifyAuditLog } from '@packboard/contract'
import { machineDirectory, openKeyFile } from '@packboard/management'
import { runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/backupCommand.ts'
import { freshDirectory, type OwnServer, openOwnServer } from '../../testing/busyInstallation.ts'
import { restoreBackup } from '../backup/restoreBackup.ts'
import { takeBackup } from '../backup/takeBackup.ts'
import { exitOf } from '../program/exits.ts'

const secret = 'grep-me-9f31c7'
const words = 'a long enough sentence'
const silent = { info() {}, warn() {}, error() {} }

let folder: Awaited<ReturnType<typeof freshDirectory>>
let server: OwnServer
let token: string
const dataDir = () => join(folder.path, 'source')
const env = () => ({ PACKBOARD_DATA: dataDir() })
const keyFile = () => join(dataDir(), 'secrets.key')

beforeAll(async () => {
  folder = await freshDirectory('secrets')
  server = await openOwnServer(dataDir())
  await signIn()
  const set = await server.ask('/api/admin/machine/1/connection', {
    ...{ method: 'PUT', token },
    body: {
      ...{ door: 'opcua', address: 'opc.tcp://192.0.2.7' },
      opcUa: { security: 'signAndEncrypt', userName: 'reader', password: secret },
    },
  })
  expect(set.status).toBe(200)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

async function signIn() {
  token = (await server.signIn('admin')).accessToken
}

/** The files of a folder that hold a text, packed ones unpacked. */
function filesWith(place: string, text: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return (path.endsWith('.gz') && bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).includes(text)
    })
}

async function backup(to: string, key?: string) {
  const { name } = await takeBackup(
    { ...server.deps, dataDir: dataDir() },
    { folder: join(folder.path, to), key, keyFile: keyFile() },
  )
  return join(folder.path, to, name)
}
const passwordOf = async ({ deps: { management } }: OwnServer) =>
  (await machineDirectory(management)).byId(1)?.connector.opcUa?.password

test('no file of the stores, no backup, no support bundle and no log holds a stored password', async () => {
  expect(await passwordOf(server)).toBe(secret)
  expect(filesWith(dataDir(), secret)).toEqual([])
  // What is looked for would be found.
  expect(filesWith(dataDir(), 'opc.tcp://192.0.2.7').length).toBeGreaterThan(0)
  const plain = await backup('plain')
  expect(filesWith(plain, secret)).toEqual([])
  expect(filesWith(plain, 'packboard-key-1')).toEqual([])
  const bundle = await server.ask(supportBundle.path, { token })
  expect(await bundle.text()).not.toMatch(new RegExp(`${secret}|packboard-key-1`))
  expect(server.lines.filter((line) => line.includes(secret))).toEqual([])
}, 60_000)

test('an encrypted backup holds the key file, and what it restores reads the password', async () => {
  const from = await backup('sealed', words)
  expect(filesWith(from, secret)).toEqual([])
  expect(filesWith(from, 'packboard-key-1')).toEqual([])
  const to = join(folder.path, 'restored')
  await restoreBackup({ from, to, key: words, log: silent })
  expect(readFileSync(join(to, 'secrets.key'), 'utf8')).toBe(readFileSync(keyFile(), 'utf8'))
  const restored = await openOwnServer(to)
  try {
    expect(await passwordOf(restored)).toBe(secret)
  } finally {
    await restored.stop()
  }
}, 120_000)

test('packboard rekey begins a new key by the server that runs', async () => {
  const before = readFileSync(keyFile(), 'utf8').trim().split('\n').length
  const { code, out } = await runCommand(['rekey', '--json'], env())
  expect([code, JSON.parse(out)]).toMatchObject([0, { sealed: 1, lost: 0, file: keyFile() }])
  expect(readFileSync(keyFile(), 'utf8').trim().split('\n')).toHaveLength(before + 1)
  expect(await passwordOf(server)).toBe(secret)
  const refused = await runCommand(['rekey', '--lost'], env())
  expect([refused.code, refused.err]).toEqual([11, expect.stringContaining('loses nothing')])
}, 60_000)

test('a file with another key ends the start with exit code 7', async () => {
  await server.stop()
  renameSync(keyFile(), join(folder.path, 'right.key'))
  await (await openKeyFile(keyFile())).make()
  const refused = await openOwnServer(dataDir()).catch((error: unknown) => error)
  expect(exitOf(refused, dataDir())).toEqual({
    code: 7,
    sentence: expect.stringMatching(/is not that of this installation, whose key is [0-9a-f]{12}/),
  })
  rmSync(keyFile())
}, 120_000)

test('without its file the start says what cannot be read and goes on; put back, all is as before', async () => {
  server = await openOwnServer(dataDir())
  await signIn()
  const said = (event: string) => server.lines.some((line) => line.includes(`"${event}"`))
  expect([said('secrets.noKey'), said('secrets.unreadable')]).toEqual([true, true])
  expect(await passwordOf(server)).toBeNull()
  const page = await server.ask('/api/admin/audit-log/1/10', { token })
  const [newest] = auditLog.answer.parse(await page.json()).rows
  expect(newest).toMatchObject({ action: 'signIn', sealed: false })
  const set = await server.ask('/api/admin/machine/1/connection', {
    ...{ method: 'PUT', token },
    body: {
      ...{ door: 'opcua', address: 'opc.tcp://192.0.2.7' },
      opcUa: { security: 'signAndEncrypt', userName: 'reader', password: 'another' },
    },
  })
  expect([set.status, await set.json()]).toMatchObject([503, { code: 'secrets.noKey' }])
  await server.stop()
  renameSync(join(folder.path, 'right.key'), keyFile())
  server = await openOwnServer(dataDir())
  await signIn()
  expect(await passwordOf(server)).toBe(secret)
  await expect
    .poll(async () => {
      const answer = await server.ask(verifyAuditLog.path, { token })
      return verifyAuditLog.answer.parse(await answer.json())
    })
    .toMatchObject({ notSealed: 0, lost: 0, faults: [] })
}, 120_000)

test('a lost key is begun anew: programs, passwords and chains begin again, and the log says so', async () => {
  rmSync(keyFile())
  const { code, out } = await runCommand(['rekey', '--lost'], env())
  expect([code, out]).toEqual([0, expect.stringContaining('1 secret of the lost key is gone')])
  await expect.poll(() => passwordOf(server)).toBeNull()
  const answer = await server.ask(verifyAuditLog.path, { token })
  const { lost, faults } = verifyAuditLog.answer.parse(await answer.json())
  expect(faults).toEqual([])
  expect(lost).toBeGreaterThan(0)
  const page = await server.ask('/api/admin/audit-log/1/10?action=rotate', { token })
  expect(auditLog.answer.parse(await page.json()).rows[0]).toMatchObject({
    ...{ entity: 'secrets', actor: 'packboard rekey', after: { lost: true } },
  })
}, 60_000)

test('packboard check names the entry of the audit log that was changed', async () => {
  const { management } = server.deps
  await expect
    .poll(() => runSql(management, 'select id from audit_unsealed').then(({ length }) => length))
    .toBe(0)
  const whole = await runCommand(['check', '--days=0'], env())
  expect([whole.code, whole.out]).toEqual([0, expect.stringMatching(/Audit log: \d+ entr/)])
  await runSql(management, 'alter table audit_log disable trigger keep_audit_log')
  const [row] = await runSql<{ id: string }>(
    management,
    `update audit_log set actor_name = 'nobody' where id = (
      select max(l.id) from audit_link l join audit_chain c using (client_id) where l.no > c.lost_no)
      returning id`,
  )
  const found = await runCommand(['check', '--days=0'], env())
  expect([found.code, found.out]).toEqual([
    12,
    expect.stringContaining(`Entry ${row?.id} of the audit log`),
  ])
}, 60_000)
