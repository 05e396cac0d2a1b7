import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { raisedAlarms } from './raisedAlarms.ts'

const scope = grantClientScope(1)
const at = (seconds: number) => morning + seconds * 1_000
const question = { machineIds: [1, 2], period: { from: new Date(at(0)), to: new Date(at(60)) } }
let telemetry: Telemetry

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const alarms = [
    alarmOf({ raisedAt: at(-1) }),
    alarmOf({ raisedAt: at(5), group: 'Sealing', description: 'Pack in jaws' }),
    alarmOf({ raisedAt: at(0) }),
    alarmOf({ raisedAt: at(3), machineId: 2 }),
    alarmOf({ raisedAt: at(5), machineId: 3 }),
    alarmOf({ raisedAt: at(60), group: 'Safety', description: 'Guard open' }),
  ]
  await commitBatch(telemetry, batchOf({ alarms }))
  // They come again: cleared, under a code, and sent once more an hour later.
  const again = alarms.map((alarm) => ({ ...alarm, receivedAt: at(3_600) }))
  const cleared = again.map((alarm) => ({ ...alarm, clearedAt: alarm.raisedAt + 9_000 }))
  await commitBatch(telemetry, batchOf({ alarms: [...again, ...cleared] }))
  const ofCode = again.map((alarm) => ({ ...alarm, code: 'E7' }))
  const ofNeighbour = again.map((alarm) => ({ ...alarm, clientId: 2, group: 'Strange' }))
  await commitBatch(telemetry, batchOf({ alarms: [...ofCode, ...ofNeighbour] }))
})
afterAll(() => telemetry?.close())

const brief = async (more: object = {}, own = scope) =>
  (await raisedAlarms(telemetry, own, { ...question, ...more })).map(
    ({ machineId, at: raisedAt, receivedAt, group, description }) => [
      ...[machineId, (raisedAt - morning) / 1_000, receivedAt - raisedAt, group, description],
    ],
  )

test('each alarm of the window comes once, with when it was first received, oldest first by machine', async () => {
  expect(await brief()).toEqual([
    [1, 0, 40, 'Film', 'Film snap'],
    [1, 5, 40, 'Sealing', 'Pack in jaws'],
    [2, 3, 40, 'Film', 'Film snap'],
  ])
  const period = { from: question.period.to, to: question.period.from }
  expect(await brief({ period })).toEqual([])
  expect(await brief({ machineIds: [] })).toEqual([])
})

test('a group and a text leave out the others, a neighbour has its own', async () => {
  expect(await brief({ group: 'Sealing' })).toEqual([[1, 5, 40, 'Sealing', 'Pack in jaws']])
  expect((await brief({ description: 'Film snap' })).map(([id]) => id)).toEqual([1, 2])
  expect(await brief({ group: 'Sealing', description: 'Film snap' })).toEqual([])
  const foreign = await brief({}, grantClientScope(2))
  expect(foreign.map(([id, , , group]) => [id, group])).toEqual([
    ...[1, 1, 2].map((id) => [id, 'Strange']),
  ])
})

test('two alarms of one moment that differ by their number are two', async () => {
  const alarms = [1, 2].map((sequence) => alarmOf({ machineId: 4, raisedAt: at(7), sequence }))
  await commitBatch(telemetry, batchOf({ alarms }))
  expect(await brief({ machineIds: [4] })).toHaveLength(2)
})
