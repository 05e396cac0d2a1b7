// @slow

import { grantClientScope, type StateCategory, stateTimesOf } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { LaterValues, MachineRule } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'
import { plannedTotals } from './contextTotals.ts'
import { firstRecords, movedFrom, totalsUnderRule } from './totalsUnderRule.ts'

const minute = 60_000
const day = 24 * 60 * minute
const midnight = morning - (morning % day)
const own = { clientId: 1, machineId: 11 }
const neighbour = { clientId: 2, machineId: 12 }
const scope = grantClientScope(own.clientId)
const by = ['machineId', 'state', 'category', 'product'] as const

let store: TestStore
let telemetry: Telemetry
beforeAll(async () => {
  store = await createTestStore()
  telemetry = await store.open()
  for (const place of [own, neighbour]) {
    await commitBatch(telemetry, batchOf({ samples: [...samplesOf(place)] }))
  }
  await settled()
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

const settled = async () => {
  await telemetry.settled()
  await telemetry.context.ledger.hoursSettled()
}

/** Four days: silences of up to four minutes, warnings in which packs go on, and times of states that say what filled gaps. */
function* samplesOf(place: typeof own) {
  let [at, packs] = [morning, 0]
  const times = new Map<number, number>()
  for (let index = 0; at < morning + 4 * day; index += 1) {
    const isLong = index % 41 === 0
    const step = isLong ? 240_000 : 35_000 + 10_000 * (index % 7)
    const state = [10, 10, 20, 18, 10, 13][index % 6] ?? 10
    if (state === 10 || state === 20) packs += 12
    yield sampleOf({
      ...{ ...place, at, state, product: index % 90 < 45 ? 'A' : 'B', packCounter: packs },
      ...(index % 41 < 2 && { stateTimes: stateTimesOf(times) }),
    })
    at += step
    times.set(state, (times.get(state) ?? 0) + step)
  }
}

const plain = { holdMs: 90_000, targetPpm: null, designPpm: null } as const
const values = (more: Partial<MachineRule> = {}) => ({
  ...plain,
  recipePpm: new Map<string, number>(),
  categories: {} as Partial<Record<number, StateCategory>>,
  ...more,
})
const from = midnight + day + 10 * 60 * minute
const rules: Record<string, { later: LaterValues[] }> = {
  'a shorter hold limit': { later: [{ from, ...values({ holdMs: 60_000 }) }] },
  'a longer one for a while': {
    later: [
      { from, ...values({ holdMs: 250_000 }) },
      { from: from + day, ...values() },
    ],
  },
  'another category': { later: [{ from, ...values({ categories: { 18: 'ancillary' } }) }] },
  'the target of a product under a warning': {
    later: [{ from, ...values({ recipePpm: new Map([['A', 4]]) }) }],
  },
}

const period = { from: new Date(midnight), to: new Date(midnight + 5 * day) }
const starts = [0, 1, 2, 3, 4].map((index) => new Date(midnight + index * day))
const inOrder = <Total extends object>(parts: readonly Total[][]) =>
  parts.map((totals) => totals.map((total) => ({ ...total })).sort(byText))
const byText = (a: object, b: object) => (textOf(a) < textOf(b) ? -1 : 1)
const textOf = (total: object) =>
  JSON.stringify(total, (_, value) => (typeof value === 'bigint' ? String(value) : value))

const stored = async () => {
  const question = { machineIds: [own.machineId], period, filter: {}, by, starts }
  return inOrder(await plannedTotals(telemetry, scope, { ...question, spans: new Map() }))
}

test.each(Object.entries(rules))(
  'under %s the totals of each day are those that the ledger comes to have',
  async (_, { later }) => {
    await putMachineRules(telemetry, [{ ...own, ...values() }])
    await settled()
    const before = await stored()
    const rule = { ...values(), later }
    const first = movedFrom(telemetry, scope, own.machineId, rule)
    expect(first).toBe(from)
    const steps: number[] = []
    const question = { machineId: own.machineId, rule, from: first ?? 0, period, starts, by }
    const { totals: foreseen } = await totalsUnderRule(telemetry, scope, {
      ...{ ...question, spans: new Map() },
      onProgress: (until) => steps.push(until),
    })
    // Nothing is stored.
    expect(await stored()).toEqual(before)
    expect(steps.at(-1)).toBe(period.to.getTime())
    await putMachineRules(telemetry, [{ ...own, ...rule }])
    await settled()
    const after = await stored()
    expect(after).not.toEqual(before)
    expect(after[0]).toEqual(before[0])
    // Sums of the day of the change are in two parts: before it and after it.
    const sums = (parts: readonly object[][]) => parts.map((totals) => addedUp(totals))
    expect(sums(inOrder(foreseen))).toEqual(sums(after))
  },
)

type AnyTotal = { ms: number; packs: bigint; rejects: bigint | null; stops: number }

function addedUp(totals: readonly object[]): Map<string, AnyTotal> {
  const found = new Map<string, AnyTotal>()
  for (const total of totals as readonly (AnyTotal & Record<string, unknown>)[]) {
    const { ms, packs, rejects, stops, ...context } = total
    const known = found.get(textOf(context))
    found.set(textOf(context), {
      ms: ms + (known?.ms ?? 0),
      packs: packs + (known?.packs ?? 0n),
      rejects: rejects === null ? (known?.rejects ?? null) : rejects + (known?.rejects ?? 0n),
      stops: stops + (known?.stops ?? 0),
    })
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('what a rebuild is to compute stays as it is until then, and what comes after it does not', async () => {
  await putMachineRules(telemetry, [{ ...own, ...values() }])
  await settled()
  const before = await stored()
  const rule = {
    ...values(),
    later: [{ from, ...values({ categories: { 10: 'idle' } as const }) }],
  }
  const until = midnight + 3 * day
  await putMachineRules(telemetry, [{ ...own, ...rule, rebuiltUntil: until }])
  await settled()
  const left = await stored()
  expect(left.slice(0, 3)).toEqual(before.slice(0, 3))
  expect(left.slice(3)).not.toEqual(before.slice(3))
  const window = { from: new Date(midnight + day), to: new Date(until), machineIds: [11] }
  const by = { signal: new AbortController().signal, onProgress: () => {} }
  await telemetry.rebuildMinutes(window, by)
  const rebuilt = await stored()
  expect(rebuilt[0]).toEqual(before[0])
  expect(rebuilt.slice(1, 3)).not.toEqual(before.slice(1, 3))
  expect(rebuilt.slice(3)).toEqual(left.slice(3))
})

test('the records of another client are none', async () => {
  const { machineId } = neighbour
  expect(movedFrom(telemetry, scope, machineId, values({ holdMs: 1_000 }))).toBeNull()
  const ids = [own.machineId, machineId]
  expect(await firstRecords(telemetry, scope, ids)).toEqual(
    new Map([[own.machineId, { oldest: morning, isFirst: true }]]),
  )
})
