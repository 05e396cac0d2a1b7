import { expect, test } from 'vitest'
import { type CarriedCall, packCalls, unpackCalls } from './carriedCalls.ts'
import type { Incoming } from './connector.ts'

const at = Date.UTC(2026, 10, 29, 12)
const sample = { kind: 'sample', serialNo: 'FW-101', at, sequence: 0 } as const
const call = (records: readonly Incoming[]): CarriedCall => ({
  ...{ kind: 'accept', userName: 'FW-101', clientId: 7, machineIds: [1], onlyMachineId: undefined },
  ...{ reading: { source: 'http', bytes: 100, records }, receivedAt: at },
})
const record = (wire: unknown, more: object = {}): Incoming => ({
  ...{ record: { ...sample, ...more }, timeless: false, wire },
})

test('what a process packs comes out as it was', () => {
  const wire = { topic: 'a', payload: 'b' }
  const calls: CarriedCall[] = [
    call([
      record(
        { ...sample, note: [1, { a: 2n }] },
        { speedPpm: Number.POSITIVE_INFINITY, at: Number.NaN },
      ),
      { ...record(wire), rawState: Number.NaN, unknownFields: ['note'] },
      { refused: 'cut', detail: 'too long', serialNo: '', wire: Buffer.from([255]) },
      { refused: 'malformed', detail: 'no', serialNo: '', wire },
    ]),
    { kind: 'deaths', machineIds: [1, 2], source: 'mqtt', receivedAt: at },
    { kind: 'missed', machineIds: [1], messages: 3 },
  ]
  expect(unpackCalls(packCalls(calls))).toEqual(calls)
})

const none = { source: 'http', bytes: 0, records: [] }

let deep: unknown = 1
for (let level = 0; level < 50; level += 1) deep = [deep]

test.each<[string, unknown[]]>([
  ['no call', ['accept']],
  ['more calls than a body has', Array(10_001).fill(call([]))],
  ['another kind', [{ kind: 'drop', machineIds: [] }]],
  ['a machine that is no number', [{ kind: 'missed', machineIds: ['1'], messages: 1 }]],
  ['more than is known', [{ ...call([]), admin: true }]],
  [
    'a record of no kind',
    [
      {
        ...call([]),
        reading: { ...none, records: [{ ...record(1), record: { ...sample, kind: 'dance' } }] },
      },
    ],
  ],
  [
    'a wide record',
    [call([record(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [i, i])))])],
  ],
  ['a deep record', [call([record(deep)])]],
  ['a long record', [call([record('x'.repeat(65_537))])]],
  ['a long text', [call([record(1, { product: 'x'.repeat(16_385) })])]],
  ['more records than a call has', [call(Array(15_001).fill(record(1)))]],
])('%s is refused as a whole', (_, calls) => {
  expect(() => unpackCalls(packCalls(calls))).toThrow(
    expect.objectContaining({ code: 'request.invalid' }),
  )
})

test.each(['[]', 'a length of more than comes'])(
  'bytes that were not packed by a process are refused: %s',
  (bytes) => {
    expect(() => unpackCalls(Buffer.from(bytes))).toThrow(
      expect.objectContaining({ code: 'request.invalid' }),
    )
  },
)
