// @slow
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase, unreleasedDatabase } from '@packboard/management/testing'
import { schemaOfStore, unreleasedStore } from '@packboard/telemetry/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { readConfig } from '../config.ts'
import { exitOf } from '../program/exits.ts'
import { type RunningServer, startServer } from './startServer.ts'

/** What commits of before the baseline of the schemas left. */
const note = '{"telemetry":16,"management":32}\n'

let parent: string
let dataDir: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'packboard-unreleased-'))
  dataDir = join(parent, 'data')
})
afterEach(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))

/** A start, by default of the demo in its own directory; the exit of one that is refused. */
async function start({ demo = true, env = {} }: { demo?: boolean; env?: Record<string, string> }) {
  const { log, lines } = capturedLog('info')
  const given = { PORT: '0', MQTT_PORT: '0', ...env }
  const config = readConfig({ PACKBOARD_DATA: dataDir, ...given })
  try {
    return { lines, server: await startServer({ config, demo, log, env: given }) }
  } catch (error) {
    return { lines, exit: exitOf(error, dataDir) ?? error }
  }
}

const chosen = () => ({ PACKBOARD_DATA: dataDir })

test.each([
  ['of a serving installation', false],
  ['that a person chose for the demo', true],
])(
  'a data directory %s is refused, and its records are as they were',
  async (_, demo) => {
    await unreleasedStore(dataDir, 16)
    const { exit } = await start({ demo, env: chosen() })
    expect(exit).toEqual({
      code: 6,
      sentence:
        'The telemetry store was written by a Packboard with schema 16, which no release ever had; nothing in it was changed, begin with an empty one.',
    })
    await writeFile(join(dataDir, 'schemas.json'), note)
    const noted = await start({ demo, env: chosen() })
    expect(noted.exit).toMatchObject({
      code: 6,
      sentence: expect.stringContaining(
        'with schema 16 of the records and 32 of the management data, which no release ever had; nothing in it was changed',
      ),
    })
    expect(await readdir(parent)).toEqual(['data'])
    expect(await schemaOfStore(dataDir)).toBe(16)
  },
  120_000,
)

test.each([
  ['with a note', true],
  ['without one', false],
])(
  'the own directory of the demo is set aside %s, and made anew',
  async (_, isNoted) => {
    await unreleasedStore(dataDir, 16)
    if (isNoted) await writeFile(join(dataDir, 'schemas.json'), note)
    const first = await start({})
    let server: RunningServer | undefined = first.server
    try {
      expect(first).toMatchObject({ server: { url: expect.any(String) } })
      const [aside = '', ...others] = (await readdir(parent)).filter((name) => name !== 'data')
      expect(others).toEqual([])
      expect(aside).toMatch(/^data-unreleased-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/)
      const said = first.lines.map((line) => JSON.parse(line)).filter(({ folder }) => folder)
      expect(said.filter(({ msg }) => msg.includes('set aside'))).toEqual([
        expect.objectContaining({ folder: join(parent, aside) }),
      ])
      await server?.stop()
      server = undefined
      expect(await schemaOfStore(join(parent, aside))).toBe(16)
      // The next start finds the new one.
      const again = await start({})
      server = again.server
      expect(again).toMatchObject({ server: { url: expect.any(String) } })
      expect(await readdir(parent)).toHaveLength(2)
    } finally {
      await server?.stop()
    }
  },
  180_000,
)

test('a database of another server is refused, also for the demo, and not touched', async () => {
  const database = await openTestDatabase()
  // Only where the tests have a PostgreSQL of their own.
  if (!database) return
  try {
    const { content } = await unreleasedDatabase(database.url, 32)
    const before = await content()
    for (const demo of [true, false]) {
      const { exit } = await start({ demo, env: { DATABASE_URL: database.url } })
      expect(exit).toEqual({
        code: 6,
        sentence:
          'The management database was written by a Packboard with schema 32, which no release ever had; nothing in it was changed, begin with an empty one.',
      })
    }
    expect(await content()).toEqual(before)
    expect(await readdir(parent)).toEqual(['data'])
  } finally {
    await database.drop()
  }
}, 120_000)
