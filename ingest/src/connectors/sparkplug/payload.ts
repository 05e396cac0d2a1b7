import { gunzipSync, inflateSync } from 'node:zlib'
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { structureLimits } from '@packboard/model'
import * as limits from './topic.ts'

/** A metric as it came; whole numbers are exact, up to 64 bits. */
export type Metric = {
  readonly name?: string
  readonly alias?: bigint
  /** Milliseconds since 1970. */
  readonly timestamp?: number
  readonly type?: number
  readonly isHistorical: boolean
  readonly isNull: boolean
  /** Undefined for none, and for what is no plain value: a data set, a template, bytes, an extension. */
  readonly value?: bigint | number | boolean | string
}

export type Payload = {
  /** When it was sent, by the clock of the edge node. */
  readonly timestamp?: number
  readonly seq?: number
  readonly metrics: readonly Metric[]
  /** Of the message, unpacked. */
  readonly bytes: number
}

/** Numbers of the types that a metric may have. */
export const types = { int64: 4, boolean: 11, dateTime: 13, template: 19, last: 34 } as const

const typeNames = [
  ...['Unknown', 'Int8', 'Int16', 'Int32', 'Int64', 'UInt8', 'UInt16', 'UInt32', 'UInt64'],
  ...['Float', 'Double', 'Boolean', 'String', 'DateTime', 'Text', 'UUID', 'DataSet', 'Bytes'],
  ...['File', 'Template', 'PropertySet', 'PropertySetList'],
]

export const typeName = (type: number | undefined) =>
  type === undefined ? 'no type' : (typeNames[type] ?? `type ${type}`)

const { metrics: mostMetrics } = structureLimits.sparkplug

/** Why a payload cannot be read. */
export class PayloadError extends Error {}

/** It has more than a message may have: nothing more of it is read. */
export class CutPayloadError extends PayloadError {}

/** Throws a PayloadError, and nothing else. */
export function readPayload(bytes: Uint8Array): Payload {
  if (bytes.length > limits.payloadBytes) {
    throw new CutPayloadError(`the message is longer than ${limits.payloadBytes} bytes`)
  }
  try {
    const outer = readMessage(bytes)
    if (outer.uuid !== compressed) return { ...outer, bytes: bytes.length }
    const inner = expand(outer.body, algorithmOf(outer.metrics))
    return { ...readMessage(inner), bytes: inner.length }
  } catch (error) {
    if (error instanceof PayloadError) throw error
    throw new PayloadError('not a payload of Sparkplug B')
  }
}

/** The content of a payload that carries this name is compressed. */
const compressed = 'SPBV1.0_COMPRESSED'

function algorithmOf(metrics: readonly Metric[]): string {
  const given = metrics.find(({ name }) => name === 'algorithm')?.value
  return typeof given === 'string' ? given.toUpperCase() : 'DEFLATE'
}

function expand(body: Uint8Array | undefined, algorithm: string): Uint8Array {
  if (body === undefined) throw new PayloadError('a compressed message without a content')
  const bounds = { maxOutputLength: limits.payloadBytes }
  try {
    if (algorithm === 'GZIP') return gunzipSync(body, bounds)
    if (algorithm === 'DEFLATE') return inflateSync(body, bounds)
  } catch (error) {
    if (error instanceof RangeError) {
      throw new CutPayloadError(`the message unpacks to more than ${limits.payloadBytes} bytes`)
    }
    throw new PayloadError(`not ${algorithm}`)
  }
  throw new PayloadError('compressed in another way than DEFLATE or GZIP')
}

const { Varint, LengthDelimited, Bit32, Bit64 } = WireType

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** Field by field: data sets, templates and properties are stepped over, so nothing of them nests. */
function readMessage(bytes: Uint8Array) {
  const reader = new BinaryReader(bytes)
  const metrics: Metric[] = []
  const payload: Writable<Omit<Payload, 'bytes'>> & { uuid?: string; body?: Uint8Array } = {
    metrics,
  }
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag()
    if (field === 1 && wire === Varint) payload.timestamp = instant(reader)
    else if (field === 2 && wire === LengthDelimited) {
      if (metrics.length === mostMetrics) {
        throw new CutPayloadError(`more than ${mostMetrics} metrics in one message`)
      }
      metrics.push(readMetric(reader.bytes()))
    } else if (field === 3 && wire === Varint) payload.seq = Number(BigInt(reader.uint64()) & 255n)
    else if (field === 4 && wire === LengthDelimited) payload.uuid = reader.string(true)
    else if (field === 5 && wire === LengthDelimited) payload.body = reader.bytes()
    else reader.skip(wire, field)
  }
  return payload
}

function readMetric(bytes: Uint8Array): Metric {
  const reader = new BinaryReader(bytes)
  const metric: Writable<Metric> = { isHistorical: false, isNull: false }
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag()
    if (field === 1 && wire === LengthDelimited) metric.name = reader.string(true)
    else if (field === 2 && wire === Varint) metric.alias = BigInt(reader.uint64())
    else if (field === 3 && wire === Varint) metric.timestamp = instant(reader)
    else if (field === 4 && wire === Varint) metric.type = reader.uint32()
    else if (field === 5 && wire === Varint) metric.isHistorical = reader.bool()
    else if (field === 7 && wire === Varint) metric.isNull = reader.bool()
    else if ((field === 10 || field === 11) && wire === Varint)
      metric.value = BigInt(reader.uint64())
    else if (field === 12 && wire === Bit32) metric.value = reader.float()
    else if (field === 13 && wire === Bit64) metric.value = reader.double()
    else if (field === 14 && wire === Varint) metric.value = reader.bool()
    else if (field === 15 && wire === LengthDelimited) metric.value = reader.string(true)
    else reader.skip(wire, field)
    if (reader.pos > reader.len) throw new PayloadError('a metric that ends too early')
  }
  return metric
}

function instant(reader: BinaryReader): number {
  const at = Number(reader.uint64())
  if (!Number.isSafeInteger(at)) throw new PayloadError('a time that is no moment')
  return at
}

/** Bits of the whole numbers, and whether they have a sign: they travel as the bits of an unsigned one. */
const widths: Readonly<Record<number, readonly [bits: number, signed: boolean]>> = {
  1: [8, true],
  2: [16, true],
  3: [32, true],
  4: [64, true],
  5: [8, false],
  6: [16, false],
  7: [32, false],
  8: [64, false],
  13: [64, false],
}

/** The value as text, exact to the last digit; undefined when it is no plain value. */
export function plainText(value: Metric['value'], type: number | undefined): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'bigint') return String(value)
  const width = type === undefined ? undefined : widths[type]
  if (!width) return String(value)
  const [bits, signed] = width
  return String(signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value))
}

/** The payload of a rebirth request: `Node Control/Rebirth` is true. It has no sequence number. */
export function rebirthPayload(at: number): Buffer {
  const metric = new BinaryWriter()
    .tag(1, LengthDelimited)
    .string('Node Control/Rebirth')
    .tag(3, Varint)
    .uint64(at)
    .tag(4, Varint)
    .uint32(types.boolean)
    .tag(14, Varint)
    .bool(true)
    .finish()
  const writer = new BinaryWriter()
  writer.tag(1, Varint).uint64(at).tag(2, LengthDelimited).bytes(metric)
  return Buffer.from(writer.finish())
}
