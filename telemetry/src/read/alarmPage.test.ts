import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning } from '../../testing/records.ts'
import { alarmInfoChoices, alarmPage } from '../read.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

const scope = grantClientScope(1)
const at = (seconds: number) => morning + seconds * 1_000
const page = { offset: 0, limit: 10 }
const period = { from: new Date(at(0)), to: new Date(at(60)) }
const machineIds = [1, 2]
/** Raised at this second, and cleared nine later. */
const standing = (second: number) => ({
  at: new Date(at(second)),
  clearedAt: new Date(at(second + 9)),
  nextAt: null,
})
let telemetry: Telemetry

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const alarms = [
    alarmOf({ raisedAt: at(0) }),
    alarmOf({ raisedAt: at(5), machineId: 2, group: 'Sealing', description: 'Jaw temperature' }),
    alarmOf({ raisedAt: at(5), group: 'Sealing', description: 'Pack in jaws' }),
    alarmOf({ raisedAt: at(5), group: 'Film', description: 'Film end' }),
    alarmOf({ raisedAt: at(60), group: 'Safety', description: 'Guard open' }),
  ]
  const ofNeighbour = alarms.map((alarm) => ({ ...alarm, clientId: 2, group: 'Strange' }))
  await commitBatch(telemetry, batchOf({ alarms: [...alarms, ...ofNeighbour] }))
  // The same alarms again when they clear, and once more under a code.
  const cleared = alarms.map((alarm) => ({ ...alarm, clearedAt: alarm.raisedAt + 9_000 }))
  await commitBatch(telemetry, batchOf({ alarms: cleared }))
  await commitBatch(telemetry, batchOf({ alarms: alarms.map((one) => ({ ...one, code: 'E7' })) }))
})
afterAll(() => telemetry?.close())

test('an alarm is one row, however often it came again; newest first, the end of the window left out', async () => {
  const { rows, count } = await alarmPage(telemetry, scope, { machineIds, period, ...page })
  expect(count).toBe(4)
  expect(rows).toEqual([
    { machineId: 1, ...standing(5), group: 'Film', description: 'Film end' },
    { machineId: 1, ...standing(5), group: 'Sealing', description: 'Pack in jaws' },
    { machineId: 2, ...standing(5), group: 'Sealing', description: 'Jaw temperature' },
    { machineId: 1, ...standing(0), group: 'Film', description: 'Film snap' },
  ])
  const second = { machineIds, period, offset: 2, limit: 1 }
  expect(await alarmPage(telemetry, scope, second)).toEqual({ rows: [rows[2]], count: 4 })
  const beyond = { machineIds, period, offset: 4, limit: 1 }
  expect(await alarmPage(telemetry, scope, beyond)).toEqual({ rows: [], count: 4 })
})

test('group and description narrow the table, and each list is narrowed by the other', async () => {
  const question = { machineIds, period }
  const film = await alarmPage(telemetry, scope, { ...question, ...page, group: 'Film' })
  expect(film.rows.map(({ description }) => description)).toEqual(['Film end', 'Film snap'])
  const snap = { ...question, ...page, group: 'Film', description: 'Film snap' }
  expect((await alarmPage(telemetry, scope, snap)).count).toBe(1)
  const all = ['Film end', 'Film snap', 'Jaw temperature', 'Pack in jaws']
  const choices = (narrowed: object) =>
    alarmInfoChoices(telemetry, scope, { ...question, ...narrowed })
  expect(await choices({})).toEqual({ groups: ['Film', 'Sealing'], descriptions: all })
  const jaws = { groups: ['Sealing'], descriptions: all }
  expect(await choices({ description: 'Pack in jaws' })).toEqual(jaws)
  const sealing = { groups: ['Sealing'], descriptions: ['Jaw temperature'] }
  expect(await choices({ machineIds: [2], group: 'Sealing' })).toEqual(sealing)
})

test('a neighbour sees its own alarms under the same numbers, and nothing else', async () => {
  const neighbour = grantClientScope(2)
  const { rows } = await alarmPage(telemetry, neighbour, { machineIds, period, ...page })
  expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(['Strange']))
  const own = await alarmInfoChoices(telemetry, neighbour, { machineIds, period })
  expect(own.groups).toEqual(['Strange'])
  const none = await alarmInfoChoices(telemetry, grantClientScope(3), { machineIds, period })
  expect(none).toEqual({ groups: [], descriptions: [] })
})
