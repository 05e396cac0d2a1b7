// @slow

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UnreleasedData } from '@packboard/model'
import { schemaOfStore, storeBeforeSteps } from '@packboard/telemetry/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { childEnvironment } from '../../testing/processes.ts'
import { readConfig } from '../config.ts'
import { limitsInForce } from '../monitoring/nearLimits.ts'
import { createLog } from '../program/log.ts'
import { openStores } from '../startup/openStores.ts'
import { copyBeforeUpgrade, copyDays, forgetUpgradeCopy, upgradeCopy } from './copyBeforeUpgrade.ts'
import { filesToCopy, roomOf } from './copyFiles.ts'
import { planUpgrade } from './planUpgrade.ts'
import { knownSchemas, notedSchemas, noteSchemas } from './schemas.ts'

const now = Date.parse('2026-11-24T10:00:00Z')
const dayMs = 86_400_000

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-upgrade-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

/** Lines of a log, by their messages. */
function logged() {
  const said: string[] = []
  const note = (_fields: object, message: string) => void said.push(message)
  return { said, log: { info: note, warn: note } }
}

async function startOnce() {
  const config = readConfig({ PACKBOARD_DATA: dataDir })
  const closers: (() => Promise<void> | void)[] = []
  const limits = limitsInForce(config.limits)
  try {
    await openStores({ config, log: createLog('silent'), now: () => now, limits, closers })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

test('before the first step both stores are copied, once; the copy is what an earlier version opens', async () => {
  await storeBeforeSteps(dataDir)
  await startOnce()
  expect(await notedSchemas(dataDir)).toEqual(knownSchemas)
  const copy = await upgradeCopy(dataDir)
  expect(copy).toMatchObject({ madeAt: '2026-11-24T10:00:00.000Z', found: null })
  expect(await schemaOfStore(dataDir)).toBe(knownSchemas.telemetry)
  // Parts are second names of the same files; what the engine writes again is a file of its own.
  const store = join(copy?.folder ?? '', 'telemetry', 'clickhouse', 'store')
  const links = await Promise.all(
    (await readdir(store, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => [name, (await stat(join(parentPath, name))).nlink]),
  )
  const linked = new Set(links.filter(([, count]) => Number(count) > 1).map(([name]) => name))
  expect([...linked]).toContain('columns.txt')
  expect([...linked].filter((name) => String(name).startsWith('mutation_'))).toEqual([])
  expect(await schemaOfStore(copy?.folder ?? '')).toBe(0)

  expect((await planUpgrade(dataDir)).does).toBe('nothing')
  await startOnce()
  expect(await readdir(join(dataDir, 'before-upgrade'))).toHaveLength(1)
}, 120_000)

test('a copy that was cut off is made again; where there is no room for one the log says so', async () => {
  await mkdir(join(dataDir, 'management'))
  await writeFile(join(dataDir, 'management', 'users'), 'everybody')
  await mkdir(join(dataDir, 'before-upgrade', '.unfinished', 'management'), { recursive: true })
  const tight = logged()
  await copyBeforeUpgrade(dataDir, tight.log, now, async () => ({ freeBytes: 9, totalBytes: 9 }))
  expect(tight.said).toEqual([
    'There is no room for a copy of the stores before the upgrade; it goes on without one',
  ])
  expect(await upgradeCopy(dataDir)).toBeUndefined()
  const roomy = logged()
  await copyBeforeUpgrade(dataDir, roomy.log, now)
  expect(roomy.said).toEqual(['The stores were copied before the upgrade'])
  const copy = await upgradeCopy(dataDir)
  expect(await readdir(join(dataDir, 'before-upgrade'))).toEqual(['2026-11-24T100000.000Z'])
  expect(await readdir(join(copy?.folder ?? '', 'management'))).toEqual(['users'])

  // The next one takes its place.
  await copyBeforeUpgrade(dataDir, roomy.log, now + dayMs)
  expect(await readdir(join(dataDir, 'before-upgrade'))).toEqual(['2026-11-25T100000.000Z'])
  await forgetUpgradeCopy(dataDir, now + copyDays * dayMs)
  expect(await upgradeCopy(dataDir)).toBeDefined()
  await forgetUpgradeCopy(dataDir, now + (copyDays + 2) * dayMs)
  expect(await readdir(dataDir)).toEqual(['management'])
})

test('of stores that are open, what goes meanwhile is left out of the room; a copy of them is refused', async () => {
  const parts = [1, 2].map((block) => join(dataDir, 'telemetry', `all_${block}_${block}_0`))
  const goingFrom = async (files: ReturnType<typeof filesToCopy>) => {
    for (const part of parts) await mkdir(part, { recursive: true })
    // The folder of the store, then its first part; the second one goes.
    for (const _ of parts) await files.next()
    for (const part of parts) await rm(part, { recursive: true })
    return roomOf(files)
  }
  expect(await goingFrom(filesToCopy(dataDir, { open: true }))).toEqual({ files: 0, bytes: 0 })
  await expect(goingFrom(filesToCopy(dataDir))).rejects.toThrow('ENOENT')
  async function* gone() {
    yield { path: join(dataDir, 'gone'), how: 'copy' as const }
  }
  expect(await roomOf(gone())).toEqual({ files: 0, bytes: 0 })
})

test('an empty data directory, one that is up to date and a newer one are not copied', async () => {
  const { said, log } = logged()
  await copyBeforeUpgrade(dataDir, log, now)
  await mkdir(join(dataDir, 'telemetry'))
  await noteSchemas(dataDir)
  await copyBeforeUpgrade(dataDir, log, now)
  await noteSchemas(dataDir, { ...knownSchemas, management: knownSchemas.management + 1 })
  expect((await planUpgrade(dataDir)).does).toBe('newer')
  await copyBeforeUpgrade(dataDir, log, now)
  expect(said).toEqual([])
})

test('packboard upgrade --check says what a start will do, and changes nothing', async () => {
  await mkdir(join(dataDir, 'management'))
  await writeFile(join(dataDir, 'management', 'users'), 'everybody')
  await noteSchemas(dataDir, { telemetry: knownSchemas.telemetry - 1, management: 0 })
  const { code, output } = await check()
  expect(code).toBe(0)
  expect(output).toContain(
    `schema ${knownSchemas.telemetry - 1} of the records, 0 of the management`,
  )
  expect(output).toMatch(
    /A start takes 1 step of the records \(\d+ [\w -]+\) and \d+ steps? of the man/,
  )
  expect(output).toMatch(/copies both stores into .*before-upgrade \(1 kB in 1 files/)
  expect(output).toContain(
    `an earlier version does not open the stores (exit code 6): it would misread rows of a schema that it does not know (${knownSchemas.telemetry} of the records, 1 of the management data`,
  )
  expect((await readdir(dataDir)).sort()).toEqual(['management', 'schemas.json'])

  const plan = z
    .object({
      ...{ does: z.string(), earlierOpens: z.boolean() },
      steps: z.object({ telemetry: z.array(z.object({ version: z.number() })) }),
    })
    .parse(JSON.parse((await check('--json')).output))
  expect(plan).toEqual({
    ...{ does: 'upgrade', earlierOpens: false },
    ...{ steps: { telemetry: [{ version: knownSchemas.telemetry }] } },
  })
  await noteSchemas(dataDir, { ...knownSchemas, telemetry: knownSchemas.telemetry + 1 })
  const newer = await check()
  expect(newer.code).toBe(6)
  expect(newer.output).toContain('They are newer: this Packboard does not start on them.')
  await noteSchemas(dataDir)
  const same = await check()
  expect(same.code).toBe(0)
  expect(same.output).toContain('the version that used them last opens them afterwards, too')
}, 60_000)

test('a data directory of before the baseline is refused before an engine runs, and nothing in it is changed', async () => {
  await mkdir(join(dataDir, 'management'))
  await writeFile(join(dataDir, 'management', 'users'), 'everybody')
  await writeFile(join(dataDir, 'schemas.json'), '{"telemetry":16,"management":32}\n')
  const content = () =>
    Promise.all(
      ['schemas.json', 'management/users'].map((name) => readFile(join(dataDir, name), 'utf8')),
    )
  const before = [await readdir(dataDir, { recursive: true }), await content()]
  const sentence = `The data directory ${dataDir} was written by a Packboard with schema 16 of the records and 32 of the management data, which no release ever had; nothing in it was changed, set PACKBOARD_DATA to an empty one.`
  const starting = startOnce()
  await expect(starting).rejects.toThrow(UnreleasedData)
  await expect(starting).rejects.toThrow(sentence)
  expect(await check()).toEqual({ code: 6, output: '', error: `packboard: ${sentence}\n` })
  expect([await readdir(dataDir, { recursive: true }), await content()]).toEqual(before)
}, 60_000)

async function check(...more: string[]) {
  const file = fileURLToPath(new URL('../command.ts', import.meta.url))
  const child = execFile(process.execPath, [file, 'upgrade', '--check', ...more], {
    env: { ...childEnvironment(), PACKBOARD_DATA: dataDir },
  })
  let [output, error] = ['', '']
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    error += text
  })
  const [code] = await once(child, 'close')
  return { code, output, error }
}
