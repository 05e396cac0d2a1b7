// @slow

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { machineDirectory, managementOwner } from '@packboard/management'
import { atDepth } from '@packboard/model/testing'
import { storedSamples, verifyLedger } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  busyMachines,
  figuresOf,
  freshDirectory,
  keepBusy,
  type OwnServer,
  openOwnServer,
} from '../../testing/busyInstallation.ts'
import { restoreBackup } from './restoreBackup.ts'
import { takeBackup } from './takeBackup.ts'

// Long enough ago that the time of the records, some 250 s in each second, does not overtake the clock (D9).
const begin = Math.floor(Date.now() / 60_000) * 60_000 - 72 * 3_600_000
const key = 'the key of this test, long enough'
const silent = { info() {}, warn() {}, error() {} }

let folder: Awaited<ReturnType<typeof freshDirectory>>
let source: OwnServer
let load: ReturnType<typeof keepBusy>

beforeAll(async () => {
  folder = await freshDirectory('backup')
  source = await openOwnServer(join(folder.path, 'source'))
  const { accessToken } = await source.signIn('admin')
  load = keepBusy(source, begin, accessToken)
  await vi.waitUntil(() => load.records() > 1_500, { timeout: 60_000 })
}, 120_000)

afterAll(async () => {
  await load?.stop()
  await source?.stop()
  await folder?.remove()
})

test.each(Array.from({ length: atDepth({ deep: 20, daily: 2 }) }, (_, turn) => turn))(
  'backup %d under load: restored elsewhere, it holds all that was acknowledged before, both stores agree, and figures are equal',
  async (turn) => {
    const backups = join(folder.path, 'backups')
    const made = await takeBackup({ ...source.deps, dataDir: source.dataDir }, order(backups, turn))
    const before = load.before(made.instant.getTime())
    await sleep(300)
    expect(made.pausedMs).toBeLessThan(1_000)

    const to = join(folder.path, `restored-${turn}`)
    const restored = await restoreBackup({ from: backups, to, key: keyOf(turn), log: silent })
    expect(restored.manifest.instant).toBe(made.instant.toISOString())
    const target = await openOwnServer(to)
    try {
      const there = await storedSamples(target.deps.telemetry)
      const name = ({ machineId, time }: { machineId: number; time: number }) =>
        `${machineId} ${time}`
      const found = new Set(there.map(name))
      expect(found.size).toBe(there.length)
      const machines = (await machineDirectory(target.deps.management)).machines()
      for (const serialNo of busyMachines) {
        const id = machines.find((machine) => machine.serialNo === serialNo)?.id ?? 0
        const newest = before.newest.get(serialNo) ?? 0
        for (let time = begin; time <= newest; time += 1_000) {
          if (!found.has(`${id} ${time}`)) expect.fail(`${serialNo} ${time} is missing`)
        }
      }
      // One instant: of all commits of the source exactly those up to one number.
      const last = there.reduce((most, { batch }) => (batch > most ? batch : most), 0n)
      const upTo = (await storedSamples(source.deps.telemetry)).filter(({ batch }) => batch <= last)
      expect(upTo.map(name).sort()).toEqual([...found].sort())

      const limits = (await machineDirectory(target.deps.management)).limits()
      expect(limits.deviceMegabytesPerDay).toBeGreaterThanOrEqual(1_000 + before.changes)
      expect((await managementOwner(target.deps.management)).id).toBe(
        restored.manifest.installation,
      )
      expect(target.deps.telemetry.damage()).toEqual([])
      expect((await verifyLedger(target.deps.telemetry)).differences).toEqual([])

      const until = Math.floor((Math.min(...before.newest.values()) - 120_000) / 60_000) * 60_000
      await source.deps.telemetry.settled()
      const figures = await figuresOf(source, begin, until)
      expect(figures[0]?.packs).toBeGreaterThan(0)
      expect(await figuresOf(target, begin, until)).toEqual(figures)
    } finally {
      await target.stop()
    }
  },
  120_000,
)

test('while it was backed up, no record and no change was refused', async () => {
  expect(await load.stop()).toEqual([])
})

/** Each second one is encrypted, and so begins a chain of its own. */
const keyOf = (turn: number) => (turn % 2 === 1 ? key : undefined)
const order = (backups: string, turn: number) => ({ folder: backups, key: keyOf(turn) })
