import { expect, test } from 'vitest'
import { payloadBytes, type WireMetric, wireTypes } from '../../../testing/edgeNode.ts'
import type { EdgeMachine } from '../../directory.ts'
import { readPayload } from './payload.ts'
import { noScope, recordsOf } from './records.ts'

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
