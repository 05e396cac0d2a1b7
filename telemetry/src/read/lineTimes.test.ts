// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../../testing/anyRecords.ts'
import { anyArrival, arrive } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { anyCuts, storyMachines } from '../../testing/storyMachines.ts'
import type { Telemetry } from '../store.ts'
import { lineTimes } from './lineTimes.ts'
import { stops } from './stops.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

test('stops are those of the stop list, and their time without gaps is what was observed, in any window, settled or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...[anySamples, anyAlarms, anyRule, anyArrival, anyCuts],
      async (samples, alarms, rule, how, cuts) => {
        const { own, second, other } = await newMachines(rule)
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        await arrive(telemetry, { clientId: 1, machineId: second }, samples.slice(0, 9), [], how)
        await arrive(telemetry, { clientId: 2, machineId: other }, samples, alarms, how)
        const period = { from: new Date(cuts[0]!), to: new Date(cuts.at(-1)!) }
        const question = { machineIds: [own, second, other], period }
        const compare = async () => {
          const listed = await stops(telemetry, scope, { ...question, filter: {} })
          const found = await lineTimes(telemetry, scope, question)
          const shown = found.flatMap(({ stops: own, gaps }) =>
            own.map(({ machineId, from, to, group, cause, state, isBeginKnown }) => {
              const silent = gaps.map((gap) => Math.min(gap.to, to) - Math.max(gap.from, from))
              return {
                ...{ machineId, from, to, group, cause, state, isBeginKnown },
                observedMs: to - from - silent.reduce((sum, ms) => sum + Math.max(0, ms), 0),
              }
            }),
          )
          const expected = listed.map((stop) => ({
            ...{ machineId: stop.machineId, from: stop.from.getTime(), to: stop.to.getTime() },
            ...{ group: stop.causeGroup, cause: stop.cause, state: stop.firstState },
            isBeginKnown: stop.ranUntil?.getTime() === stop.from.getTime(),
            observedMs: stop.observedMs,
          }))
          expect(shown).toEqual(
            expected.toSorted((a, b) => a.machineId - b.machineId || a.from - b.from),
          )
          expect(found.find(({ machineId }) => machineId === other)).toMatchObject({
            stops: [],
            gaps: [{ from: cuts[0], to: cuts.at(-1) }],
          })
        }
        await compare()
        await telemetry.settled()
        await compare()
      },
    ),
    { ...runsOfProperty({ deep: 40, daily: 3 }), endOnFailure: true },
  )
}, 240_000)
