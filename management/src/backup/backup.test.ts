import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openTestManagement,
  type TestManagement,
  tables,
} from '../../testing/openTestManagement.ts'
import { openManagement } from '../store.ts'
import { restoreManagement, type StoredSnapshot } from './restoreManagement.ts'
import { withSnapshot } from './snapshot.ts'

let store: TestManagement
let target: string

beforeAll(async () => {
  store = await openTestManagement()
  target = await mkdtemp(join(tmpdir(), 'packboard-restored-'))
})
afterAll(async () => {
  await store?.close()
  await rm(target, { recursive: true, force: true })
})

test('a restored store has each row and number of the instant, and nothing of what came after it', async () => {
  const audit = { actor_name: 'späte "Änderung"', action: 'update', entity: 'client' } as const
  await tables(store.management)
    .insertInto('audit_log')
    .values({ ...audit, before: JSON.stringify({ name: 'Ünï\n\\"' }), after: null })
    .execute()
  const snapshot = await withSnapshot(store.management, async (snapshot) => {
    await snapshot.take()
    await tables(store.management).insertInto('audit_log').values(audit).execute()
    return read(snapshot)
  })
  expect(snapshot.tables.map(({ name }) => name)).not.toContain('session')
  await restoreManagement(target, silent, snapshot)
  const restored = await openManagement({ dataDir: target })
  try {
    const again = await withSnapshot(restored, async (snapshot) => {
      await snapshot.take()
      return read(snapshot)
    })
    const bare = (all: typeof again.tables) =>
      all.map(({ name, columns, rows, text }) => ({ name, columns, rows, text }))
    expect(bare(again.tables)).toEqual(bare(snapshot.tables))
    expect(again.numbers).toEqual(snapshot.numbers)
    expect(again.tables.find(({ name }) => name === 'client')?.rows).toBeGreaterThan(1)
    const texts = again.tables.find(({ name }) => name === 'audit_log')?.text.join('\n')
    expect(texts).toContain('späte')
  } finally {
    await restored.close()
  }
})

const silent = { info() {}, warn() {}, error() {} }

async function read(snapshot: Parameters<Parameters<typeof withSnapshot>[1]>[0]) {
  const found: (StoredSnapshot['tables'][number] & { readonly text: string[] })[] = []
  for (const table of await snapshot.tables()) {
    const text: string[] = []
    for await (const line of snapshot.rows(table)) text.push(line)
    text.sort()
    found.push({ ...table, rows: text.length, text, lines: () => text })
  }
  return { schema: snapshot.schema, tables: found, numbers: await snapshot.numbers() }
}
