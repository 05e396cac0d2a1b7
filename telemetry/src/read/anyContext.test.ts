// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anyAlarms,
  anyRule,
  anySamples,
  storyMinutes,
  storyStart,
} from '../../testing/anyRecords.ts'
import { anyArrival, arrive } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { TraceSink } from '../../testing/traceSink.ts'
import { emptyCarry } from '../ledger/fold/carry.ts'
import {
  bySampleOrder,
  type LedgerAlarm,
  type LedgerSample,
  orderedAlarms,
} from '../ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../ledger/fold/ledgerRule.ts'
import { MachineFold } from '../ledger/fold/machineFold.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import { labelOf } from '../ledger/fold/stops.ts'
import { alarmGroupCounts, alarmMarkers, stateEntries } from '../read.ts'
import type { Telemetry } from '../store.ts'
import { putMachineRules } from '../write.ts'
import { type ContextFilter, isFiltered, matches } from './contextFilter.ts'

const scope = grantClientScope(1)
let nextMachine = 1
let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
})
afterAll(() => telemetry?.close())

const storyEnd = storyStart + storyMinutes * minuteMs
const anyContext: fc.Arbitrary<ContextFilter> = fc.record({
  product: fc.constantFrom(undefined, undefined, 'A', 'B', ''),
  tool: fc.constantFrom(undefined, undefined, 'T1', ''),
  state: fc.constantFrom(undefined, undefined, 10, 19),
  causeGroup: fc.constantFrom(undefined, undefined, 'Film', 'Jaws', ''),
})
const anyWindow = fc
  .tuple(
    fc.integer({ min: -90_000, max: storyMinutes * minuteMs }),
    fc.integer({ min: 1, max: 900_000 }),
  )
  .map(([from, ms]) => ({ from: storyStart + from, to: storyStart + from + ms }))

/** What the answers must be: the whole life of the machine in one fold, and every part looked at. */
function slowly(
  rule: LedgerRule,
  samples: readonly LedgerSample[],
  raised: readonly LedgerAlarm[],
  { from, to }: { from: number; to: number },
  filter: ContextFilter,
) {
  const alarms = orderedAlarms(raised)
  const sink = new TraceSink()
  const fold = new MachineFold(rule, emptyCarry(), storyStart - 10 * minuteMs, alarms, sink)
  for (const sample of samples.toSorted(bySampleOrder)) fold.apply(sample)
  fold.advance(storyEnd + 60 * minuteMs)
  fold.settle()
  const parts = sink.parts.map((part) => {
    const label = part.stop && labelOf(part.stop.cause, part.stop.firstState)
    return { ...part, causeGroup: label?.group ?? '' }
  })
  const partAt = (at: number) => parts.find((part) => part.from <= at && at < part.to)
  const speedAt = (at: number) => (partAt(at)?.speed ?? 0) / 1e6

  const { causeGroup, ...context } = filter
  const kept = alarms.filter(({ raisedAt, group }) => {
    const part = partAt(raisedAt)
    const fits = !isFiltered(context) || (part !== undefined && matches(context, part))
    const inWindow = raisedAt >= from && raisedAt < to
    return inWindow && fits && (causeGroup === undefined || causeGroup === group)
  })
  const counts: Record<string, number> = {}
  for (const { group } of kept) counts[group] = (counts[group] ?? 0) + 1
  const entries = parts.filter((part, i) => {
    const before = parts[i - 1]
    const goesOn = before?.to === part.from && before.state === part.state
    return (
      part.state === 19 && !goesOn && part.from >= from && part.from < to && matches(filter, part)
    )
  })
  return {
    counts,
    markers: kept.map((alarm) => ({ ...alarm, speed: speedAt(alarm.raisedAt) })),
    entries: entries.map((part) => ({ at: part.from, speedBefore: speedAt(part.from - 1) })),
  }
}

async function answered(
  machineId: number,
  window: { from: number; to: number },
  filter: ContextFilter,
) {
  const period = { from: new Date(window.from), to: new Date(window.to) }
  const question = { machineIds: [machineId], period, filter }
  const counts = await alarmGroupCounts(telemetry, scope, question)
  const markers = await alarmMarkers(telemetry, scope, question)
  const entries = await stateEntries(telemetry, scope, { ...question, state: 19 })
  return {
    counts: Object.fromEntries(counts.map(({ group, count }) => [group, count])),
    markers: markers.map(({ at, group, description, speed }) => {
      return { raisedAt: at.getTime(), group, description, speed }
    }),
    entries: entries.map(({ at, speedBefore }) => ({ at: at.getTime(), speedBefore })),
  }
}

test('any machine, window and filter: the same answers as one slow fold, with and without rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRule,
      anySamples,
      anyAlarms,
      anyArrival,
      fc.array(fc.tuple(anyWindow, anyContext), { minLength: 4, maxLength: 4 }),
      async (rule, samples, alarms, arrival, questions) => {
        const [machineId, neighbour] = [nextMachine++, nextMachine++]
        const places = [
          { clientId: 1, machineId },
          { clientId: 2, machineId: neighbour },
        ]
        await putMachineRules(
          telemetry,
          places.map((place) => ({ ...place, ...rule })),
        )
        for (const place of places) await arrive(telemetry, place, samples, alarms, arrival)
        const expected = questions.map(([window, filter]) => {
          return slowly(rule, samples, alarms, window, filter)
        })
        for (const [i, [window, filter]] of questions.entries()) {
          expect(await answered(machineId, window, filter)).toEqual(expected[i])
        }
        await telemetry.settled()
        for (const [i, [window, filter]] of questions.entries()) {
          expect(await answered(machineId, window, filter)).toEqual(expected[i])
        }
      },
    ),
    { ...runsOfProperty({ deep: 10, daily: 3 }), endOnFailure: true },
  )
}, 390_000)
