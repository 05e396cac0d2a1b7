import { grantClientScope } from '@packboard/model'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../ledger/anyRecords.ts'
import { minuteMs } from '../ledger/minute.ts'
import type { Telemetry } from '../store.ts'
import { raised, stored } from '../testing/arrivals.ts'
import { openTestTelemetry } from '../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../testing/records.ts'
import { anyCuts, anyFilter, storyMachines } from '../testing/storyMachines.ts'
import { commitBatch } from '../write.ts'
import { type ContextTotal, contextTotals } from './contextTotals.ts'
import { contextTotalsAsOf } from './contextTotalsAsOf.ts'
import { lateRecords } from './lateRecords.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)
const sorted = (totals: readonly ContextTotal[]) =>
  totals
    .filter(({ ms, packs, rejects }) => ms > 0 || packs > 0n || rejects)
    .map(({ machineId: _, rejects, packs, ...more }) =>
      JSON.stringify([more, String(packs), String(rejects ?? 0n)]),
    )
    .sort()

test('as of then is what a machine answers that has never got the rest', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anyAlarms,
      anyRule,
      anyCuts,
      anyFilter,
      fc.array(fc.boolean(), { minLength: 46, maxLength: 46 }),
      async (samples, alarms, rule, cuts, filter, isLate) => {
        const { own, second } = await newMachines(rule)
        const receivedUntil = new Date(cuts.at(-1)! + 5 * minuteMs)
        const later = receivedUntil.getTime() + 1
        // What came in time and lies after that moment would have come from the future.
        const inTime = (at: number, i: number) => !isLate[i] && at <= receivedUntil.getTime()
        const place = { clientId: 1, machineId: own }
        await commitBatch(
          telemetry,
          batchOf({
            samples: stored(place, samples).map((sample, i) =>
              inTime(sample.at, i) ? sample : { ...sample, receivedAt: later },
            ),
            alarms: raised(place, alarms).map((alarm, i) =>
              inTime(alarm.raisedAt, 45 - i) ? alarm : { ...alarm, receivedAt: later },
            ),
          }),
        )
        const twin = { clientId: 1, machineId: second }
        await commitBatch(
          telemetry,
          batchOf({
            samples: stored(twin, samples).filter(({ at }, i) => inTime(at, i)),
            alarms: raised(twin, alarms).filter(({ raisedAt }, i) => inTime(raisedAt, 45 - i)),
          }),
        )
        const period = { from: new Date(cuts[0]!), to: new Date(cuts.at(-1)!) }
        const asked = (machineId: number) => ({ machineIds: [machineId], period, filter })
        const asOf = await contextTotalsAsOf(telemetry, scope, { ...asked(own), receivedUntil })
        const alone = await contextTotals(telemetry, scope, asked(second))
        expect(sorted(asOf)).toEqual(sorted(alone))
      },
    ),
    { numRuns: 15, endOnFailure: true },
  )
}, 120_000)

test('late records are those that count and came after the time that was given to them', async () => {
  const at = (seconds: number) => morning + seconds * 1_000
  const sample = (seconds: number, receivedAt: number, more: object = {}) =>
    sampleOf({ machineId: 90_001, at: at(seconds), receivedAt: at(receivedAt), ...more })
  await commitBatch(
    telemetry,
    batchOf({
      samples: [
        sample(0, 1),
        sample(60, 1_000),
        sample(70, 420),
        sample(80, 421),
        sample(120, 2_000),
        sample(90, 3_000, { clientId: 2, machineId: 90_002 }),
      ],
    }),
  )
  await commitBatch(telemetry, batchOf({ samples: [sample(0, 900, { state: 5 })] }))
  const period = { from: new Date(at(0)), to: new Date(at(120)) }
  const onTimeUntil = new Date(at(420))
  const question = { machineIds: [90_001, 90_002], period, filter: {}, onTimeUntil }
  expect(await lateRecords(telemetry, scope, question)).toEqual({
    count: 3,
    firstReceivedAt: new Date(at(421)),
  })
  const asked = { ...question, onTimeUntil: new Date(at(5_000)) }
  expect(await lateRecords(telemetry, scope, asked)).toEqual({ count: 0, firstReceivedAt: null })
  const before = { ...question, receivedUntil: onTimeUntil }
  const [first] = await contextTotalsAsOf(telemetry, scope, before)
  expect(first).toMatchObject({ machineId: 90_001, category: 'run', ms: 120_000 })
})
