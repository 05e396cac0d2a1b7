import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/openTestDatabase.ts'
import { runSql } from '../../testing/runSql.ts'
import { type Management, openManagement } from '../store.ts'
import { KeyFileForeign } from './joinKeys.ts'
import { openKeyFile } from './keyFile.ts'

let folder: string
let database: TestDatabase | undefined
const lines: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void lines.push(fields) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packboard-join-'))
  database = await openTestDatabase('schema')
})
afterAll(async () => {
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function withStore<Answer>(name: string, work: (management: Management) => Promise<Answer>) {
  const keyFile = await openKeyFile(join(folder, name))
  const management = await openManagement({
    ...{ dataDir: join(folder, 'data'), url: database?.url, keyFile, log },
  })
  try {
    return await work(management)
  } finally {
    await management.close()
  }
}
const keyIdIn = (name: string) => withStore(name, async ({ secrets }) => secrets.keyId())

test('a store knows its key: another file is refused, and for a missing one no new one is made', async () => {
  const first = await keyIdIn('secrets.key')
  expect(first).toMatch(/^[0-9a-f]{12}$/)
  expect(await keyIdIn('secrets.key')).toBe(first)
  const other = await openKeyFile(join(folder, 'other.key'))
  await other.make()
  await expect(keyIdIn('other.key')).rejects.toThrow(KeyFileForeign)
  await expect(keyIdIn('other.key')).rejects.toThrow(new RegExp(`whose key is ${first}; put`))
  expect(lines).toEqual([])
  expect(await keyIdIn('missing.key')).toBeNull()
  expect(lines).toEqual([expect.objectContaining({ event: 'secrets.noKey', key: first })])
  expect((await openKeyFile(join(folder, 'missing.key'))).keys()).toEqual([])
})

test('a new key that was written before its process ended is in force from the next start on', async () => {
  const before = await keyIdIn('secrets.key')
  const file = await openKeyFile(join(folder, 'secrets.key'))
  await file.add()
  const now = await keyIdIn('secrets.key')
  expect(now).not.toBe(before)
  const [row] = await withStore('secrets.key', (management) =>
    runSql<{ key_id: string }>(management, 'select key_id from secrets_key'),
  )
  expect(row?.key_id).toBe(now)
})
