import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../../testing/anyRecords.ts'
import { raised, stored } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf } from '../../testing/records.ts'
import { anyCuts, anyFilter, storyMachines } from '../../testing/storyMachines.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { type ContextTotal, contextTotals, contextTotalsAsOf } from './contextTotals.ts'
import { modeSpans, modeSpansAsOf } from './modeSpans.ts'
import { runsAsOf } from './runsIn.ts'

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
    .map(({ state, category, product, tool, causeGroup, cause, ms, stops, packs, rejects }) =>
      JSON.stringify([
        ...[state, category, product, tool, causeGroup, cause, ms, stops],
        ...[String(packs), String(rejects ?? 0n)],
      ]),
    )
    .sort()

const msOf = (spans: readonly { from: number; to: number }[]) =>
  spans.reduce((ms, { from, to }) => ms + to - from, 0)
const runMs = (totals: readonly ContextTotal[]) =>
  totals.reduce((ms, total) => ms + (total.category === 'run' ? total.ms : 0), 0)

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
        const requested = (machineId: number) => ({ machineIds: [machineId], period, filter })
        const asOf = await contextTotalsAsOf(telemetry, scope, { ...requested(own), receivedUntil })
        const alone = await contextTotals(telemetry, scope, requested(second))
        expect(sorted(asOf)).toEqual(sorted(alone))

        const then = { machineIds: [own], period, receivedUntil }
        const modes = await modeSpans(telemetry, scope, { machineIds: [second], period })
        const modesThen = await modeSpansAsOf(telemetry, scope, then)
        expect(modesThen.get(own)).toEqual(modes.get(second))
        const runs = await runsAsOf(telemetry, scope, then)
        const unfiltered = await contextTotals(telemetry, scope, {
          ...requested(second),
          filter: {},
        })
        expect(msOf(runs)).toBe(runMs(unfiltered))

        const neighbour = grantClientScope(2)
        expect((await modeSpansAsOf(telemetry, neighbour, then)).size).toBe(0)
        expect(await runsAsOf(telemetry, neighbour, then)).toEqual([])
      },
    ),
    { ...runsOfProperty({ deep: 15, daily: 5 }), endOnFailure: true },
  )
}, 120_000)
