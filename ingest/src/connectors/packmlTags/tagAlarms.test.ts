import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testFloor } from '../../../testing/floor.ts'
import type { Reading } from '../../connector.ts'
import { deviceSender } from '../../directory.ts'
import { packmlTags } from './packmlTags.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const line = 'Bathurst/Packaging/Line 1'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A machine whose tags come at `noon` plus some milliseconds, and the alarms that were read of them. */
function machine() {
  const { directory, devices } = testFloor()
  const device = devices.get('Line 1')
  if (!device) throw new Error('no device')
  const readings: { reading: Reading; receivedAt: number }[] = []
  let clock = 0
  const connector = packmlTags(directory, (_sender, reading, receivedAt) => {
    readings.push({ reading, receivedAt })
  })
  return {
    connector,
    /** Tags of one moment. */
    say(ms: number, tags: Readonly<Record<string, string>>) {
      vi.advanceTimersByTime(Math.max(0, ms - clock))
      clock = Math.max(ms, clock)
      return Object.entries(tags).flatMap(([tag, text]) => {
        const message = {
          topic: `${line}/${tag}`,
          payload: Buffer.from(text),
          receivedAt: noon + ms,
        }
        return connector.read(message, deviceSender(device), 'ownBroker')?.records ?? []
      })
    },
    settle() {
      vi.advanceTimersByTime(500)
      clock += 500
    },
    /** What was said of alarms since the last call: group, code, text, from and to in ms. */
    alarms: () =>
      readings.splice(0).flatMap(({ reading }) =>
        reading.records.map((incoming) => {
          if ('refused' in incoming || incoming.record.kind !== 'alarm') return incoming
          const { serialNo, group, code, description, raisedAt, clearedAt } = incoming.record
          expect(serialNo).toBe('Line 1')
          const to = clearedAt === undefined ? null : clearedAt - noon
          return [group, code, description, raisedAt - noon, to]
        }),
      ),
  }
}

test('an alarm is raised when its fields are together, whichever comes first, and cleared by its trigger alone', () => {
  const { say, settle, alarms } = machine()
  // In the order of the structure: the trigger comes before what it means.
  say(0, { 'Admin/Alarm/0/Trigger': 'true' })
  say(40, { 'Admin/Alarm/0/ID': '7', 'Admin/Alarm/0/Message': 'Film snapped' })
  say(60, { 'Admin/Alarm/0/Category': '2', 'Admin/Alarm/0/DateTime': '2026-11-21T11:59:58Z' })
  expect(alarms()).toEqual([])
  settle()
  const film = ['Category 2', '7', 'Film snapped', -2_000] as const
  expect(alarms()).toEqual([[...film, null]])
  // An acknowledgement ends nothing, and neither does the same said again.
  expect(say(5_000, { 'Admin/Alarm/0/AckDateTime': '2026-11-21T12:00:05Z' })).toEqual([])
  say(5_100, { 'Admin/Alarm/0/Trigger': '1', 'Admin/Alarm/0/ID': '7' })
  settle()
  expect(alarms()).toEqual([])
  say(9_000, { 'Admin/Alarm/0/Trigger': 'false' })
  settle()
  expect(alarms()).toEqual([[...film, 9_000]])
  // The same alarm again: by exception only its trigger comes. Its own time was that of the one before.
  say(20_000, { 'Admin/Alarm/0/Trigger': 'true' })
  settle()
  expect(alarms()).toEqual([['Category 2', '7', 'Film snapped', 20_000, null]])
  // Two in one list, written as an array; one of them without a text.
  say(30_000, { 'Admin/Alarm[1].ID': '9', 'Admin/Alarm[1].Trigger': 'TRUE' })
  settle()
  expect(alarms()).toEqual([['Category 0', '9', 'Alarm 9', 30_000, null]])
})

test('a stop reason is an alarm until its number is 0 or another, with and without an index', () => {
  const { say, settle, alarms } = machine()
  say(0, { 'Admin/StopReason/ID': '12', 'Admin/StopReason/Message': 'Guard open' })
  settle()
  expect(alarms()).toEqual([['Stop reason', '12', 'Guard open', 0, null]])
  say(4_000, { 'Admin/StopReason/ID': '13', 'Admin/StopReason/Message': '' })
  settle()
  expect(alarms()).toEqual([
    ['Stop reason', '12', 'Guard open', 0, 4_000],
    ['Stop reason', '13', 'Stop reason 13', 4_000, null],
  ])
  say(9_000, { 'Admin/StopReason/0/ID': '0' })
  settle()
  expect(alarms()).toEqual([['Stop reason', '13', 'Stop reason 13', 4_000, 9_000]])
})

test('blocked and starved are alarms of the group Interlock, in the names of both standards', () => {
  const { say, settle, alarms } = machine()
  say(0, { 'Status/EquipmentInterlock/Blocked': '0', 'Status/EquipmentInterlock.Starved': 'True' })
  settle()
  const starved = [
    'Interlock',
    'Starved',
    'Starved: the machine before delivers nothing',
    0,
  ] as const
  expect(alarms()).toEqual([[...starved, null]])
  say(3_000, { 'Status/EquipmentStarved': 'false', 'Status/EquipmentBlocked': 'true' })
  settle()
  expect(alarms()).toEqual([
    ['Interlock', 'Blocked', 'Blocked: the next machine takes nothing', 3_000, null],
    [...starved, 3_000],
  ])
})

test('what cannot be read is quarantined by itself, and a stop says what still waits', () => {
  const { say, alarms, connector } = machine()
  expect(say(0, { 'Admin/Alarm/0/Trigger': 'on', 'Admin/StopReason/ID': 'x' })).toMatchObject([
    { refused: 'malformed', detail: 'Admin/Alarm/0/Trigger: neither true nor false' },
    { refused: 'malformed', detail: 'Admin/StopReason/ID: not a whole number' },
  ])
  say(10, { 'Admin/StopReason/ID': '4' })
  connector.close?.()
  expect(alarms()).toEqual([['Stop reason', '4', 'Stop reason 4', 10, null]])
  expect(vi.getTimerCount()).toBe(0)
})

test('a machine of a subset without AccCount is counted by Count, and never by both', () => {
  const { say } = machine()
  const facts = (tag: string, text: string) =>
    say(0, { [tag]: text }).map((one) => {
      if ('refused' in one || one.record.kind !== 'sample') return one
      const { packCounter, batchCounter, rejectCounter } = one.record
      return [packCounter, batchCounter, rejectCounter]
    })
  for (let count = 1; count <= 10; count += 1) {
    expect(facts('Admin/ProdProcessedCount/0/Count', `${count}`)).toEqual([
      [undefined, count, undefined],
    ])
  }
  expect(facts('Admin/ProdProcessedCount/0/Count', '11')).toEqual([[11, 11, undefined]])
  expect(facts('Admin/ProdProcessedCount/0/AccCount', '900')).toEqual([])
  // Rejects are counted by AccCount from the first one on: Count of them is not needed.
  expect(facts('Admin/ProdDefectiveCount/0/AccCount', '3')).toEqual([[undefined, undefined, 3]])
  for (let count = 1; count <= 12; count += 1) {
    expect(facts('Admin/ProdDefectiveCount/0/Count', `${count}`)).toEqual([])
  }
})
