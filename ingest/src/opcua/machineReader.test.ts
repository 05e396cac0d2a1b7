import { unknownState } from '@packboard/model'
import { coerceNodeId, DataType, DataValue, StatusCodes, Variant } from 'node-opcua-client'
import { expect, test } from 'vitest'
import type { StateDictionary } from '../connectors/packmlTags/dictionaries.ts'
import { createAlarms } from '../packml/alarms.ts'
import { MachineReader } from './machineReader.ts'
import { beyondSentence, boundedValue } from './values.ts'

const noon = Date.UTC(2026, 10, 24, 12)
const nodes = {
  state: coerceNodeId('ns=4;s=state'),
  id: coerceNodeId('ns=4;s=state id'),
  speed: coerceNodeId('ns=4;s=speed'),
  count: coerceNodeId('ns=4;s=count'),
  alarm: coerceNodeId('ns=4;s=alarm'),
  blocked: coerceNodeId('ns=4;s=blocked'),
  times: coerceNodeId('ns=4;s=times'),
}
const stateIds = { execute: coerceNodeId('ns=3;i=36'), held: coerceNodeId('ns=3;i=34') }

function reader({
  dictionary = 'iso-tr88' as StateDictionary,
  clockAheadMs = 0,
  alarms = createAlarms('W-7'),
  executeName = 'Execute',
} = {}) {
  return new MachineReader({
    serialNo: 'W-7',
    dictionary,
    below: new Map([
      ['Status/CurMachSpeed', nodes.speed],
      ['Admin/ProdProcessedCount', nodes.count],
      ['Admin/Alarm', nodes.alarm],
      ['Status/EquipmentBlocked', nodes.blocked],
      ['Admin/StateCumulativeTime', nodes.times],
    ]),
    machine: {
      currentState: nodes.state,
      id: nodes.id,
      inner: undefined,
      states: new Map([
        [String(stateIds.execute), { name: executeName, number: 6, hasMachine: false }],
        [String(stateIds.held), { name: 'Held', number: 11, hasMachine: false }],
      ]),
    },
    alarms,
    alarmsFrom: 'array',
    clockAheadMs: () => clockAheadMs,
  })
}

const value = (dataType: DataType, content: unknown, at: number, serverAt = at) =>
  new DataValue({
    value: new Variant({ dataType, value: content }),
    statusCode: StatusCodes.Good,
    sourceTimestamp: new Date(at),
    serverTimestamp: new Date(serverAt),
  })
const text = (words: string, at: number, serverAt?: number) =>
  [nodes.state, value(DataType.LocalizedText, { text: words }, at, serverAt)] as const
const id = (state: keyof typeof stateIds, at: number) =>
  [nodes.id, value(DataType.NodeId, stateIds[state], at)] as const
const speed = (ppm: number, at: number) => [nodes.speed, value(DataType.Double, ppm, at)] as const

const brief = (records: ReturnType<ReturnType<typeof reader>['changed']>) =>
  records.map((one) =>
    'refused' in one
      ? one.detail
      : one.record.kind === 'sample'
        ? [one.record.state ?? one.record.speedPpm, one.record.at - noon]
        : one.record.kind,
  )

test('a state in the words of a country is known by its name in the standard', () => {
  const machine = reader()
  expect(brief(machine.first([text('Ausführen', noon), id('execute', noon)], noon))).toEqual([
    [10, 0],
  ])
  expect(
    brief(machine.changed([text('Gehalten', noon + 100), id('held', noon + 100)], noon + 300)),
  ).toEqual([[13, 100]])
})

test("a maker's own words come first, and a word of no dictionary is quarantined", () => {
  const machine = reader({ dictionary: { names: { 'Cleaning in place': 7 }, numbers: {} } })
  machine.first([text('Cleaning in place', noon)], noon)
  expect(brief(machine.changed([text('Warm-up', noon + 50)], noon + 60))).toEqual([
    "the machine's dictionary holds no state Warm-up",
    [unknownState, 50],
  ])
  expect(brief(machine.changed([text('Execute', noon + 70)], noon + 80))).toEqual([[10, 70]])
})

