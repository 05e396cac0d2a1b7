// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anySamples, storyMinutes, storyStart } from '../../../testing/anyRecords.ts'
import { anyArrival, raised, stored } from '../../../testing/arrivals.ts'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { batchOf } from '../../../testing/records.ts'
import { verifyLedger } from '../../../testing/verifyLedger.ts'
import { changedBefore } from '../../read/revision.ts'
import type { Telemetry } from '../../store.ts'
import { commitBatch } from '../../write.ts'
import { byAlarmOrder, type LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteMs } from '../fold/minute.ts'
import type { MachineStretch } from './machinePlace.ts'
import { readAlarms, readSamples } from './readRecords.ts'
import { RecordCache } from './recordCache.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

/** Of machines that nothing was stored of yet. */
const fromNow = () => ({
  from: Number.NEGATIVE_INFINITY,
  revision: telemetry.context.counters.revision,
})

const propertyRuns = { deep: 25, daily: 8 }
const end = storyStart + storyMinutes * minuteMs
let nextMachine = 1

const samplesOf = (stretch: MachineStretch, revision: bigint) => {
  const known = telemetry.context.records.samples(stretch, revision)
  return known && [...known.samples]
}

const anyWindow = fc
  .tuple(
    fc.integer({ min: -1, max: storyMinutes }),
    fc.option(fc.integer({ min: 0, max: storyMinutes })),
  )
  .map(([from, to]) => ({
    from: storyStart + from * minuteMs,
    to: to === null ? null : storyStart + to * minuteMs,
  }))

test('what is cached is what the store holds, at every revision, of every stretch', async () => {
  const { context } = telemetry
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anySamples,
      anyAlarms,
      anyArrival,
      fc.array(anyWindow, { minLength: 6, maxLength: 6 }),
      async (samples, others, alarms, { batches }, windows) => {
        context.records.begin(fromNow(), [])
        const own = { clientId: 1, machineId: nextMachine++ }
        const neighbour = { clientId: 2, machineId: nextMachine++ }
        const revisions: bigint[] = []
        for (let batch = 0; batch <= 4; batch++) {
          const now = (_: unknown, i: number) => batches[i] === batch
          await commitBatch(
            telemetry,
            batchOf({
              samples: [
                ...stored(own, samples.filter(now)),
                // Another content of the same identity comes later: it takes the place of the first one (D7).
                ...(batch === 3
                  ? stored(
                      own,
                      samples.slice(0, 5).map((one) => ({ ...one, state: 11 })),
                    )
                  : []),
                ...stored(neighbour, others.filter(now)),
              ],
              alarms: [
                ...raised(own, alarms.filter(now)),
                ...raised(neighbour, alarms.filter(now)),
              ],
            }),
          )
          revisions.push(context.counters.revision)
        }
        const questions = windows.flatMap((window, i) =>
          [own, neighbour].map((place) => ({
            stretch: { ...place, ...window },
            revision: revisions[i % revisions.length] ?? 0n,
          })),
        )
        const cached = questions.map(({ stretch, revision }) => ({
          samples: samplesOf(stretch, revision),
          alarms: context.records.alarms(stretch, revision),
        }))
        const instants = [storyStart, storyStart + 4 * minuteMs, end, end + 100_000]
        const changes = revisions.flatMap((revision) =>
          instants.map((at) => ({
            ...{ revision, before: new Date(at), machineIds: [own.machineId, neighbour.machineId] },
          })),
        )
        const scope = grantClientScope(1)
        const changed = await Promise.all(
          changes.map((question) => changedBefore(telemetry, scope, question)),
        )
        context.records.forget()
        expect(changed).toEqual(
          await Promise.all(changes.map((question) => changedBefore(telemetry, scope, question))),
        )
        for (const [i, { stretch, revision }] of questions.entries()) {
          const { machineId } = stretch
          const fromStore = (await readSamples(context, [stretch], revision)).get(machineId)
          expect(cached[i]?.samples?.map(reported)).toEqual(fromStore?.map(reported))
          const raisedThen = (await readAlarms(context, [stretch], revision)).get(machineId)
          expect(cached[i]?.alarms?.map(named).sort(byAlarmOrder)).toEqual(
            raisedThen?.map(named).sort(byAlarmOrder),
          )
        }
      },
    ),
    runsOfProperty(propertyRuns),
  )
}, 120_000)

test('another client is not told the records of a machine', async () => {
  const { context } = telemetry
  const { records } = context
  records.begin(fromNow(), [])
  const own = { clientId: 1, machineId: nextMachine++ }
  await commitBatch(
    telemetry,
    batchOf({ samples: stored(own, [{ at: end, sourceAt: end, sequence: 0, state: 10 }]) }),
  )
  const revision = context.counters.revision
  expect(samplesOf({ ...own, from: storyStart, to: null }, revision)).toHaveLength(1)
  // Only the store knows what another client has under this number.
  expect(samplesOf({ ...own, clientId: 2, from: storyStart, to: null }, revision)).toBeNull()
})

test('only the newest records of a machine are cached, and what is older is read from the store', async () => {
  const { context } = telemetry
  const { records } = context
  records.begin(fromNow(), [])
  const own = { clientId: 1, machineId: nextMachine++ }
  const sample = (second: number) => ({
    at: end + second * 1_000,
    sourceAt: end + second * 1_000,
    sequence: 0,
    packCounter: second,
  })
  for (const half of [0, 1]) {
    const seconds = Array.from({ length: 300 }, (_, i) => half * 300 + i)
    await commitBatch(telemetry, batchOf({ samples: stored(own, seconds.map(sample)) }))
  }
  const revision = context.counters.revision
  const last = { ...own, from: end + 420_000, to: null }
  expect(samplesOf(last, revision)).toHaveLength(180)
  expect(samplesOf({ ...own, from: end, to: null }, revision)).toBeNull()
  expect(
    (await readSamples(context, [{ ...own, from: end, to: null }], revision)).get(own.machineId),
  ).toHaveLength(600)
})

