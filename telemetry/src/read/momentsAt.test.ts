import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyRule } from '../../testing/anyRecords.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { withoutMemory } from '../../testing/withoutHours.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'
import { momentsAt } from './momentsAt.ts'

let telemetry: Telemetry
let nextMachine = 1
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const minutes = 12
const instant = fc
  .integer({ min: -30, max: minutes * 60 })
  .map((second) => morning + second * 1_000)
const anySample = fc.record({
  at: instant,
  state: fc.constantFrom(10, 5, 2),
  speedPpm: fc.constantFrom(0, 60, 90),
  product: fc.constantFrom('A', 'B'),
  packCounter: fc.nat(9),
})
/** What comes in at once, in no order. */
const anyBatch = fc.array(anySample, { minLength: 8, maxLength: 30, size: 'max' })

/** What a machine and that of a neighbour were doing. */
function ask(machineIds: readonly number[], at: readonly number[]) {
  const instants = machineIds.flatMap((machineId) => at.map((one) => ({ machineId, at: one })))
  const to = Math.max(...at) + 2 * minuteMs
  return telemetry.context.ledger.read(machineIds, to, async (view) => {
    const question = { clientId: 1, instants, named: false }
    const momentAt = await momentsAt(telemetry.context, view, question)
    return instants.map(momentAt)
  })
}

test('moments that were asked for before are those of the store, whatever arrives between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyBatch, { minLength: 2, maxLength: 3 }),
      fc.tuple(anyRule, anyRule),
      fc.array(instant, { minLength: 20, maxLength: 20 }),
      fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
      async (batches, [rule, laterRule], at, settles) => {
        const [machineId, other] = [nextMachine++, nextMachine++]
        const put = (one: typeof rule) =>
          putMachineRules(telemetry, [
            { clientId: 1, machineId, ...one },
            { clientId: 2, machineId: other, ...one },
          ])
        await put(rule)
        const same = async () => {
          if (settles) await telemetry.settled()
          const first = await ask([machineId, other], at)
          expect(await ask([machineId, other], at)).toEqual(first)
          expect(await withoutMemory(() => ask([machineId, other], at))).toEqual(first)
          expect(first.slice(at.length)).toEqual(at.map(() => null))
        }
        for (const samples of batches) {
          const all = samples.flatMap((sample) => [
            sampleOf({ clientId: 1, machineId, ...sample }),
            sampleOf({ clientId: 2, machineId: other, ...sample }),
          ])
          await commitBatch(telemetry, batchOf({ samples: all }))
          await same()
        }
        await put(laterRule)
        await same()
      },
    ),
    runsOfProperty({ deep: 60, daily: 6 }),
  )
}, 120_000)
