import { expect, test } from 'vitest'
import { payloadBytes, type WireMetric, wireTypes } from '../../../testing/edgeNode.ts'
import type { EdgeMachine } from '../../directory.ts'
import { createAlarms } from '../../packml/alarms.ts'
import { readPayload } from './payload.ts'
import { noScope, recordsOf, scopeOf } from './records.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const target: EdgeMachine = {
  machine: { machineId: 10, clientId: 7, serialNo: 'CNC 1', holdMs: 90_000, topics: [] },
  setting: {
    ...{ connector: 'sparkplug', prefix: 'Greenville/CNC', origin: 'ownBroker' },
    dictionary: 'iso-tr88',
  },
  device: '',
}
const number = (int: number, seconds: number): WireMetric => ({
  ...{ name: 'Status/StateCurrent', type: wireTypes.int32, int, at: noon + seconds * 1_000 },
})
const word = (text: string, seconds: number): WireMetric => ({
  ...{ name: 'Status/StateCurrentStr', type: wireTypes.string, text, at: noon + seconds * 1_000 },
})

function raw(...metrics: WireMetric[]) {
  const { records } = recordsOf({
    payload: readPayload(payloadBytes({ at: noon, seq: 1, metrics })),
    isBirth: false,
    scope: noScope(),
    target,
    sequence: 1,
    receivedAt: noon,
    wire: {},
  })
  return records.map((one) =>
    'refused' in one
      ? one.refused
      : [one.record.kind === 'sample' && one.record.state, one.rawState],
  )
}

test('the number of a state goes beside its sample before the dictionary translates it', () => {
  expect(raw(number(15, 1), number(4, 2))).toEqual([
    [7, 15],
    [8, 4],
  ])
  // One that the dictionary does not hold, too: refused, and a sample of unknown time.
  expect(raw(number(99, 1))).toEqual(['malformed', [-1, 99]])
})

test('where a machine names its state the number beside it is not read', () => {
  expect(raw(number(4, 1), word('Idle', 1))).toEqual([[8, 'words']])
})

test('an alarm whose fields come in a message is one alarm, also after another birth, and ends with its trigger', () => {
  const alarms = createAlarms('')
  const metric = (name: string, more: Partial<WireMetric>): WireMetric => ({
    ...{ name: `Admin/Alarm[0].${name}`, ...more },
  })
  const trigger = (bool: boolean) => metric('Trigger', { type: wireTypes.boolean, bool })
  const whole = [
    trigger(true),
    metric('ID', { type: wireTypes.int32, int: 7 }),
    metric('Message', { type: wireTypes.string, text: 'Film snapped' }),
  ]
  const born = (at: number, metrics: readonly WireMetric[]) => {
    const payload = readPayload(payloadBytes({ at, seq: 0, metrics }))
    return said(scopeOf(payload, alarms), payload, at, true)
  }
  const said = (
    scope: ReturnType<typeof scopeOf>,
    payload: ReturnType<typeof readPayload>,
    at: number,
    isBirth: boolean,
  ) => ({
    scope,
    alarms: recordsOf({
      ...{ payload, isBirth, scope, target, sequence: 1, receivedAt: at, wire: '' },
    }).records.map((one) => {
      if ('refused' in one || one.record.kind !== 'alarm') return ['no alarm']
      const { serialNo, code, description, raisedAt, clearedAt } = one.record
      return [serialNo, code, description, raisedAt, clearedAt]
    }),
  })
  const alarm = ['CNC 1', '7', 'Film snapped', noon]
  expect(born(noon, whole).alarms).toEqual([[...alarm, undefined]])
  const second = born(noon + 5_000, whole)
  expect(second.alarms).toEqual([])
  const over = readPayload(payloadBytes({ at: noon + 9_000, seq: 1, metrics: [trigger(false)] }))
  expect(said(second.scope, over, noon + 9_000, false).alarms).toEqual([[...alarm, noon + 9_000]])
})

test('without an AccCount in the birth Count is the counter of packs from the first value on', () => {
  const count: WireMetric = {
    name: 'Admin/ProdProcessedCount[0].Count',
    type: wireTypes.int32,
    int: 5,
  }
  const payload = readPayload(payloadBytes({ at: noon, seq: 0, metrics: [count] }))
  const given = { payload, isBirth: true, scope: scopeOf(payload), target, sequence: 0 }
  expect(recordsOf({ ...given, receivedAt: noon, wire: '' }).records).toMatchObject([
    { record: { packCounter: 5, batchCounter: 5 } },
  ])
})
