import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, auditOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { CachedTimes } from './cachedTimes.ts'

let telemetry: Telemetry
const neighbour = { clientId: 2, machineId: 7 }
const minuteMs = 60_000

beforeAll(async () => {
  telemetry = await openTestTelemetry({ now: () => morning })
  const at = morning + minuteMs - 1
  await commitBatch(
    telemetry,
    batchOf({
      samples: [sampleOf({ ...neighbour, at })],
      alarms: [alarmOf({ ...neighbour, raisedAt: at })],
      audits: [auditOf({ ...neighbour, at })],
    }),
  )
}, 60_000)
afterAll(() => telemetry?.close())

test('of a minute that holds records, what comes after the newest of them is no repeat', async () => {
  const machine = { clientId: 1, machineId: 20 }
  const at = morning + 30_000
  await commitBatch(
    telemetry,
    batchOf({
      samples: [sampleOf({ ...machine, at: at - 10 }), sampleOf({ ...machine, at })],
      alarms: [alarmOf({ ...machine, raisedAt: at })],
      audits: [auditOf({ ...machine, at })],
    }),
  )
  for (const table of ['sample', 'alarm', 'audit'] as const) {
    const held = new CachedTimes(telemetry.context, table)
    await held.learn([{ ...machine, time: at }])
    const may = (offset: number) => held.mayHold({ ...machine, time: at + offset })
    expect([-20, 0, 1, minuteMs].map(may), table).toEqual([true, true, false, false])
    held.add({ ...machine, time: at + 5 })
    held.add({ ...machine, time: at + 3 })
    expect([5, 6].map(may), table).toEqual([true, false])
  }
})

const propertyRuns = { deep: 150, daily: 12 }
let nextMachine = 100
/** Three minutes of one machine, with times that come close together and again. */
const anyTime = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 4 }))
const anyCalls = fc.array(
  fc.array(fc.record({ time: anyTime, state: fc.constantFrom(5, 10) }), { maxLength: 4 }),
  { minLength: 1, maxLength: 8 },
)

test('late records are new, changed or repeated as a list of all that came says, in whatever order and calls', async () => {
  await fc.assert(
    fc.asyncProperty(anyCalls, async (calls) => {
      const machine = { clientId: 1, machineId: nextMachine++ }
      // Everything that follows is older than this.
      await commitBatch(telemetry, batchOf({ samples: [sampleOf({ ...machine, at: morning })] }))
      const came = new Map<number, Set<number>>()
      for (const call of calls) {
        const wanted = { accepted: 0, duplicate: 0, conflicting: 0 }
        const samples = call.map(({ time: [minute, second], state }) => {
          const at = morning - (10 - minute) * minuteMs + second * 1_000
          const states = came.get(at) ?? new Set()
          if (states.has(state)) wanted.duplicate += 1
          else {
            wanted.accepted += 1
            if (states.size > 0) wanted.conflicting += 1
          }
          came.set(at, states.add(state))
          return sampleOf({ ...machine, at, state })
        })
        const [counts] = await commitBatch(telemetry, batchOf({ samples }))
        const { accepted = 0, duplicate = 0, conflicting = 0 } = counts ?? {}
        expect({ accepted, duplicate, conflicting }).toEqual(wanted)
      }
    }),
    runsOfProperty(propertyRuns),
  )
})
