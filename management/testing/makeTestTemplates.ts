import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '@packboard/demo'
import { type Management, openManagement } from '../src/store.ts'
import { createTestDatabase, type TestContent } from './openTestDatabase.ts'

/**
 * Makes one database of each content on a PostgreSQL. Copying one costs a third of the processor time of the migrations
 * and the demo, which every file of tests needs. `names` goes into PACKBOARD_TEST_TEMPLATES.
 */
export async function makeTestTemplates(
  server: string,
): Promise<{ names: string; drop(): Promise<void> }> {
  const names = `packboard_test_template_${randomBytes(8).toString('hex')}_`
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-templates-'))
  const made: (() => Promise<void>)[] = []
  const drop = async () => {
    for (const end of made.splice(0)) await end()
  }
  const make = async (content: TestContent, fill?: (empty: Management) => Promise<unknown>) => {
    const database = await createTestDatabase(server, `${names}${content}`)
    made.push(database.drop)
    const management = await openManagement({ dataDir, url: database.url })
    try {
      await fill?.(management)
    } finally {
      // A database that has a connection cannot be copied.
      await management.close()
    }
  }
  try {
    await make('schema')
    await make('demo', seedDemo)
    return { names, drop }
  } catch (error) {
    await drop()
    throw error
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