test('it is passed on whether a state came in words or by a number, before the dictionary', () => {
  const raw = (records: ReturnType<ReturnType<typeof reader>['changed']>) =>
    records.map((one) => ('refused' in one ? null : one.rawState))
  const machine = reader()
  expect(raw(machine.first([text('Execute', noon), speed(60, noon)], noon))).toEqual(['words'])
  expect(raw(machine.changed([speed(61, noon + 10)], noon + 20))).toEqual([undefined])
  expect(raw(machine.changed([text('Warm-up', noon + 50)], noon + 60))).toEqual([null, 'words'])
  // A maker's own names, with the numbers of the standard.
  const numbered = reader({ executeName: 'Produce' })
  const first = numbered.first([text('Läuft', noon), id('execute', noon)], noon)
  expect([brief(first), raw(first)]).toEqual([[[10, 0]], [6]])
})

test('several states of one message stand in their order, whatever the order in it', () => {
  const machine = reader()
  machine.first([text('Stopped', noon)], noon)
  const message = [
    text('Held', noon + 10),
    text('Execute', noon + 20),
    id('held', noon + 10),
    id('execute', noon + 20),
  ]
  expect(brief(machine.changed(message, noon + 250))).toEqual([
    [13, 10],
    [10, 20],
  ])
})

test('a server with a wrong clock is read on ours; a controller with a wrong one on that of its server', () => {
  const late = -7_200_000
  const machine = reader({ clockAheadMs: late })
  machine.first([text('Stopped', noon + late)], noon)
  expect(brief(machine.changed([text('Execute', noon + late + 400)], noon + 500))).toEqual([
    [10, 400],
  ])
  const behindGateway = reader()
  behindGateway.first([text('Stopped', noon)], noon)
  const change = text('Execute', Date.UTC(1970, 0, 1), noon + 400)
  expect(brief(behindGateway.changed([change], noon + 500))).toEqual([[10, 400]])
})

test('what changed after the first values never stands before them, and keeps its order', () => {
  const machine = reader()
  machine.first([text('Stopped', noon), speed(0, noon)], noon)
  // The clock of the server is 2 s behind: within what a clock may be off.
  const records = machine.changed([speed(50, noon - 1_900), speed(60, noon - 1_800)], noon + 200)
  expect(brief(records)).toEqual([
    [50, 0],
    [60, 0],
  ])
  const sequences = records.map((one) =>
    'record' in one && one.record.kind === 'sample' ? one.record.sequence : 0,
  )
  expect(sequences[1]).toBeGreaterThan(sequences[0] ?? 0)
})

test('the first value of a variable that comes late moves no state, and says none again', () => {
  const machine = reader()
  machine.first([text('Stopped', noon)], noon)
  // A cut line: one message brings what changed meanwhile, and the first values of the rest.
  const first = machine.first([speed(0, noon)], noon + 3_000)
  expect(first).toMatchObject([{ record: { at: noon + 3_000, speedPpm: 0 } }])
  expect(first[0]).not.toHaveProperty('record.state')
  const later = [text('Held', noon + 500), text('Execute', noon + 900)]
  expect(brief(machine.changed(later, noon + 3_000))).toEqual([
    [13, 500],
    [10, 900],
  ])
})

test('the time of a state is the sum of its modes, by the dictionary; a server that counts none says nothing', () => {
  const times = (seconds: readonly number[]) => {
    const given = value(DataType.Int32, 0, noon + 10)
    const content = { value: Int32Array.from(seconds), dimensions: [2, 7] }
    given.value = Object.assign(new Variant({}), content)
    return [nodes.times, given] as const
  }
  const machine = reader()
  machine.first([text('Execute', noon)], noon)
  expect(machine.changed([times(Array(14).fill(0))], noon + 20)).toEqual([])
  // Mode 0 and 1; state 2 is Stopped, 6 is Execute.
  const both = [0, 0, 30, 0, 0, 0, 100, 0, 0, 5, 0, 0, 0, 2]
  expect(machine.changed([times(both)], noon + 20)).toMatchObject([
    { record: { at: noon + 10, stateTimes: expect.stringContaining('5:35000') } },
  ])
  expect(machine.first([times(both)], noon + 60)).toMatchObject([
    { record: { at: noon + 60, stateTimes: expect.stringMatching(/\b10:102000\b/) } },
  ])
})

