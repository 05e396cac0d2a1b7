// @slow

import {
  keepPreview,
  machinesOfClient,
  openRebuilds,
  ownerOfMachine,
  previewName,
  previewSettings,
  setMachineSettings,
} from '@packboard/management'
import { openTestManagement, type TestManagement } from '@packboard/management/testing'
import { grantClientScope, grantPanelScope } from '@packboard/model'
import { plannedTotals } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import {
  batchOf,
  createTestStore,
  sampleOf,
  type TestStore,
  verifyLedger,
} from '@packboard/telemetry/testing'
import { commitBatch, putMachineRules } from '@packboard/telemetry/write'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { floorDirectory } from '../startup/floorDirectory.ts'
import { applyChanges } from './applyChanges.ts'

const day = 86_400_000
const scope = grantClientScope(1)
const editor = { userId: 1, username: 'admin' }
const log = pino({ level: 'silent' })
const days = 40
const begin = Math.floor(Date.now() / day) * day - days * day
let opened: TestManagement
let store: TestStore
let telemetry: Telemetry
let stopDirectory: () => void
let machineId = 0

beforeAll(async () => {
  opened = await openTestManagement()
  store = await createTestStore()
  telemetry = await store.open()
  const { management } = opened
  const { stop } = await floorDirectory({
    ...{ management, externalBroker: false, log, now: Date.now },
    putRules: (rules) => putMachineRules(telemetry, rules),
  })
  stopDirectory = stop
  const machines = await machinesOfClient(management, scope)
  machineId = machines.find(({ serialNo }) => serialNo === 'FW-101')?.id ?? 0
  const samples = Array.from({ length: days * 48 }, (_, i) => {
    const at = begin + i * 1_800_000
    return sampleOf({ clientId: 1, machineId, at, state: i % 3 === 0 ? 18 : 10, packCounter: i })
  })
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
}, 60_000)
afterAll(async () => {
  stopDirectory?.()
  await telemetry?.close()
  await store?.remove()
  await opened?.close()
})

/** Ms in the category of each day. */
async function msOf(category: string) {
  const starts = Array.from({ length: days }, (_, index) => new Date(begin + index * day))
  const parts = await plannedTotals(telemetry, scope, {
    ...{ machineIds: [machineId], filter: {}, by: ['category'], starts, spans: new Map() },
    period: { from: new Date(begin), to: new Date(begin + days * day) },
  })
  return parts.map((totals) =>
    totals.reduce((sum, one) => (one.category === category ? sum + one.ms : sum), 0),
  )
}

test('what a stop leaves of a change of the past, the next start goes on with; before it figures are those of before', async () => {
  const { management } = opened
  const before = await msOf('ancillary')
  expect(before.some((ms) => ms > 0)).toBe(false)
  const panel = grantPanelScope({ reach: 'all' })
  const validFrom = `${new Date(begin - day).toISOString().slice(0, 10)} 00:00`
  const settings = [
    { kind: 'category', code: 18, value: 'ancillary', validFrom, reason: 'Cleaning' },
  ] as const
  const change = await previewSettings(management, ownerOfMachine(panel, machineId, { settings }))
  const previewId = previewName()
  const lastDay = new Date().toISOString().slice(0, 10)
  const rebuilds = [{ machineId, firstDay: new Date(begin).toISOString().slice(0, 10), lastDay }]
  await keepPreview(management, previewId, {
    ...{ userId: editor.userId, entriesHash: 'x', applyFrom: change.applyFrom, rebuilds },
    ...{ version: change.version, newestEntry: change.newestEntry },
  })
  const applied = { previewId, applyFrom: change.applyFrom, entriesHash: 'x' }
  await setMachineSettings(management, editor, panel, machineId, { settings }, applied)
  await telemetry.settled()
  // The rule holds from now on, and nothing of the past has moved.
  expect(await msOf('ancillary')).toEqual(before)

  const stopAfter = 15
  let seen = 0
  const ended = Promise.withResolvers<void>()
  const stopping: Telemetry = {
    ...telemetry,
    rebuildMinutes(window, by) {
      const ending = new AbortController()
      const signal = AbortSignal.any([by.signal, ending.signal])
      const onProgress: typeof by.onProgress = (step) => {
        seen += 1
        by.onProgress(step)
        if (seen === stopAfter) ending.abort(new Error('killed'))
      }
      return telemetry.rebuildMinutes(window, { signal, onProgress }).finally(ended.resolve)
    },
  }
  const first = applyChanges({ management, telemetry: stopping, log })
  await ended.promise
  await first()
  const half = await msOf('ancillary')
  expect(half.slice(0, stopAfter).every((ms) => ms > 0)).toBe(true)
  expect(half.slice(stopAfter + 1).some((ms) => ms > 0)).toBe(false)
  expect(await openRebuilds(management)).toHaveLength(1)

  let resumed: boolean | undefined
  const counting: Telemetry = {
    ...telemetry,
    async rebuildMinutes(window, by) {
      const rebuilt = await telemetry.rebuildMinutes(window, by)
      resumed = rebuilt.resumed
      expect(rebuilt.days).toBeLessThanOrEqual(days - stopAfter + 1)
      return rebuilt
    },
  }
  const second = applyChanges({ management, telemetry: counting, log })
  await expect.poll(() => openRebuilds(management), { timeout: 30_000 }).toEqual([])
  await second()
  expect(resumed).toBe(true)
  expect((await msOf('ancillary')).every((ms) => ms > 0)).toBe(true)
  expect((await verifyLedger(telemetry)).differences).toEqual([])
}, 60_000)
