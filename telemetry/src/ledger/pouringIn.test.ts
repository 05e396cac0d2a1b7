import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { verifyLedger } from '../../testing/verifyLedger.ts'
import {
  changedBefore,
  contextTotals,
  leavesOut,
  leavingOutBefore,
  machineNow,
  machineTotals,
  recoveredParts,
  revision,
  stops,
} from '../read.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'
import { defaultRule } from './fold/ledgerRule.ts'
import { minuteMs } from './fold/minute.ts'
import type { LedgerView } from './ledgerView.ts'

/** Records of weeks ago pour in while a live page is open: the ledger is busy with them for seconds or minutes. */

const scope = grantClientScope(1)
const daysAgo = (days: number) => morning - days * 86_400_000
let telemetry: Telemetry

beforeAll(async () => {
  telemetry = await openTestTelemetry({ now: () => morning + 5 * minuteMs })
}, 60_000)
afterAll(() => telemetry?.close())

/** Five minutes, a sample each second, of a machine and of one of the neighbour's. */
async function send(machineId: number, from: number, reported: object = {}) {
  const samples = Array.from({ length: 300 }, (_, second) => ({
    ...sampleOf({ machineId, at: from + second * 1_000, packCounter: second }),
    ...reported,
  }))
  const neighbours = samples.map((one) => ({ ...one, clientId: 2, machineId: machineId + 1_000 }))
  await commitBatch(telemetry, batchOf({ samples: [...samples, ...neighbours] }))
}

/** Keeps the ledger from computing until it is let go. */
function hold(): { letGo(): Promise<void> } {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const held = telemetry.context.ledger.rewrite(99, () => gate)
  return {
    async letGo() {
      open()
      await held
    },
  }
}

test('a live page is answered with what there is, and learns that older figures changed', async () => {
  await send(1, morning)
  await telemetry.settled()
  const period = { from: new Date(morning), to: new Date(morning + 5 * minuteMs) }
  const question = { machineIds: [1], period }
  const exact = await machineTotals(telemetry, scope, question)

  const held = hold()
  for (const days of [1, 2, 20]) await send(1, daysAgo(days))
  const seen = await revision(telemetry, { machineIds: [1], from: period.from })
  const live = { machineIds: [1], leavesOutBefore: period.from }
  expect(await machineTotals(telemetry, scope, { ...live, period })).toEqual(exact)
  const [moment] = await machineNow(telemetry, scope, { ...live, at: period.to })
  expect(moment).toMatchObject({ machineId: 1, state: 10 })

  // A question about those days waits for them.
  let answered = false
  const whole = { machineIds: [1], period: { ...period, from: new Date(daysAgo(21)) } }
  const waiting = machineTotals(telemetry, scope, { ...whole, leavesOutBefore: period.from }).then(
    (one) => {
      answered = true
      return one
    },
  )
  expect(await machineTotals(telemetry, scope, { ...live, period })).toEqual(exact)
  expect(answered).toBe(false)
  await held.letGo()
  expect((await waiting)[0]?.samples).toBe(4 * 300)

  await telemetry.settled()
  const after = { machineIds: [1], revision: seen, before: period.from }
  expect(await changedBefore(telemetry, scope, after)).toBe(true)
  expect(await revision(telemetry, { machineIds: [1], from: period.from })).toBe(
    await revision(telemetry),
  )
}, 20_000)

test('a question of many queries leaves them out as a whole; its windows of before wait', async () => {
  const machineIds = [4]
  await send(4, morning)
  await telemetry.settled()
  const period = { from: new Date(morning), to: new Date(morning + 5 * minuteMs) }
  const window = { machineIds, period, filter: {} }
  const all = () =>
    Promise.all([
      contextTotals(telemetry, scope, window),
      stops(telemetry, scope, window),
      recoveredParts(telemetry, scope, window),
      machineNow(telemetry, scope, { machineIds, at: period.to }),
    ])
  const exact = await all()
  expect(leavesOut(telemetry, { machineIds, from: period.from })).toBe(false)

  const held = hold()
  for (const days of [1, 20]) await send(4, daysAgo(days))
  expect(leavesOut(telemetry, { machineIds, from: period.from })).toBe(true)
  expect(await leavingOutBefore(period.from, all)).toEqual(exact)
  let answered = false
  const month = { ...window, period: { ...period, from: new Date(daysAgo(21)) } }
  const waiting = leavingOutBefore(period.from, () => contextTotals(telemetry, scope, month)).then(
    (found) => {
      answered = true
      return found
    },
  )
  expect(await leavingOutBefore(period.from, all)).toEqual(exact)
  expect(answered).toBe(false)
  await held.letGo()
  expect((await waiting).reduce((sum, { packs }) => sum + packs, 0n)).toBeGreaterThan(0n)
  await telemetry.settled()
  expect(leavesOut(telemetry, { machineIds, from: period.from })).toBe(false)
}, 20_000)