test('a value of 64 bits is exact, one that is none is quarantined, and a bad one is no value', () => {
  const machine = reader()
  machine.first([text('Execute', noon)], noon)
  const counted = (accCount: unknown, at: number) => {
    const given = new DataValue({
      statusCode: StatusCodes.Good,
      sourceTimestamp: new Date(at),
      serverTimestamp: new Date(at),
    })
    given.value = Object.assign(new Variant({}), { value: [{ ID: 1, count: 3, accCount }] })
    return [nodes.count, given] as const
  }
  const [counter] = machine.changed([counted([2, 7], noon + 10)], noon + 20)
  expect(counter).toMatchObject({ record: { packCounter: 8_589_934_599, batchCounter: 3 } })
  expect(machine.changed([speed(Number.NaN, noon + 30)], noon + 40)).toMatchObject([
    { refused: 'malformed', detail: 'Status/CurMachSpeed: not a number' },
  ])
  const bad = value(DataType.Double, 70, noon + 50)
  bad.statusCode = StatusCodes.BadCommunicationError
  expect(machine.changed([[nodes.speed, bad]], noon + 60)).toEqual([])
})

test('an alarm that outlives a connection is not raised again, and one that went meanwhile is cleared', () => {
  const alarms = createAlarms('W-7')
  const raised = (...ids: number[]) => {
    const given = new DataValue({
      statusCode: StatusCodes.Good,
      sourceTimestamp: new Date(noon),
      serverTimestamp: new Date(noon),
    })
    const list = ids.map((ID) => ({
      ID,
      message: `Alarm of ${ID}`,
      trigger: true,
      dateTime: new Date(noon - ID),
    }))
    given.value = Object.assign(new Variant({}), { value: list })
    return [nodes.alarm, given] as const
  }
  const before = reader({ alarms }).first([text('Held', noon), raised(4, 5)], noon)
  expect(brief(before)).toEqual([[13, 0], 'alarm', 'alarm'])
  const after = reader({ alarms }).first([text('Held', noon), raised(5, 6)], noon + 60_000)
  expect(after.slice(1)).toMatchObject([
    { record: { code: '4', raisedAt: noon - 4, clearedAt: noon + 60_000 } },
    { record: { code: '6', raisedAt: noon - 6 } },
  ])
})

test('a machine that its neighbour stops has an alarm for as long', () => {
  const machine = reader()
  const blocked = (is: boolean, at: number) =>
    [nodes.blocked, value(DataType.Boolean, is, at)] as const
  machine.first([text('Execute', noon), blocked(false, noon)], noon)
  expect(machine.changed([blocked(true, noon + 50)], noon + 60)).toMatchObject([
    { record: { group: 'Interlock', code: 'Blocked', raisedAt: noon + 50 } },
  ])
  expect(machine.changed([blocked(false, noon + 90)], noon + 99)).toMatchObject([
    { record: { code: 'Blocked', clearedAt: noon + 90 } },
  ])
})

test('a value that has more than is read is cut, and its variable is not known', () => {
  let deep: unknown = 1
  for (let level = 0; level < 10_000; level += 1) deep = [deep]
  const large = [Array(5_001).fill(1), deep, [['x'.repeat(131_073)]], new Float64Array(50_000)]
  for (const content of large) {
    const machine = reader()
    const given = boundedValue(
      Object.assign(value(DataType.Double, 1, noon), { value: { value: content } }),
    )
    const records = machine.first([[nodes.speed, given]], noon)
    expect(records).toMatchObject([
      { refused: 'cut', serialNo: 'W-7', detail: `Status/CurMachSpeed: ${beyondSentence}` },
    ])
  }
  const fine = value(DataType.Double, 61.5, noon)
  expect(boundedValue(fine)).toBe(fine)
})
