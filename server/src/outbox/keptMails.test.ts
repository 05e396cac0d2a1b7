import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hooks, notifications } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer } from '../../testing/openTestServer.ts'
import { limits } from '../http/limits.ts'
import { openKeptMails } from './keptMails.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-outbox-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const mail = (n: number) => ({ to: 'ann@test.example', subject: `number ${n}`, text: 'line\nline' })

test('keeps the newest e-mails over a restart, for its owner alone, and no more than it may', async () => {
  const outbox = await openKeptMails(dataDir, () => 0)
  const count = limits.outboxMails + 5
  await Promise.all(Array.from({ length: count }, (_, n) => outbox.send(mail(n))))
  await outbox.close()
  const file = join(dataDir, 'outbox.jsonl')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(limits.outboxMails)

  await appendFile(file, '{"at":"cut o')
  const again = await openKeptMails(dataDir, () => 0)
  expect(again.mails()).toHaveLength(limits.outboxMails)
  expect(again.mails()[0]).toEqual({ at: '1970-01-01T00:00:00.000Z', ...mail(count - 1) })
})

test('without a mail server e-mail works as far as this outbox, and the pages of alerts say so', async () => {
  const server = await openTestServer()
  try {
    const token = (await server.signIn('clientadmin')).accessToken
    const read = async (path: string) => (await server.ask(path, { token })).json()
    const ways = { mailWorks: true, mailIsKept: true }
    expect(await read(hooks.path.replace(':clientId', '1'))).toMatchObject(ways)
    expect(await read(notifications.path)).toMatchObject(ways)
  } finally {
    await server.close()
  }
})
