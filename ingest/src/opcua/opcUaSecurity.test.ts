// @slow

import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { opcUaReader as openReader } from '../../testing/opcUaReader.ts'
import { type PackmlServer, packmlServer } from '../../testing/packmlServer.ts'

let server: PackmlServer

beforeAll(async () => {
  server = await packmlServer({ users: { reader: 'right' }, conditions: true })
})
afterAll(() => server?.close())

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
async function opcUaReader(...options: Parameters<typeof openReader>) {
  const reader = await openReader(...options)
  closers.push(reader.close)
  return reader
}
type Reader = Awaited<ReturnType<typeof opcUaReader>>
const fault = (reader: Reader) => reader.found()?.fault
const signIn = { userName: 'reader', password: 'right' }

/** What an operator does by the sentence. */
async function trust(reader: Reader) {
  const [file = ''] = await readdir(join(reader.folder, 'unknown'))
  expect(fault(reader)?.detail).toContain(`opcua/unknown/${file}`)
  await rename(join(reader.folder, 'unknown', file), join(reader.folder, 'trusted', file))
}

test('a server is read when its certificate was trusted, and with the strongest security that it offers (T82)', async () => {
  const reader = await opcUaReader({ address: server.url, ...signIn, security: 'strongest' })
  await expect.poll(() => fault(reader)?.reason).toBe('certificateUnknown')
  expect(fault(reader)?.detail).toMatch(/SHA-256 fingerprint [0-9a-f]{64}/)
  expect(server.sessions()).toBe(0)
  await trust(reader)
  reader.ingest.opcua?.tryAgain(1)
  await expect.poll(() => reader.found()?.status).toBe('served')
  expect(reader.found()).toMatchObject({
    security: { mode: 'SignAndEncrypt', policy: 'Aes256_Sha256_RsaPss' },
    alarms: 'conditions',
    fault: null,
  })
  await expect.poll(() => reader.states().at(-1)?.state).toBe(5)

  // Alarm conditions are read by their events.
  const alarm = server.condition('Film')
  alarm.raise('Film snapped')
  await expect.poll(() => reader.alarms()).toHaveLength(1)
  alarm.raise('Film snapped')
  alarm.clear('Film is back')
  await expect.poll(() => reader.alarms()).toHaveLength(2)
  const [raised, cleared] = reader.alarms()
  expect(raised).toMatchObject({ group: 'Line 1', description: 'Film snapped', code: 'Film' })
  expect(cleared).toMatchObject({ raisedAt: raised?.raisedAt, description: 'Film snapped' })
  expect(cleared?.clearedAt).toBeGreaterThanOrEqual(raised?.raisedAt ?? 0)

  reader.set({ ...signIn, security: 'sign' })
  await expect.poll(() => reader.found()?.security?.mode).toBe('Sign')
})

test('a server is read when a person trusted the very certificate that it shows, and no longer when that is taken back', async () => {
  const reader = await opcUaReader({ address: server.url, ...signIn, security: 'strongest' })
  await expect.poll(() => fault(reader)?.reason).toBe('certificateUnknown')
  const shown = reader.found()?.certificate
  expect(shown).toMatchObject({
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    subject: expect.stringContaining('CN='),
    trusted: null,
  })
  expect(shown?.validTo).toBeGreaterThan(Date.now())
  expect(shown?.validFrom).toBeLessThan(Date.now())
  const other = (shown?.fingerprint ?? '').replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  reader.set({ ...signIn, security: 'strongest', trusted: other })
  await expect.poll(() => fault(reader)?.reason).toBe('certificateUnknown')
  reader.set({ ...signIn, security: 'strongest', trusted: shown?.fingerprint })
  await expect.poll(() => reader.found()?.status).toBe('served')
  expect(reader.found()?.certificate).toEqual({ ...shown, trusted: 'person' })
  reader.set({ ...signIn, security: 'strongest', trusted: null })
  await expect.poll(() => fault(reader)?.reason).toBe('certificateUnknown')
  await trust(reader)
  reader.ingest.opcua?.tryAgain(1)
  await expect.poll(() => reader.found()?.certificate?.trusted).toBe('file')
})

test('a server whose certificate changed is refused until the new one is trusted', async () => {
  const first = await packmlServer({})
  const setting = { address: first.url, security: 'signAndEncrypt' } as const
  const reader = await opcUaReader(setting)
  await expect.poll(() => fault(reader)?.reason).toBe('certificateUnknown')
  await trust(reader)
  await expect.poll(() => reader.found()?.status).toBe('served')
  await first.close()
  const other = await packmlServer({ port: first.port })
  closers.push(() => other.close())
  await expect.poll(() => fault(reader)?.reason, { timeout: 45_000 }).toBe('certificateUnknown')
  expect(other.sessions()).toBe(0)
})

test('a wrong password, none, and one that would go over the line in clear', async () => {
  const folder = await opcUaReader({ address: server.url, ...signIn, security: 'strongest' })
  await expect.poll(() => fault(folder)?.reason).toBe('certificateUnknown')
  await trust(folder)
  folder.set({ address: server.url, userName: 'reader', password: 'wrong', security: 'strongest' })
  await expect.poll(() => fault(folder)?.reason).toBe('signInRefused')
  expect(fault(folder)?.detail).toContain('refuses this user')
  folder.set({ address: server.url, userName: null, password: null, security: 'strongest' })
  await expect.poll(() => fault(folder)?.detail).toContain('demands a user')
  expect(JSON.stringify(folder.found())).not.toContain('right')
})

test('a password whose token has no policy goes over an encrypted channel, never over a signed one', async () => {
  const bare = await packmlServer({ users: { reader: 'right' }, plainTokens: true })
  closers.push(() => bare.close())
  const reader = await opcUaReader({ address: bare.url, ...signIn, security: 'sign' })
  await expect.poll(() => fault(reader)?.reason).toBe('passwordInClear')
  expect(bare.sessions()).toBe(0)
  reader.set({ ...signIn, security: 'strongest' })
  await expect.poll(() => fault(reader)?.reason).toBe('certificateUnknown')
  await trust(reader)
  reader.ingest.opcua?.tryAgain(1)
  await expect.poll(() => reader.found()?.status).toBe('served')
  expect(reader.found()?.security?.mode).toBe('SignAndEncrypt')
  reader.set({ ...signIn, password: 'wrong', security: 'strongest' })
  await expect.poll(() => fault(reader)?.detail).toContain('refuses this user')
})

test('a server without any security is read only where the setting says so', async () => {
  const plain = await packmlServer({ plainOnly: true })
  closers.push(() => plain.close())
  const reader = await opcUaReader({ address: plain.url, security: 'strongest' })
  await expect.poll(() => fault(reader)?.reason).toBe('noSecurity')
  expect(plain.sessions()).toBe(0)
  reader.set({ address: plain.url, security: 'none', ...signIn })
  await expect.poll(() => fault(reader)?.reason).toMatch(/passwordInClear|signInRefused/)
  expect(plain.sessions()).toBe(0)
  reader.set({ address: plain.url, security: 'none' })
  await expect.poll(() => reader.found()?.status).toBe('served')
})

test('this server itself is no server of a plant (T56)', async () => {
  const reader = await opcUaReader({ address: server.url }, { hosts: ['10.0.0.0/8'] })
  await expect.poll(() => fault(reader)?.reason).toBe('addressNotAllowed')
  expect(server.sessions()).toBe(0)
})

test('nothing was written to the server, and no method was called', () => {
  expect(server.changing).toEqual([])
})