test('of a machine that sends faster the last minute and a half is cached, as long as that is not too much of all machines', () => {
  const samples = (machineId: number, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const at = end + i * 50
      return {
        clientId: 1,
        machineId,
        at,
        sourceAt: at,
        receivedAt: at,
        sequence: 0,
        flagged: false,
      }
    })
  const heldFrom = (most: number) => {
    const records = new RecordCache(most)
    records.begin({ from: Number.NEGATIVE_INFINITY, revision: 0n }, [])
    records.add({ batch: 1n, samples: samples(1, 4_000), alarms: [] })
    records.add({ batch: 2n, samples: samples(2, 4_000), alarms: [] })
    const newest = end + 3_999 * 50
    return [1, 2].map((machineId) => {
      const first = (from: number) =>
        records.samples({ clientId: 1, machineId, from, to: null }, 2n) !== null
      return [first(newest - 100_000), first(newest - 90_000), first(newest - 9_000)]
    })
  }
  expect(heldFrom(10_000)).toEqual([
    [false, true, true],
    [false, true, true],
  ])
  expect(heldFrom(2_000)).toEqual([
    [false, true, true],
    [false, false, true],
  ])
})

test('what comes later than a record of the present is cached as far as the newest are, and history is not', () => {
  const sample = (at: number) => ({
    ...{ clientId: 1, machineId: 1, at, sourceAt: at, receivedAt: end },
    ...{ sequence: 0, flagged: false },
  })
  const holdsFrom = (times: readonly number[], from: number) => {
    const records = new RecordCache()
    records.begin({ from: Number.NEGATIVE_INFINITY, revision: 0n }, [])
    records.add({ batch: 1n, samples: [sample(end)], alarms: [] })
    records.add({ batch: 2n, samples: times.map(sample), alarms: [] })
    return records.samples({ clientId: 1, machineId: 1, from, to: null }, 2n) !== null
  }
  const backwards = Array.from({ length: 3_000 }, (_, i) => end - i * 1_000)
  expect([120_000, 1_000_000].map((ms) => holdsFrom(backwards, end - ms))).toEqual([true, false])
  const start = end - 300 * 24 * 3_600_000
  const history = Array.from({ length: 1_000 }, (_, i) => start + i * 10_000)
  const places = [start, start + 990 * 10_000, start + 1_000 * 10_000, end - 60_000]
  expect(places.map((from) => holdsFrom(history, from))).toEqual([false, false, true, true])
})

test('the running minute of a machine that sends twenty records a second is computed without reading them', async () => {
  const { context } = telemetry
  await telemetry.settled()
  const own = { clientId: 1, machineId: nextMachine++ }
  const start = Math.ceil((context.now() + minuteMs) / minuteMs) * minuteMs
  const readings = () => {
    const names = ['samplesOfStretches', 'readSamples', 'countsOfStretches']
    const times = context.questions.times()
    return names.map((one) => times.find(({ name }) => name === `ledger.${one}`)?.count ?? 0)
  }
  const before = readings()
  for (let second = 0; second < 75; second += 15) {
    const times = Array.from({ length: 300 }, (_, i) => start + second * 1_000 + i * 50)
    const samples = times.map((at) => ({ at, sourceAt: at, sequence: 0, packCounter: at - start }))
    await commitBatch(telemetry, batchOf({ samples: stored(own, samples) }))
    await telemetry.settled()
  }
  expect(readings()).toEqual(before)
  context.records.forget()
  const { differences } = await verifyLedger(telemetry)
  expect(differences.filter(({ machineId }) => machineId === own.machineId)).toEqual([])
})

test('what a failed commit may have stored is not cached as missing', async () => {
  const { context } = telemetry
  const { records } = context
  records.begin(fromNow(), [])
  const own = { clientId: 1, machineId: nextMachine++ }
  const place = { ...own, from: storyStart, to: null }
  context.events.emit('committed', {
    ...{ batch: context.counters.revision, samples: [], alarms: [], audits: [] },
    unclear: { from: context.counters.revision, to: context.counters.revision },
  })
  expect(samplesOf(place, context.counters.revision)).toBeNull()
  await telemetry.settled()
  // Known again, but only what comes from now on.
  expect(records.isForgotten).toBe(false)
  expect(samplesOf(place, context.counters.revision)).toBeNull()
  const later = { ...own, from: Date.now() + minuteMs, to: null }
  expect(samplesOf(later, context.counters.revision)).toEqual([])
})

const reported = ({ at, sourceAt, sequence, ...sample }: LedgerSample) => {
  const { state, product, tool, user, speedPpm, packCounter, batchCounter, rejectCounter, death } =
    sample
  const numbers = [state, speedPpm, packCounter, batchCounter, rejectCounter].map(
    (one) => one ?? null,
  )
  return [
    at,
    sourceAt,
    sequence,
    death ?? false,
    ...numbers,
    product ?? null,
    tool ?? null,
    user ?? null,
  ]
}

const named = ({
  raisedAt,
  group,
  description,
}: {
  raisedAt: number
  group: string
  description: string
}) => ({
  raisedAt,
  group,
  description,
})
