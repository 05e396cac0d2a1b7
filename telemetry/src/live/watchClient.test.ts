import { grantClientScope } from '@packboard/model'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'
import { type WatchEvent, watchClient } from './watchClient.ts'

const scope = grantClientScope(1)
let telemetry: Telemetry
const stops: (() => void)[] = []

beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function watch() {
  const events: WatchEvent[] = []
  stops.push(watchClient(telemetry, scope, (event) => events.push(event)))
  const machine = (machineId: number) =>
    events.flatMap((event) =>
      event.kind === 'machine' && event.moment.machineId === machineId ? [event.moment] : [],
    )
  return { events, machine, last: (machineId: number) => machine(machineId).at(-1) }
}

const send = (...samples: ReturnType<typeof sampleOf>[]) =>
  commitBatch(telemetry, batchOf({ samples }))

test('a watcher is told what a machine does, and nothing of a neighbour', async () => {
  const now = Date.now()
  await send(sampleOf({ machineId: 1, at: now - 3_000, product: 'A', packCounter: 10 }))
  const { last, events } = watch()
  await expect.poll(() => last(1)).toMatchObject({ state: 10, product: 'A' })
  await send(
    sampleOf({ machineId: 1, at: now - 1_000, state: 5, packCounter: 14 }),
    sampleOf({ clientId: 2, machineId: 2, at: now - 1_000 }),
  )
  await expect.poll(() => last(1)).toMatchObject({ state: 5, batchPacks: 4 })
  expect(last(1)).toMatchObject({ product: 'A', offline: false, stateSince: new Date(now - 1_000) })
  await commitBatch(
    telemetry,
    batchOf({ alarms: [alarmOf({ machineId: 1, raisedAt: now - 900, description: 'Jam' })] }),
  )
  await expect.poll(() => last(1)).toMatchObject({ reason: 'Jam' })
  expect(events.every((event) => event.kind === 'older' || event.moment.machineId === 1)).toBe(true)
}, 30_000)

test('a machine that falls silent is offline when its hold limit is over, a dead one at once', async () => {
  await putMachineRules(telemetry, [
    {
      clientId: 1,
      machineId: 11,
      holdMs: 3_000,
      targetPpm: null,
      designPpm: null,
      recipePpm: new Map(),
      categories: {},
    },
  ])
  const { machine, last } = watch()
  const now = Date.now()
  await send(sampleOf({ machineId: 11, at: now }), sampleOf({ machineId: 12, at: now }))
  await expect.poll(() => last(11)).toMatchObject({ offline: true })
  expect(machine(11)[0]).toMatchObject({ offline: false, holdUntil: new Date(now + 3_000) })
  expect(last(12)).toMatchObject({ offline: false })
  const { state: _, ...silent } = sampleOf({ machineId: 12, at: now + 1_000 })
  await send({ ...silent, death: true })
  await expect.poll(() => last(12)).toMatchObject({ offline: true })
}, 30_000)

test('a record for the past is told as a change of older data, and the present stays', async () => {
  const now = Date.now()
  const { last, events } = watch()
  await send(sampleOf({ machineId: 21, at: now - 60_000 }), sampleOf({ machineId: 21, at: now }))
  await expect.poll(() => last(21)?.at).toEqual(new Date(now))
  expect(events.some(({ kind }) => kind === 'older')).toBe(false)
  await send(sampleOf({ machineId: 21, at: now - 30_000, state: 5, product: 'Late' }))
  await expect.poll(() => events.some(({ kind }) => kind === 'older')).toBe(true)
  await expect.poll(() => last(21)).toMatchObject({ state: 10, product: 'Late' })
}, 30_000)

test('figures are told at most once a second, and the last one always', async () => {
  const { machine, last } = watch()
  const now = Date.now()
  for (let i = 0; i < 20; i++) {
    await send(sampleOf({ machineId: 31, at: now + i * 10, packCounter: 100 + i }))
  }
  await expect.poll(() => last(31)).toMatchObject({ batchPacks: 19 })
  expect(machine(31).length).toBeLessThan(10)
}, 30_000)

test('a watcher that throws does not stop the others, and one that left is not called again', async () => {
  stops.push(
    watchClient(telemetry, scope, () => {
      throw new Error('broken')
    }),
  )
  const gone: WatchEvent[] = []
  watchClient(telemetry, scope, (event) => gone.push(event))()
  const { last } = watch()
  await send(sampleOf({ machineId: 41, at: Date.now() }))
  await expect.poll(() => last(41)).toBeDefined()
  expect(gone).toEqual([])
}, 30_000)

test('one who comes later is told the present, too', async () => {
  const first = watch()
  await send(sampleOf({ machineId: 51, at: Date.now(), product: 'C' }))
  await expect.poll(() => first.last(51)).toBeDefined()
  const second = watch()
  await expect.poll(() => second.last(51)).toMatchObject({ product: 'C' })
}, 30_000)
