// @slow

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { atDepth, partOf } from '@packboard/model/testing'
import { storedSamples } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand, startCommand } from '../../testing/backupCommand.ts'
import { freshDirectory, openOwnServer } from '../../testing/busyInstallation.ts'
import { factory } from '../../testing/factory.ts'
import { holders } from '../../testing/processes.ts'
import { unfinishedMark } from './restoreBackup.ts'

let folder: Awaited<ReturnType<typeof freshDirectory>>
let source: string
let backups: string
let records = 0

beforeAll(async () => {
  folder = await freshDirectory('kill')
  source = join(folder.path, 'source')
  backups = join(folder.path, 'backups')
  const server = await openOwnServer(source)
  for (const serialNo of ['FW-101', 'FW-511']) {
    const samples = Array.from({ length: 600 }, (_, second) =>
      factory
        .at(Date.now() - 3_600_000 + second * 1_000)
        .sample(serialNo, { state: 10, packs: second }),
    )
    expect((await server.send(serialNo, samples)).status).toBe(200)
  }
  await server.deps.telemetry.settled()
  records = (await storedSamples(server.deps.telemetry)).length
  await server.stop()
  const made = await runCommand(['backup', backups], { PACKBOARD_DATA: source })
  expect(made).toMatchObject({ code: 0 })
}, 120_000)

afterAll(() => folder?.remove())

/** A step, and how many of its kind come before it. */
type Point = { readonly step: string; readonly after: number }
const at = (step: string, after = 0): Point => ({ step, after })
const ofBackup = [at('begun'), at('held'), at('part', 1), at('management'), at('files')]
const ofRestore = [at('begun'), at('part', 2), at('files'), at('management'), at('synced')]
const some = (points: readonly Point[]) =>
  partOf(points, atDepth({ deep: points.length, daily: 1 }))

async function killedAt(args: readonly string[], { step, after }: Point) {
  let seen = 0
  const { ended } = startCommand(args, { PACKBOARD_DATA: source }, (progress, child) => {
    if (progress.step !== step) return
    seen += 1
    if (seen > after) child.kill('SIGKILL')
  })
  const outcome = await ended
  // Their engines end with them.
  await expect.poll(() => holders(folder.path), { timeout: 30_000 }).toEqual([])
  return outcome
}

test.each(some(ofBackup))(
  'a backup that is killed at $step leaves the source whole, and nothing that is taken for a backup',
  async (point) => {
    const before = readdirSync(backups).filter((name) => name.startsWith('packboard-'))
    expect((await killedAt(['backup', backups], point)).signal).toBe('SIGKILL')
    expect(readdirSync(backups).filter((name) => name.startsWith('packboard-'))).toEqual(before)

    const checked = await runCommand(['check', '--json'], { PACKBOARD_DATA: source })
    expect(checked, checked.err).toMatchObject({ code: 0 })
    expect(JSON.parse(checked.out)).toMatchObject({ faults: [] })
    const next = await runCommand(['backup', backups, '--json'], { PACKBOARD_DATA: source })
    expect(next, next.err).toMatchObject({ code: 0 })
    expect(JSON.parse(next.out).records).toBeGreaterThanOrEqual(records)
    expect(readdirSync(backups).filter((name) => name.startsWith('.'))).toEqual([])
    expect(existsSync(join(source, 'telemetry', 'held-for-backup'))).toBe(false)
  },
  120_000,
)

test.each(some(ofRestore))(
  'a restore that is killed at $step leaves a data directory that is refused',
  async (point) => {
    const to = join(folder.path, `killed-${point.step}`)
    expect((await killedAt(['restore', backups, to], point)).signal).toBe('SIGKILL')
    expect(existsSync(join(to, unfinishedMark))).toBe(true)
    await expect(openOwnServer(to)).rejects.toThrow('was not restored to its end')
    const status = await runCommand(['status'], { PACKBOARD_DATA: to })
    expect(status.code).toBe(10)
    const again = await runCommand(['restore', backups, to], { PACKBOARD_DATA: source })
    expect(again.code).toBe(11)
    expect(again.err).toContain('delete it and restore the backup again')
  },
  120_000,
)
