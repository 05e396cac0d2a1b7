import { deflateSync, gzipSync } from 'node:zlib'
import { structureLimits } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wireTypes, payloadBytes as write } from '../../../testing/edgeNode.ts'
import { PayloadError, plainText, readPayload, rebirthPayload, typeName } from './payload.ts'
import { recordedMessages } from './recording/recording.ts'
import { payloadBytes } from './topic.ts'

const { metrics: payloadMetrics } = structureLimits.sparkplug

test('each byte of the recording is read as another decoder read it', () => {
  for (const { b64, decoded } of recordedMessages) {
    const { timestamp, seq, metrics } = readPayload(b64)
    expect({ timestamp, seq }).toEqual({ timestamp: decoded.timestamp, seq: decoded.seq })
    expect(
      metrics.map(({ name, type, timestamp, value }) => ({
        name,
        type: typeName(type),
        timestamp,
        value: plainText(value, type),
      })),
    ).toEqual(
      decoded.metrics.map(({ name, type, timestamp, value }) => ({
        name,
        type,
        timestamp,
        value: String(value),
      })),
    )
  }
})

test('64 bits are exact, and signed where their type is', () => {
  const read = (metric: Parameters<typeof write>[0]['metrics']) =>
    readPayload(write({ metrics: metric ?? [] })).metrics.map(({ value, type }) =>
      plainText(value, type),
    )
  expect(
    read([
      { name: 'a', type: wireTypes.uint64, long: 18_446_744_073_709_551_615n },
      { name: 'b', type: wireTypes.int64, long: -9_007_199_254_740_993n },
      { name: 'c', type: wireTypes.int32, int: -5 },
      { name: 'd', type: wireTypes.uint32, int: 4_294_967_295 },
      { name: 'e', type: wireTypes.uint64, long: 9_007_199_254_740_993n },
      { name: 'f', type: wireTypes.double, double: 0.1 },
    ]),
  ).toEqual([
    '18446744073709551615',
    '-9007199254740993',
    '-5',
    '4294967295',
    '9007199254740993',
    '0.1',
  ])
})

test('compressed payloads are read as their content; a bomb and an unknown way are refused', () => {
  const inner = write({
    at: 5,
    seq: 7,
    metrics: [{ name: 'x', type: wireTypes.string, text: 'y' }],
  })
  const uuid = 'SPBV1.0_COMPRESSED'
  const algorithm = (text: string) => [{ name: 'algorithm', type: wireTypes.string, text }]
  const content = readPayload(inner)
  expect(readPayload(write({ uuid, body: deflateSync(inner) }))).toEqual(content)
  expect(readPayload(write({ uuid, body: gzipSync(inner), metrics: algorithm('GZIP') }))).toEqual(
    content,
  )
  const bomb = gzipSync(Buffer.alloc(4 * payloadBytes))
  for (const [body, way, words] of [
    [bomb, 'GZIP', 'unpacks to more than'],
    [inner, 'GZIP', 'not GZIP'],
    [inner, 'LZ4', 'another way'],
    [undefined, 'GZIP', 'without a content'],
  ] as const) {
    const bytes = write({ uuid, ...(body && { body }), metrics: algorithm(way) })
    expect(() => readPayload(bytes), words).toThrow(words)
  }
})

test('a payload has a largest size and so many metrics', () => {
  expect(() => readPayload(Buffer.alloc(payloadBytes + 1))).toThrow('longer than 1048576 bytes')
  const many = Array.from({ length: payloadMetrics + 1 }, () => ({}))
  expect(() => readPayload(write({ metrics: many }))).toThrow(`more than ${payloadMetrics}`)
  expect(readPayload(write({ metrics: many.slice(1) })).metrics).toHaveLength(payloadMetrics)
})

test('any bytes are read or refused with a reason, however they are cut or changed', () => {
  const good = recordedMessages.slice(0, 40).map(({ b64 }) => b64)
  const changed = fc
    .record({
      from: fc.constantFrom(...good),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
    })
    .map(({ from, cut, changes }) => {
      const bytes = Buffer.from(from.subarray(0, Math.ceil(from.length * cut)))
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
      return bytes
    })
  const anything = fc.oneof(
    changed,
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  fc.assert(
    fc.property(anything, (bytes) => {
      try {
        readPayload(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(PayloadError)
      }
    }),
    runsOfProperty({ deep: 200_000, daily: 3_000 }),
  )
})

test('a rebirth request is the one that the specification wants (tck-id-operational-behavior-data-commands-ncmd-rebirth-name, -value)', () => {
  const { seq, timestamp, metrics } = readPayload(rebirthPayload(1_795_253_864_159))
  expect({ seq, timestamp }).toEqual({ seq: undefined, timestamp: 1_795_253_864_159 })
  expect(metrics).toMatchObject([{ name: 'Node Control/Rebirth', type: 11, value: true }])
})
