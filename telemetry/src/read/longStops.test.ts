// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../../testing/anyRecords.ts'
import { anyArrival, arrive } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { anyCuts, storyMachines } from '../../testing/storyMachines.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { longStops } from './longStops.ts'
import { stops } from './stops.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

type Question = Omit<Parameters<typeof longStops>[2], 'leastMs'>

/** The definition: of all stops those with so much observed time. */
async function fromStops(question: Question, leastMs: number) {
  const all = await stops(telemetry, scope, { ...question, filter: {} })
  return all
    .filter(({ observedMs }) => observedMs >= leastMs)
    .map(({ machineId, from, to, ranUntil, runAgain, cause, causeGroup, ...stop }) => ({
      ...{ machineId, cause, causeGroup, observedMs: stop.observedMs },
      ...{ from: from.getTime(), to: to.getTime() },
      ...{ ranUntil: ranUntil?.getTime() ?? null, runAgain: runAgain?.getTime() ?? null },
      ...(stop.firstState !== null && { firstState: stop.firstState }),
    }))
    .toSorted((a, b) => a.machineId - b.machineId || a.from - b.from)
}

async function shown(question: Question, leastMs: number) {
  const found = await longStops(telemetry, scope, { ...question, leastMs })
  for (const { from, to, pieces } of found) {
    expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([from, to])
    for (const [index, piece] of pieces.entries()) {
      expect(piece.from).toBeGreaterThanOrEqual(pieces[index - 1]?.to ?? from)
      expect(piece.ms).toBeLessThanOrEqual(piece.to - piece.from)
    }
  }
  return found.map(({ pieces, ...stop }) => ({
    ...stop,
    observedMs: pieces.reduce((sum, { ms }) => sum + ms, 0),
  }))
}

test('long stops are those of all stops with so much observed time, in any window, settled or not', async () => {
  const anyLeast = fc.oneof(
    fc.constantFrom(0, 1, 2 * minuteMs, 2 * minuteMs + 1),
    fc.integer({ min: 0, max: 8 * minuteMs }),
  )
  await fc.assert(
    fc.asyncProperty(
      ...[anySamples, anyAlarms, anyRule, anyArrival, anyCuts, anyLeast],
      async (samples, alarms, rule, how, cuts, leastMs) => {
        const { own, second, other } = await newMachines(rule)
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        await arrive(telemetry, { clientId: 1, machineId: second }, samples.slice(0, 9), [], how)
        await arrive(telemetry, { clientId: 2, machineId: other }, samples, alarms, how)
        const period = { from: new Date(cuts[0]!), to: new Date(cuts.at(-1)!) }
        const question = { machineIds: [own, second, other], period }
        const compare = async () => {
          const expected = await fromStops(question, leastMs)
          const found = await shown(question, leastMs)
          expect(found.map(({ machineId }) => machineId)).not.toContain(other)
          expect(found).toMatchObject(expected)
          expect(found).toHaveLength(expected.length)
        }
        await compare()
        await telemetry.settled()
        await compare()
      },
    ),
    { ...runsOfProperty({ deep: 40, daily: 3 }), endOnFailure: true },
  )
}, 240_000)

test('of a day with many short stops only the long one comes, with the runs beside it; a silence is no time of it', async () => {
  const machineId = 93_001
  const at = (seconds: number) => morning + seconds * 1_000
  // Two seconds of each minute stand; from minute 10 to 20 it stands, and is silent for four of these minutes.
  const samples = Array.from({ length: 60 * 30 }, (_, n) => n * 2).flatMap((second) => {
    const minute = Math.floor(second / 60)
    if (minute >= 13 && minute < 17) return []
    const stands = (minute >= 10 && minute < 20) || second % 60 === 30
    return [sampleOf({ machineId, at: at(second), state: stands ? 5 : 10 })]
  })
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
  const question = {
    machineIds: [machineId],
    period: { from: new Date(at(0)), to: new Date(at(3_600)) },
  }
  const [stop, ...others] = await shown(question, 5 * minuteMs)
  expect(others).toEqual([])
  expect(stop).toMatchObject({
    from: at(600),
    to: at(1_200),
    ranUntil: at(600),
    runAgain: at(1_200),
  })
  expect(stop).toMatchObject({ firstState: 5, cause: 'Stopped' })
  expect(stop?.observedMs).toBeLessThan(8 * minuteMs)
  expect(await shown(question, stop!.observedMs)).toHaveLength(1)
  expect(await shown(question, stop!.observedMs + 1)).toEqual([])
  expect((await shown(question, 0)).length).toBe(51)
})
