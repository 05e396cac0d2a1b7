import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { storedRows } from '../../testing/verifyLedger.ts'
import type { StoredAlarm, StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { minuteMs } from './fold/minute.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const dayMs = 24 * 60 * minuteMs
const days = 3
let nextMachine = 1

/** What a sample says; what it leaves out stays as it was before, so that a late one may change what follows for days. */
type Said = {
  readonly offset: number
  readonly state: number | undefined
  readonly product: string | undefined
  readonly packs: number | undefined
  /** Of ten one ends the machine's session: the rows up to its next sample are gone. */
  readonly dies: number
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const said = (offset: fc.Arbitrary<number>) =>
  fc.record<Said>({
    offset,
    state: maybe(fc.constantFrom(10, 4, 5, 12)),
    product: maybe(fc.constantFrom('Bars', 'Bags')),
    packs: maybe(fc.integer({ min: 0, max: 5_000 })),
    dies: fc.integer({ min: 0, max: 9 }),
  })
const anyTime = fc.integer({ min: 0, max: days * dayMs })
/** Regular ones, with hours in between in which the machine is silent. */
const regular = fc
  .array(said(fc.integer({ min: 20_000, max: 80_000 })), { minLength: 200, maxLength: 400 })
  .chain((list) =>
    fc.array(fc.integer({ min: 0, max: list.length - 1 }), { maxLength: 6 }).map((silences) => {
      let at = 0
      return list.map((one, index) => {
        at += one.offset + (silences.includes(index) ? 5 * 60 * minuteMs : 0)
        return { ...one, offset: at }
      })
    }),
  )
const late = fc.array(said(anyTime), { minLength: 5, maxLength: 60 })
const alarms = fc.array(anyTime, { maxLength: 20 })

function samplesOf(machineId: number, clientId: number, list: readonly Said[]): StoredSample[] {
  return list.map(({ offset, state, product, packs, dies }) => {
    const { state: _, ...sample } = sampleOf({ clientId, machineId, at: morning + offset })
    if (dies === 0) return { ...sample, death: true }
    return {
      ...sample,
      ...(state !== undefined && { state }),
      ...(product !== undefined && { product }),
      ...(packs !== undefined && { packCounter: packs }),
    }
  })
}

const alarmsOf = (machineId: number, clientId: number, offsets: readonly number[]): StoredAlarm[] =>
  offsets.map((offset) => alarmOf({ clientId, machineId, raisedAt: morning + offset }))

async function rowsOf(clientId: number, machineId: number) {
  const rows = await storedRows(telemetry.context, { clientId, machineId })
  return [...rows]
}

/** Reads of the records of rounds until now. */
const rounds = () =>
  telemetry
    .questions()
    .times()
    .find(({ name }) => name === 'ledger.samplesOfStretches')?.count ?? 0

test('late records of days, in many parts of one round, give the ledger of one sorted load, to the last digit', async () => {
  await fc.assert(
    fc.asyncProperty(
      regular,
      late,
      alarms,
      fc.boolean(),
      async (before, after, raised, remembered) => {
        const [machineId, sorted] = [nextMachine++, nextMachine++]
        const byTime = <One extends { readonly offset: number }>(list: readonly One[]) =>
          list.toSorted((a, b) => a.offset - b.offset)
        // One sample for each instant: which of two is the newer one is another test's question.
        const taken = new Set(before.map(({ offset }) => offset))
        const own = after.filter(({ offset }) => !taken.has(offset) && taken.add(offset))
        await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, byTime(before)) }))
        await telemetry.settled()
        if (!remembered) telemetry.context.records.forget()
        // The second half meets rows that the first one has removed.
        const half = Math.floor(own.length / 2)
        for (const part of [own.slice(0, half), own.slice(half)]) {
          await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, part) }))
          await telemetry.settled()
        }
        await commitBatch(telemetry, batchOf({ alarms: alarmsOf(machineId, 1, raised) }))
        await commitBatch(
          telemetry,
          batchOf({
            samples: samplesOf(sorted, 2, byTime([...before, ...own])),
            alarms: alarmsOf(sorted, 2, raised),
          }),
        )
        await telemetry.settled()
        expect(await rowsOf(1, machineId)).toEqual(await rowsOf(2, sorted))
      },
    ),
    runsOfProperty({ deep: 40, daily: 4 }),
  )
}, 600_000)

