import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anySamples, storyMinutes, storyStart } from '../../../testing/anyRecords.ts'
import { anyArrival, stored } from '../../../testing/arrivals.ts'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { batchOf, sampleOf } from '../../../testing/records.ts'
import { verifyLedger } from '../../../testing/verifyLedger.ts'
import type { Committed } from '../../context.ts'
import type { Telemetry } from '../../store.ts'
import { commitBatch } from '../../write.ts'
import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteMs } from '../fold/minute.ts'
import { backfilled } from './backfilled.ts'
import { Backfills } from './backfills.ts'
import { readSamples } from './readRecords.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const propertyRuns = { deep: 150, daily: 12 }
const end = storyStart + storyMinutes * minuteMs
const place = { clientId: 1, machineId: 1 }
const neighbour = { clientId: 2, machineId: 2 }
let nextMachine = 3

const anyStretch = fc
  .tuple(
    fc.integer({ min: -1, max: storyMinutes }),
    fc.option(fc.integer({ min: 0, max: storyMinutes })),
  )
  .map(([from, to]) => ({
    from: storyStart + from * minuteMs,
    to: to === null ? null : storyStart + to * minuteMs,
    last: end,
  }))

const reported = (sample: LedgerSample) => [
  ...[sample.at, sample.sourceAt, sample.sequence, sample.death ?? false],
  ...[sample.state, sample.product, sample.tool, sample.user].map((value) => value ?? null),
  ...[sample.speedPpm, sample.packCounter, sample.batchCounter].map((value) => value ?? null),
  sample.rejectCounter ?? null,
]

test('what is cached, completed from the store, is what the store holds at every revision, of every stretch', async () => {
  const { context } = telemetry
  // Its own: what the ledger has computed meanwhile is not taken out of it.
  const backfills = new Backfills()
  backfills.holdFrom(1)
  const add = (committed: Committed) => backfills.add(committed)
  context.events.on('committed', add)
  let answeredFromMemory = 0
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anySamples,
      anyArrival,
      fc.array(anyStretch, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: -1, max: 2 }),
      async (samples, others, { batches }, windows, lost) => {
        const own = { clientId: 1, machineId: nextMachine++ }
        const other = { clientId: 2, machineId: nextMachine++ }
        const revisions: bigint[] = []
        for (let batch = 0; batch <= 4; batch++) {
          const now = (_: unknown, i: number) => batches[i] === batch
          // Another content of the same identity comes later: it takes the place of the first one (D7).
          const again = batch === 3 ? samples.slice(0, 5).map((one) => ({ ...one, state: 11 })) : []
          await commitBatch(
            telemetry,
            batchOf({
              samples: [
                ...stored(own, samples.filter(now)),
                ...stored(own, again),
                ...stored(other, others.filter(now)),
              ],
            }),
          )
          revisions.push(context.counters.revision)
          // As after a start: what came before it is not cached.
          if (batch === lost) backfills.forget()
        }
        for (const [i, window] of windows.entries()) {
          const revision = revisions[i % revisions.length] ?? 0n
          const stretches = [own, other].map((of) => ({ ...of, ...window }))
          const cached = await backfilled(context, stretches, revision, backfills)
          for (const [index, stretch] of stretches.entries()) {
            const found = cached[index]?.samples
            if (!found) continue
            answeredFromMemory += 1
            const fromStore = await readSamples(context, [stretch], revision)
            expect([...found].map(reported)).toEqual(
              (fromStore.get(stretch.machineId) ?? []).map(reported),
            )
            // A stretch may be folded twice.
            expect([...found]).toEqual([...found])
          }
        }
      },
    ),
    runsOfProperty(propertyRuns),
  )
  context.events.off('committed', add)
  expect(answeredFromMemory).toBeGreaterThan(0)
}, 120_000)

test('a back-fill is computed from memory, with the minutes that it shares with what was there', async () => {
  const { context } = telemetry
  await telemetry.settled()
  const { backfills } = context.records
  context.records.forget()
  backfills.holdFrom(100)
  const day = storyStart - 30 * 24 * 60 * minuteMs
  const history = (of: typeof place, from: number, count: number) =>
    Array.from({ length: count }, (_, i) =>
      sampleOf({ ...of, at: from + i * 10_000, speedPpm: i % 7, packCounter: i, product: 'Bar' }),
    )
  const questions = () => {
    const times = new Map(context.questions.times().map(({ name, count }) => [name, count]))
    return ['countsOfStretches', 'samplesOfMinutes', 'samplesOfStretches'].map(
      (name) => times.get(`ledger.${name}`) ?? 0,
    )
  }
  // It ends in the middle of a minute, and so does each of the next.
  await commitBatch(telemetry, batchOf({ samples: history(place, day, 99) }))
  await telemetry.settled()
  const before = questions()
  const samples = [
    ...history(place, day + 99 * 10_000, 500),
    ...history(neighbour, day + 99 * 10_000, 500),
  ]
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
  expect(questions().map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1, 0])
  expect((await verifyLedger(telemetry)).differences).toEqual([])
  // What is computed is no longer cached.
  const all = { ...place, from: day, to: null }
  expect(backfills.within(all, context.counters.revision)).toBeNull()
})

test('of the many that wait only the newest are cached', async () => {
  const backfills = telemetry.context.records.backfills
  backfills.holdFrom(500)
  const samplesFrom = (from: number) =>
    Array.from({ length: 300_000 }, (_, i) => sampleOf({ at: from + i }))
  backfills.add({ batch: 1n, samples: samplesFrom(0) })
  backfills.add({ batch: 2n, samples: samplesFrom(300_000) })
  const cached = backfills.within({ ...place, from: 0, to: null }, 2n)
  const counts = [...(cached?.counts.values() ?? [])]
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300_000)
  backfills.forget()
  expect(backfills.within({ ...place, from: 0, to: null }, 2n)).toBeNull()
})
