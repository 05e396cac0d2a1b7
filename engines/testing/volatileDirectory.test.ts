import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { volatileDirectory } from './volatileDirectory.ts'

let memory: string
const made: string[] = []
beforeEach(async () => {
  memory = await mkdtemp(join(tmpdir(), 'packboard-memory-'))
})
afterEach(async () => {
  for (const directory of [memory, ...made.splice(0)]) {
    await rm(directory, { recursive: true, force: true })
  }
})

async function directoryFor(wantedBytes: number, given?: string, place = memory) {
  const directory = await volatileDirectory({ memory: place, wantedBytes, given })
  made.push(directory)
  return dirname(directory)
}

test('it is in memory where there is room, and beside other temporary files where there is none or TMPDIR is set', async () => {
  expect(await directoryFor(1)).toBe(memory)
  expect(await directoryFor(2 ** 60)).toBe(tmpdir())
  expect(await directoryFor(1, tmpdir())).toBe(tmpdir())
  expect(await directoryFor(1, undefined, join(memory, 'absent'))).toBe(tmpdir())
})

test('what a killed run left is removed; what belongs to a running one or is not ours stays', async () => {
  const ended = spawnSync(process.execPath, ['--version']).pid
  for (const name of [`packboard-test-${ended}-a`, `packboard-test-${process.ppid}-b`, 'other']) {
    await mkdir(join(memory, name))
  }
  await directoryFor(1)
  const left = await readdir(memory)
  expect(left.filter((name) => !name.includes(`-${process.pid}-`)).sort()).toEqual([
    'other',
    `packboard-test-${process.ppid}-b`,
  ])
})
