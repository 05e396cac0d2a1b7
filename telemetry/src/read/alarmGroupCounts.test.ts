import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { alarmGroupCounts, alarmMarkers, stateEntries } from '../read.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import type { ContextFilter } from './contextFilter.ts'

const scope = grantClientScope(1)
const at = (seconds: number) => morning + seconds * 1_000
const instant = (seconds: number) => new Date(at(seconds))
const period = (from: number, to: number) => ({ from: instant(from), to: instant(to) })
const machineIds = [1]
let telemetry: Telemetry

/** Product changes inside a state, states change inside a minute, a gap from 240 s to 600 s, and an entry of no length. */
const story: readonly Partial<StoredSample>[] = [
  { at: at(0), state: 10, product: 'A', tool: 'T', speedPpm: 60, packCounter: 0 },
  { at: at(30), product: 'B', speedPpm: 80 },
  { at: at(70), state: 19, speedPpm: 5 },
  { at: at(75), state: 10, speedPpm: 90 },
  { at: at(130), state: 18, speedPpm: 0 },
  { at: at(150), state: 19 },
  { at: at(600), state: 19, product: 'A', speedPpm: 0 },
  { at: at(620), state: 10, speedPpm: 70 },
  { at: at(640), state: 19 },
  { at: at(640), sequence: 1, state: 10 },
]
const raised = [
  { raisedAt: at(29.999), group: 'Film', description: 'of A' },
  { raisedAt: at(30), group: 'Film', description: 'of B' },
  { raisedAt: at(72), group: 'Line', description: 'while downstream' },
  { raisedAt: at(128), group: 'Sealing', description: 'Pack in jaws' },
  { raisedAt: at(300), group: 'Film', description: 'while offline' },
  { raisedAt: at(620), group: 'Film', description: 'of A again' },
]

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const samples = story.flatMap(({ at: when = morning, ...reported }) => {
    const { state: _, ...bare } = sampleOf({ machineId: 1, at: when })
    const opposite = reported.state === undefined ? {} : { state: reported.state === 19 ? 10 : 19 }
    return [
      { ...bare, ...reported },
      { ...bare, ...reported, ...opposite, product: 'Other', clientId: 2, machineId: 2 },
    ]
  })
  const alarms = raised.flatMap((alarm) => [
    alarmOf(alarm),
    alarmOf({ ...alarm, code: 'E1' }),
    alarmOf({ ...alarm, clientId: 2, machineId: 2, group: 'Strange' }),
    alarmOf({ ...alarm, clientId: 2, machineId: 1, group: 'Strange' }),
  ])
  await commitBatch(telemetry, batchOf({ samples, alarms }))
})
afterAll(() => telemetry?.close())

const whole = period(0, 900)
const countsOf = async (filter: ContextFilter, window = whole) =>
  Object.fromEntries(
    (await alarmGroupCounts(telemetry, scope, { machineIds, period: window, filter })).map(
      ({ group, count }) => [group, count],
    ),
  )
const markersOf = async (filter: ContextFilter, window = whole) =>
  (await alarmMarkers(telemetry, scope, { machineIds, period: window, filter })).map(
    ({ description, speed }) => [description, speed],
  )
const entriesOf = async (filter: ContextFilter, window = whole, state = 19) =>
  (await stateEntries(telemetry, scope, { machineIds, period: window, filter, state })).map(
    ({ at: when, speedBefore }) => [(when.getTime() - morning) / 1_000, speedBefore],
  )