test('rows that a late record has removed are not there for the next one', async () => {
  const [machineId, sorted] = [nextMachine++, nextMachine++]
  telemetry.context.records.forget()
  const said = (offset: number, dies = 9): Said => {
    return { offset, state: 10, product: 'Bars', packs: undefined, dies }
  }
  const before = Array.from({ length: 20 }, (_, i) => ({ ...said(i * 30_000), packs: i }))
  // Its hold limit has passed the minutes after it, until it is known that the session ended.
  const death = said(570_001, 0)
  // It says nothing of itself but its counter: the product is that of the samples before.
  const next = { ...said(12 * minuteMs), state: undefined, product: undefined, packs: 50 }
  // So many that the rows around the late ones are no longer remembered.
  const last = Array.from({ length: 100 }, (_, i) => said(20 * minuteMs + i * 30_000))
  for (const part of [[...before, ...last], [death], [next]]) {
    await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, part) }))
    await telemetry.settled()
  }
  const all = [...before, death, next, ...last]
  await commitBatch(telemetry, batchOf({ samples: samplesOf(sorted, 2, all) }))
  await telemetry.settled()
  expect(await rowsOf(1, machineId)).toEqual(await rowsOf(2, sorted))
})

test('late records of a day, each of which changes the ten minutes that follow it, take a few rounds', async () => {
  const [machineId, sorted] = [nextMachine++, nextMachine++]
  const said = (minute: number, state?: number): Said => {
    return { offset: minute * minuteMs, state, product: undefined, packs: undefined, dies: 9 }
  }
  const spacing = 30
  const regular = Array.from({ length: 24 * 60 }, (_, minute) =>
    said(minute, { 10: 10, 15: 5 }[minute % spacing]),
  )
  await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, regular) }))
  await telemetry.settled()
  const before = rounds()
  const late = Array.from({ length: 48 }, (_, one) => said(one * spacing + 0.5, 4))
  await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, late) }))
  await telemetry.settled()
  expect(rounds()).toBeGreaterThan(before)
  expect(rounds() - before).toBeLessThan(10)
  const all = [...regular, ...late]
  await commitBatch(telemetry, batchOf({ samples: samplesOf(sorted, 2, all) }))
  await telemetry.settled()
  expect(await rowsOf(1, machineId)).toEqual(await rowsOf(2, sorted))
})

/** Their records are further apart than what is one stretch of a machine. */
const tenMinutes = 10 * minuteMs
const each = (spacing: number, count: number, state?: number) =>
  Array.from({ length: count }, (_, one): Said => {
    const cycle = [10, 10, 5, 12]
    const offset = one * spacing
    return { offset, state: state ?? cycle[one % 4], product: undefined, packs: one, dies: 9 }
  })

const sparse = [
  { name: 'ten minutes apart', list: each(tenMinutes, 60 * 144) },
  { name: 'a day apart', list: each(dayMs, 730) },
]

test.each(sparse)(
  'the history of a new machine with records $name takes a few rounds',
  async ({ list }) => {
    const [machineId, sorted] = [nextMachine++, nextMachine++]
    const begin = rounds()
    await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, list.slice(0, 400)) }))
    await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, list.slice(400)) }))
    await telemetry.settled()
    expect(rounds()).toBeGreaterThan(begin)
    expect(rounds() - begin).toBeLessThan(30)
    for (let first = 0; first < list.length; first += 100) {
      const part = list.slice(first, first + 100)
      await commitBatch(telemetry, batchOf({ samples: samplesOf(sorted, 2, part) }))
      await telemetry.settled()
    }
    expect(await rowsOf(1, machineId)).toEqual(await rowsOf(2, sorted))
  },
)

test('history before what a machine sends now, ten minutes apart, takes a few rounds', async () => {
  const [machineId, sorted] = [nextMachine++, nextMachine++]
  const history = each(tenMinutes, 30 * 144)
  const now = each(1_000, 3_600).map((one) => ({ ...one, offset: 40 * dayMs + one.offset }))
  await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, now) }))
  await telemetry.settled()
  const begin = rounds()
  await commitBatch(telemetry, batchOf({ samples: samplesOf(machineId, 1, history) }))
  await telemetry.settled()
  expect(rounds() - begin).toBeLessThan(30)
  await commitBatch(telemetry, batchOf({ samples: samplesOf(sorted, 2, [...history, ...now]) }))
  await telemetry.settled()
  expect(await rowsOf(1, machineId)).toEqual(await rowsOf(2, sorted))
})
