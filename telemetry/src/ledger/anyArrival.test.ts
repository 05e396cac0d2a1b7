// @slow

import { grantClientScope } from '@packboard/model'
import { atDepth, runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anyAlarms,
  anyRule,
  anySamples,
  storyMinutes,
  storyStart,
} from '../../testing/anyRecords.ts'
import { anyArrival, arrive, raised, stored } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf } from '../../testing/records.ts'
import { type SlowSums, slowLedger } from '../../testing/slowLedger.ts'
import { slowMode } from '../../testing/slowModes.ts'
import { storedRows, verifyLedger } from '../../testing/verifyLedger.ts'
import { withoutMemory } from '../../testing/withoutHours.ts'
import { exactTotals, machineTotals } from '../read/machineTotals.ts'
import { modeSpans } from '../read/modeSpans.ts'
import { speedSeries } from '../read/speedSteps.ts'
import { stateStrip } from '../read/stateStrip.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'
import { type LedgerRule, ruleAt } from './fold/ledgerRule.ts'
import { minuteMs } from './fold/minute.ts'
import { recentMs } from './ledgerRounds.ts'

const arrivalRuns = { deep: 6, daily: 4 }
const windowRuns = { deep: 6, daily: 3 }

let telemetry: Telemetry
/** What is recent begins here (`recentMs`): after all stories, at first. */
let recentFrom = storyStart + 60 * minuteMs
beforeAll(async () => {
  telemetry = await openTestTelemetry({ now: () => recentFrom + recentMs })
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const neighbour = grantClientScope(2)
let nextMachine = 1

/** New machines with one rule: [0] is looked at, [1] is its twin, [2] belongs to the neighbour. */
async function newMachines(rule: LedgerRule): Promise<[number, number, number]> {
  const ids: [number, number, number] = [nextMachine++, nextMachine++, nextMachine++]
  await putMachineRules(
    telemetry,
    ids.map((machineId, i) => ({ clientId: i === 2 ? 2 : 1, machineId, ...rule })),
  )
  return ids
}

/** Records of these stories are read from the store from here on; before, they are cached (`RecordCache`). */
const readFromStore = () => telemetry.context.records.forget()

/** The same, but of each commit all samples are cached until they are computed (`Backfills`). */
const heldFromCommit = () => {
  readFromStore()
  telemetry.context.records.backfills.holdFrom(1)
}

/** A part of a story is recent, and computed before the rest of it. */
const recentInPart = () => {
  recentFrom = storyStart + (storyMinutes / 2) * minuteMs
}

test.each([
  ['remembered', () => {}],
  ['read from the store', readFromStore],
  ['held since their commits', heldFromCommit],
  ['the newest first', recentInPart],
])(
  'any order of arrival and any batching give the ledger of one sorted load, to the last digit: %s',
  async (_, begin) => {
    begin()
    await fc.assert(
      fc.asyncProperty(
        anySamples,
        anyAlarms,
        anyRule,
        anyArrival,
        async (samples, alarms, rule, how) => {
          const [any, sorted, other] = await newMachines(rule)
          const byTime = samples.toSorted((a, b) => a.at - b.at)
          for (const [clientId, machineId] of [
            [1, sorted],
            [2, other],
          ] as const) {
            const place = { clientId, machineId }
            const batch = { samples: stored(place, byTime), alarms: raised(place, alarms) }
            await commitBatch(telemetry, batchOf(batch))
          }
          await arrive(telemetry, { clientId: 1, machineId: any }, samples, alarms, how)
          await telemetry.settled()
          const rows = await storedRows(telemetry.context, { clientId: 1, machineId: any })
          expect(rows).toEqual(
            await storedRows(telemetry.context, { clientId: 1, machineId: sorted }),
          )
          expect(rows).toEqual(
            await storedRows(telemetry.context, { clientId: 2, machineId: other }),
          )
        },
      ),
      runsOfProperty(arrivalRuns),
    )
    const check = await verifyLedger(telemetry)
    expect(check.differences).toEqual([])
    expect(check.minutes).toBeGreaterThan(atDepth(arrivalRuns))
  },
  120_000,
)

const length = (storyMinutes + 4) * minuteMs
const instant = fc.oneof(
  fc.integer({ min: -minuteMs, max: length }),
  fc.integer({ min: -1, max: storyMinutes + 4 }).map((minute) => minute * minuteMs),
)
const anyCuts = fc
  .uniqueArray(instant, { minLength: 3, maxLength: 6 })
  .map((cuts) => cuts.sort((a, b) => a - b).map((cut) => storyStart + cut))

test.each([
  ['remembered', (work: () => Promise<void>) => work()],
  ['read from the store', withoutMemory],
])(
  'windows partition time, add up and agree with a slow second opinion, settled or not: %s',
  async (_, read) => {
    await fc.assert(
      fc.asyncProperty(
        anySamples,
        anyAlarms,
        anyRule,
        anyArrival,
        anyCuts,
        (samples, alarms, rule, how, cuts) =>
          read(async () => {
            const [machineId, , other] = await newMachines(rule)
            await commitBatch(
              telemetry,
              batchOf({ samples: stored({ clientId: 2, machineId: other }, samples) }),
            )
            await arrive(telemetry, { clientId: 1, machineId }, samples, alarms, how)
            const ask = (from: number, to: number) => {
              const period = { from: new Date(from), to: new Date(to) }
              return { machineIds: [machineId, other], period }
            }
            const whole = ask(cuts[0]!, cuts.at(-1)!)
            const all = (await exactTotals(telemetry, scope, whole)).get(machineId)
            const parts = await Promise.all(
              cuts.slice(1).map((to, i) => exactTotals(telemetry, scope, ask(cuts[i]!, to))),
            )
            const sum = { packs: 0n, speedSum: 0n, samples: 0, run: 0, idle: 0 }
            for (const part of parts) {
              const own = part.get(machineId)
              expect(part.get(other)?.samples ?? 0).toBe(0)
              if (own === undefined) continue
              sum.packs += own.packs
              sum.speedSum += own.speedSum
              sum.samples += own.samples
              sum.run += own.times.run
              sum.idle += own.times.idle
            }
            expect(sum).toEqual({
              packs: all?.packs ?? 0n,
              speedSum: all?.speedSum ?? 0n,
              samples: all?.samples ?? 0,
              run: all?.times.run ?? 0,
              idle: all?.times.idle ?? 0,
            })

            const slow = slowLedger(samples, alarms, rule, { from: cuts[0]!, to: cuts.at(-1)! })
            const slowSum = (pick: (sums: SlowSums) => bigint) =>
              [...slow.values()].reduce((total, sums) => total + pick(sums), 0n)
            const slowTime = (category: string) =>
              [...slow].reduce(
                (ms, [key, sums]) => ms + (key.split('|')[2] === category ? sums.ms : 0),
                0,
              )
            expect(all?.packs ?? 0n).toBe(slowSum((sums) => sums.packs))
            expect(all?.rejects ?? 0n).toBe(slowSum((sums) => sums.rejects))
            expect(all?.speedSum ?? 0n).toBe(slowSum((sums) => sums.speed))

            const [totals] = await machineTotals(telemetry, scope, whole)
            const { run, alarm, idle, ancillary, unknown, offline } = totals!
            for (const [name, ms] of Object.entries({ run, alarm, idle, ancillary, unknown })) {
              expect([name, ms]).toEqual([name, slowTime(name)])
            }
            expect(run + alarm + idle + ancillary + unknown + offline).toBe(cuts.at(-1)! - cuts[0]!)

            const strip = await stateStrip(telemetry, scope, whole)
            const inStrip = strip.reduce(
              (ms, { from, to }) => ms + to.getTime() - from.getTime(),
              0,
            )
            expect(inStrip).toBe(run + alarm + idle + ancillary + unknown)
            for (const [i, part] of strip.entries()) {
              const last = strip[i - 1]
              if (last === undefined) continue
              const joins = last.to.getTime() === part.from.getTime()
              expect(last.to <= part.from && !(joins && last.state === part.state)).toBe(true)
            }
            const modes = (await modeSpans(telemetry, scope, whole)).get(machineId) ?? []
            const edges = [cuts[0]!, ...modes.flatMap(({ from, to }) => [from, to]), cuts.at(-1)!]
            const reported = samples.map(({ at }) => at)
            const holdMs = (at: number) => ruleAt(rule, at).holdMs
            for (const at of [...edges, ...reported, ...reported.map((one) => one + holdMs(one))]) {
              for (const near of [at - 1, at]) {
                if (near < cuts[0]! || near >= cuts.at(-1)!) continue
                const mode = modes.find(({ from, to }) => from <= near && near < to)?.mode ?? ''
                expect([near, mode]).toEqual([near, slowMode(samples, holdMs, near)])
              }
            }
            for (const [i, { from, mode }] of modes.entries()) {
              const last = modes[i - 1]
              expect(last === undefined || last.to < from || last.mode !== mode).toBe(true)
            }
            expect((await modeSpans(telemetry, neighbour, whole)).get(machineId)).toBeUndefined()
            const speeds = await speedSeries(telemetry, scope, { ...whole, stepSeconds: 300 })
            expect(speeds.length > 0).toBe((totals?.speedMs ?? 0) > 0)
            const asNeighbour = { ...whole, machineIds: [machineId] }
            const [unseen] = await machineTotals(telemetry, neighbour, asNeighbour)
            expect(unseen).toMatchObject({ samples: 0, packs: 0, offline: cuts.at(-1)! - cuts[0]! })
          }),
      ),
      runsOfProperty(windowRuns),
    )
  },
  120_000,
)
