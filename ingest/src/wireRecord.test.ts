import { recordWire } from '@packboard/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isObject, readBySchema, readSample, readWireRecord } from './wireRecord.ts'

const good = { kind: 'sample', serialNo: 'FW-101', time: 1_793_000_000_000 }

/** Values at and around the bounds of every field, of its own kind and of others. */
const anyValue = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(0, 1, 10, 120.5, 'execute', 'Bar', 'Un-Holding'),
  },
  fc.constantFrom<unknown>(
    ...[-0, -1, 0.5, 32_768, 1e6, 1e6 + 0.5, 4_294_967_295, 4_294_967_296, 1e15, 1e15 + 2, 2 ** 53],
    ...[Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, [], {}, ['execute'], ''],
    ...['x'.repeat(64), 'x'.repeat(65), 'x'.repeat(512), 'x'.repeat(513), '10', '-99999', '100000'],
    ...['2026-11-22T10:00:00Z', '2026-02-29T10:00:00Z', '2026-11-22T10:00:00.123456+05:30'],
    ...['2026-11-22T10:00:00', '2026-11-22', '2026-11-22T24:00:00Z', '2026-11-22t10:00:00z'],
    ...['2026-11-22T10:00:00Z\n', '0000-01-01T00:00:00Z', 'FW-101\n', ' FW-101', 'É 1._-', 'FW/1'],
    ...[
      { 10: 5.5, Stopped: 3 },
      { Stopped: 3, 5: 4 },
      { Execute: -1 },
      { Nonsense: 1 },
      { 5: 4e9 + 1 },
    ],
    Object.fromEntries(Array.from({ length: 65 }, (_, state) => [state, 1])),
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 1 }),
)
const fieldNames = [
  ...['kind', 'serialNo', 'time', 'seq', 'state', 'product', 'tool', 'user', 'speed', 'packs'],
  ...[
    'batch',
    'rejects',
    'setSpeed',
    'unitMode',
    'stateSeconds',
    'color',
    '__proto__',
    'raisedAt',
    'group',
  ],
]
/** A good sample with some fields of any value, and some without. */
const anyWire = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fieldNames), anyValue, { maxKeys: 4 }),
    fc.subarray(['kind', 'serialNo', 'time'], { minLength: 2 }),
  )
  .map(([fields, kept]) => ({
    ...Object.fromEntries(Object.entries(good).filter(([name]) => kept.includes(name))),
    ...fields,
  }))

test('whatever a record says, it is read as its schema reads it: field, reason and unknown names included', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: anyWire }, anyValue), (wire) => {
      const read = readWireRecord(wire)
      expect(read).toStrictEqual(readBySchema(wire, false, wire))
      // A good sample never needs the schema.
      const isSample = 'record' in read && read.record.kind === 'sample'
      expect(isObject(wire) && readSample(wire) !== undefined).toBe(isSample)
    }),
    { numRuns: 5_000 },
  )
})

test.each(fieldNames)('%s has its bounds where the schema has them', (field) => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const wire = { ...good, [field]: value }
      const read = readWireRecord(wire)
      expect(read).toStrictEqual(readBySchema(wire, false, wire))
      // A record without a kind is read as a sample.
      const meant = { ...wire, kind: wire.kind ?? (value === undefined ? 'sample' : wire.kind) }
      if (!recordWire.safeParse(meant).success) expect(readSample(wire)).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})

test('a record without a kind is a sample, with the names of its fields', () => {
  const { kind: _, ...kindless } = good
  expect(readWireRecord({ ...kindless, speed: 60, speeed: 1 })).toMatchObject({
    record: { kind: 'sample', serialNo: 'FW-101', speedPpm: 60 },
    unknownFields: ['speeed'],
  })
  expect(readWireRecord({ ...kindless, kind: 'samples' })).toMatchObject({
    detail: 'kind: write sample, alarm or audit',
  })
})

test.each([
  [1_793_000_000.5, 'seconds'],
  [1_793_000_000_000_000_000, 'nanoseconds'],
])('a time of %d is refused as %s', (time, unit) => {
  expect(readWireRecord({ ...good, time })).toMatchObject({
    detail: expect.stringMatching(new RegExp(`^time: this looks like ${unit}: write ISO 8601`)),
  })
})

test('what is kept of a record is what came, not what was read', () => {
  const text = JSON.stringify(good)
  expect(readWireRecord(JSON.parse(text), false, text)).toMatchObject({ wire: text })
  expect(readWireRecord({ kind: 'sample' }, false, text)).toMatchObject({
    refused: 'malformed',
    wire: text,
  })
})