async function expectAll() {
  expect(await countsOf({})).toEqual({ Film: 4, Line: 1, Sealing: 1 })
  expect(await countsOf({ product: 'A' })).toEqual({ Film: 2 })
  expect(await countsOf({ product: 'B' })).toEqual({ Film: 1, Line: 1, Sealing: 1 })
  expect(await countsOf({ product: 'B', causeGroup: 'Film' })).toEqual({ Film: 1 })
  expect(await countsOf({ causeGroup: 'Film' })).toEqual({ Film: 4 })
  expect(await countsOf({ state: 10 })).toEqual({ Film: 3, Sealing: 1 })
  expect(await countsOf({ state: 10, product: 'A' })).toEqual({ Film: 2 })
  expect(await countsOf({ state: 10, product: 'B', tool: 'T' })).toEqual({ Film: 1, Sealing: 1 })
  expect(await countsOf({ state: 19 })).toEqual({ Line: 1 })
  expect(await countsOf({ tool: 'other' })).toEqual({})
  expect(await countsOf({ product: 'A' }, period(30, 620))).toEqual({})
  expect(await countsOf({ product: 'A' }, period(29.999, 620.001))).toEqual({ Film: 2 })

  expect(await markersOf({})).toEqual([
    ['of A', 60],
    ['of B', 80],
    ['while downstream', 5],
    ['Pack in jaws', 90],
    ['while offline', 0],
    ['of A again', 70],
  ])
  expect(await markersOf({ product: 'A' })).toEqual([
    ['of A', 60],
    ['of A again', 70],
  ])
  expect(await markersOf({ causeGroup: 'Film' }, period(30, 620))).toEqual([
    ['of B', 80],
    ['while offline', 0],
  ])

  expect(await entriesOf({})).toEqual([
    [70, 80],
    [150, 0],
    [600, 0],
  ])
  expect(await entriesOf({ product: 'B' })).toEqual([
    [70, 80],
    [150, 0],
  ])
  expect(await entriesOf({ causeGroup: 'Sealing' })).toEqual([
    [150, 0],
    [600, 0],
  ])
  expect(await entriesOf({ causeGroup: 'Line' })).toEqual([[70, 80]])
  expect(await entriesOf({ causeGroup: 'Sealing' }, period(140, 160))).toEqual([[150, 0]])
  expect(await entriesOf({ state: 10 })).toEqual([])
  expect(await entriesOf({}, period(70, 150))).toEqual([[70, 80]])
  expect(await entriesOf({}, period(70.001, 150.001))).toEqual([[150, 0]])
  expect(await entriesOf({}, whole, 10)).toEqual([
    [0, 0],
    [75, 5],
    [620, 0],
  ])
}

test('alarms and entries have the context of their instant, before and after the ledger has its rows', async () => {
  await expectAll()
  await telemetry.settled()
  await expectAll()
})

test('an alarm that comes after the rows of its stop names what the machine entered', async () => {
  const stop = [
    sampleOf({ machineId: 3, at: at(0), state: 10 }),
    sampleOf({ machineId: 3, at: at(20), state: 19 }),
    sampleOf({ machineId: 3, at: at(95), state: 18 }),
  ]
  await commitBatch(telemetry, batchOf({ samples: stop }))
  const ask = () => {
    const filter = { causeGroup: 'Late' }
    return stateEntries(telemetry, scope, { machineIds: [3], period: whole, filter, state: 19 })
  }
  expect(await ask()).toEqual([])
  await telemetry.settled()
  expect(await ask()).toEqual([])
  const alarm = alarmOf({ machineId: 3, raisedAt: at(140), group: 'Late' })
  await commitBatch(telemetry, batchOf({ alarms: [alarm] }))
  expect(await ask()).toMatchObject([{ at: instant(20) }])
  await telemetry.settled()
  expect(await ask()).toMatchObject([{ at: instant(20) }])
})

test('a machine of another client tells nothing, and a neighbour only its own', async () => {
  const question = { machineIds: [2], period: whole, filter: {} }
  expect(await alarmGroupCounts(telemetry, scope, question)).toEqual([])
  expect(await alarmMarkers(telemetry, scope, question)).toEqual([])
  expect(await stateEntries(telemetry, scope, { ...question, state: 10 })).toEqual([])
  const filtered = { ...question, filter: { product: 'Other' } }
  expect(await alarmGroupCounts(telemetry, scope, filtered)).toEqual([])
  const neighbour = grantClientScope(2)
  expect(await alarmGroupCounts(telemetry, neighbour, filtered)).toEqual([
    { group: 'Strange', count: 5 },
  ])
  // Its alarms of machine 1 were raised where no machine of its own was.
  expect(await alarmGroupCounts(telemetry, neighbour, { ...filtered, machineIds })).toEqual([])
  expect(await alarmMarkers(telemetry, neighbour, { ...filtered, machineIds })).toEqual([])
  expect(await stateEntries(telemetry, neighbour, { ...filtered, machineIds, state: 10 })).toEqual(
    [],
  )
})