test('today is right while the month before it, in one piece with it, is still being computed', async () => {
  const machineIds = [5]
  // No two of these are so far apart that they are computed by themselves.
  const count = 30 * 240 + 1
  const all = Array.from({ length: count }, (_, one) =>
    sampleOf({ machineId: 5, at: daysAgo(30) + one * 6 * minuteMs, packCounter: one }),
  )
  await commitBatch(telemetry, batchOf({ samples: all }))
  const period = { from: new Date(morning), to: new Date(morning + 5 * minuteMs) }
  const window = { machineIds, period, filter: {} }
  const live = () => leavingOutBefore(period.from, () => contextTotals(telemetry, scope, window))
  const first = await live()
  expect(leavesOut(telemetry, { machineIds, from: period.from })).toBe(true)
  expect(first.reduce((sum, { packs }) => sum + packs, 0n)).toBe(1_000_000_000n)

  // A question about the month waits for all of it.
  const month = { ...window, period: { ...period, from: new Date(daysAgo(31)) } }
  const whole = await contextTotals(telemetry, scope, month)
  expect(leavesOut(telemetry, { machineIds, from: period.from })).toBe(false)
  expect(whole.reduce((sum, { packs }) => sum + packs, 0n)).toBe(BigInt(count - 1) * 1_000_000_000n)
  expect(await live()).toEqual(first)
  const { differences } = await verifyLedger(telemetry)
  expect(differences).toEqual([])
}, 60_000)

test('a window that ends in the future waits for nothing that a reader computes itself', async () => {
  await send(7, morning - 30 * minuteMs)
  await telemetry.settled()
  const held = hold()
  await send(7, morning)
  const window = (to: number) => ({
    machineIds: [7],
    period: { from: new Date(morning), to: new Date(to) },
  })
  const shift = await machineTotals(telemetry, scope, window(morning + 8 * 60 * minuteMs))
  expect(shift).toMatchObject([{ samples: 300 }])
  await held.letGo()
}, 20_000)

test('records of the last two hours are never left out', async () => {
  await send(2, morning)
  await telemetry.settled()
  const held = hold()
  await send(2, morning - 100 * minuteMs)
  const period = { from: new Date(morning), to: new Date(morning + 5 * minuteMs) }
  const live = { machineIds: [2], leavesOutBefore: period.from }
  expect(await revision(telemetry, { machineIds: [2], from: period.from })).toBe(
    await revision(telemetry),
  )
  const [totals] = await machineTotals(telemetry, scope, { ...live, period })
  // With its first counter that of 100 minutes before, the first sample of the window adds packs.
  expect(totals).toMatchObject({ samples: 300 })
  await held.letGo()
  await telemetry.settled()
  expect(await machineTotals(telemetry, scope, { ...live, period })).toEqual([totals])
}, 20_000)

test('readers that wait share one computation, which has all that was durable when they came', async () => {
  await send(3, morning)
  await telemetry.settled()
  const ledger = telemetry.context.ledger
  const read = (then: () => Promise<unknown> = async () => undefined) =>
    ledger.read([3], morning + 5 * minuteMs, async (view: LedgerView) => {
      await then()
      return { revision: view.revision, holdMs: view.ruleOf(3).holdMs }
    })
  const held = hold()
  await send(3, daysAgo(3))
  const durable = await revision(telemetry)
  const first = read(() => send(3, daysAgo(4)))
  const second = read()
  await held.letGo()
  expect([(await first).revision, (await second).revision]).toEqual([durable, durable])
  // One that comes now has the fourth day, too.
  expect((await read()).revision).toBeGreaterThan(durable)

  // Another rule is no new record: what was computed by the earlier one is not shared.
  const heldAgain = hold()
  await send(3, daysAgo(5))
  const before = await revision(telemetry)
  const rule = { ...defaultRule, clientId: 1, machineId: 3, holdMs: 30_000 }
  const later = Promise.withResolvers<ReturnType<typeof read>>()
  const third = read(async () => {
    await putMachineRules(telemetry, [rule])
    await send(3, daysAgo(6))
    later.resolve(read())
  })
  await heldAgain.letGo()
  expect((await third).revision).toBe(before)
  const fourth = await later.promise
  expect(fourth).toMatchObject({ holdMs: 30_000 })
  expect(fourth.revision).toBeGreaterThan(before)
}, 20_000)
