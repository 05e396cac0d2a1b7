import { deserialize, serialize } from 'node:v8'
import { type IngestAnswer, ingestRecordLimit } from '@packboard/contract'
import { AppError, type ErrorCode, quarantineReasons, structureLimits } from '@packboard/model'
import { z } from 'zod'
import type { Reading, SourceName } from './connector.ts'
import type { Pipeline } from './pipeline.ts'

/** What a process that receives records passes to the one that holds the store of their client. */
export type CarriedCall =
  | {
      readonly kind: 'accept' | 'deliver'
      readonly userName: string
      readonly clientId: number | null
      /** Of the machines that the reading names, those that the sender may publish for. */
      readonly machineIds: readonly number[]
      readonly onlyMachineId?: number | undefined
      readonly reading: Reading
      readonly receivedAt: number
    }
  | {
      readonly kind: 'deaths' | 'stillAlive'
      readonly machineIds: readonly number[]
      readonly source: SourceName
      readonly receivedAt: number
    }
  | {
      readonly kind: 'missed'
      readonly machineIds: readonly number[]
      readonly messages: number
    }

/** Calls in one body. */
export const mostCarriedCalls = 10_000
const { record, fileRow, sparkplug } = structureLimits

const id = z.int().min(0)
/** Also none, and one without an end: the pipeline quarantines what is no moment and no amount. */
const number = z.custom<number>((value) => typeof value === 'number')
const at = number
const characters = (most: number) => z.string().max(most)
/** Longer texts are quarantined by the pipeline, which must see them. */
const text = characters(record.bytes)

const sample = z.strictObject({
  kind: z.literal('sample'),
  serialNo: text,
  at,
  sequence: number,
  state: number.exactOptional(),
  product: text.exactOptional(),
  tool: text.exactOptional(),
  user: text.exactOptional(),
  speedPpm: number.exactOptional(),
  packCounter: number.exactOptional(),
  batchCounter: number.exactOptional(),
  rejectCounter: number.exactOptional(),
  setSpeedPpm: number.exactOptional(),
  unitMode: text.exactOptional(),
  stateTimes: text.exactOptional(),
  death: z.literal(true).exactOptional(),
  alive: z.literal(true).exactOptional(),
})
const alarm = z.strictObject({
  kind: z.literal('alarm'),
  serialNo: text,
  raisedAt: at,
  sequence: number.exactOptional(),
  clearedAt: at.exactOptional(),
  group: text,
  description: text,
  code: text.exactOptional(),
})
const audit = z.strictObject({
  kind: z.literal('audit'),
  serialNo: text,
  at,
  userGroup: text,
  description: text,
  valueBefore: text,
  valueAfter: text,
})

const ofRecord = {
  /** As it came: within the bounds of a record, or of a row of a file, as was looked at once before. */
  wire: z.unknown(),
  unknownFields: z.array(characters(fileRow.textCharacters)).max(fileRow.values).exactOptional(),
}
const incoming = z.union([
  z.strictObject({
    record: z.discriminatedUnion('kind', [sample, alarm, audit]),
    timeless: z.boolean(),
    rawState: z.union([number, z.literal('words')]).optional(),
    timeOfMessage: z.literal(true).exactOptional(),
    isPast: z.literal(true).exactOptional(),
    ...ofRecord,
  }),
  z.strictObject({
    refused: z.enum(quarantineReasons),
    detail: text,
    serialNo: characters(record.bytes),
    ...ofRecord,
  }),
])

const source = z.enum(['http', 'mqttJson', 'packmlTags', 'sparkplug', 'opcua', 'mqtt', 'file'])
/** A message of Sparkplug B may have a record for each of its metrics, and three for one that cannot be read. */
const mostRecords = Math.max(ingestRecordLimit, 3 * sparkplug.metrics)
const reading = z.strictObject({
  source,
  bytes: z.number().min(0),
  records: z.array(incoming).max(mostRecords),
  came: z.strictObject({ topic: z.string().max(65_535), text }).exactOptional(),
})
const machineIds = z.array(id).max(mostRecords)

/** What a shape lists of what it does not know would be as long as that. */
const mostNames = 32

const shapes: z.ZodType<CarriedCall[]> = z
  .array(
    z.union([
      z.strictObject({
        kind: z.enum(['accept', 'deliver']),
        userName: z.string().max(512),
        clientId: id.nullable(),
        machineIds,
        onlyMachineId: id.optional(),
        reading,
        receivedAt: at,
      }),
      z.strictObject({
        kind: z.enum(['deaths', 'stillAlive']),
        machineIds,
        source,
        receivedAt: at,
      }),
      z.strictObject({ kind: z.literal('missed'), machineIds, messages: z.number().min(0) }),
    ]),
  )
  .max(mostCarriedCalls)

/** The calls of a body. Lists are counted, and the names of objects, before anything in them is looked at. */
function readCarriedCalls(calls: readonly unknown[]): CarriedCall[] {
  for (const call of calls) {
    if (!hasFewNames(call)) throw new RangeError('A call has too many names.')
    const records = inside(inside(call, 'reading'), 'records')
    if (records === undefined) continue
    for (const incoming of demandList(records, mostRecords)) {
      if (!hasFewNames(incoming) || !hasFewNames(inside(incoming, 'record'))) {
        throw new RangeError('A record has too many names.')
      }
      if (!isWithin(inside(incoming, 'wire'))) {
        throw new RangeError('More than a record may have.')
      }
    }
  }
  return shapes.parse(calls)
}

function demandList(value: unknown, most: number): readonly unknown[] {
  if (Array.isArray(value) && value.length <= most) return value
  throw new RangeError(`No list of at most ${most}.`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const inside = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined

const hasFewNames = (value: unknown): boolean =>
  !isObject(value) || Object.keys(value).length <= mostNames

/** Without a stack: what arrives may be nested as deeply as its bytes allow. */
function isWithin(wire: unknown): boolean {
  let values = 0
  let length = 0
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: wire, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    values += 1
    if (typeof value === 'string' || Buffer.isBuffer(value)) length += value.length
    else if (ArrayBuffer.isView(value)) length += value.byteLength
    else if (typeof value === 'object' && value !== null) {
      if (depth >= record.depth || Object.keys(value).length > fileRow.values) return false
      for (const [name, inner] of Object.entries(value)) {
        length += name.length
        if (waiting.push({ value: inner, depth: depth + 1 }) > fileRow.values) return false
      }
    }
    if (values > 4 * fileRow.values || length > fileRow.textCharacters) return false
  }
  return true
}

/** The outcome of one call: durable, or refused as by the pipeline itself. */
export type CarriedOutcome =
  | { readonly answer: IngestAnswer | null }
  | { readonly refused: ErrorCode; readonly retryAfter: number | undefined }

/**
 * Each call in Node's own binary form behind its length in four bytes, so that calls are counted before one is read: both sides
 * are processes of one version. The form keeps bigint, undefined and buffers.
 */
export const packCalls = (calls: readonly unknown[]): Buffer =>
  Buffer.concat(
    calls.flatMap((call) => {
      const bytes = serialize(call)
      const length = Buffer.alloc(lengthBytes)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )

const lengthBytes = 4

/** What came, read like what any sender sends: the secret of the processes alone makes no record of it. */
export function unpackCalls(body: Buffer): CarriedCall[] {
  try {
    return readCarriedCalls(packedCalls(body).map((bytes) => deserialize(bytes)))
  } catch (error) {
    throw new AppError('request.invalid', { cause: error })
  }
}

function packedCalls(body: Buffer): Buffer[] {
  const packed: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const begin = at + lengthBytes
    at = begin + body.readUInt32LE(at)
    if (at > body.length) throw new RangeError('The last call is not whole.')
    if (packed.push(body.subarray(begin, at)) > mostCarriedCalls) {
      throw new RangeError(`More than ${mostCarriedCalls} calls.`)
    }
  }
  return packed
}

export const packOutcomes = (outcomes: readonly CarriedOutcome[]): Buffer => serialize(outcomes)
export const unpackOutcomes = (body: Buffer): CarriedOutcome[] =>
  deserialize(body) as CarriedOutcome[]

/** Passes carried calls to the pipeline in their order; resolves when each is durable or refused. */
export function bringCarried(
  pipeline: Pipeline,
  calls: readonly CarriedCall[],
): Promise<CarriedOutcome[]> {
  return Promise.all(calls.map((call) => outcomeOf(bring(pipeline, call))))
}

async function bring(pipeline: Pipeline, call: CarriedCall): Promise<IngestAnswer | null> {
  if (call.kind === 'missed') {
    pipeline.missed(call.machineIds, call.messages)
    return null
  }
  if (!('reading' in call)) {
    await pipeline[call.kind](call.machineIds, call.source, call.receivedAt)
    return null
  }
  const allowed = new Set(call.machineIds)
  const sender = {
    userName: call.userName,
    clientId: call.clientId,
    onlyMachineId: call.onlyMachineId,
    mayPublishFor: (machineId: number) => allowed.has(machineId),
  }
  return call.kind === 'accept'
    ? pipeline.accept(sender, call.reading, call.receivedAt)
    : pipeline.deliver(sender, call.reading, call.receivedAt)
}

async function outcomeOf(durable: Promise<IngestAnswer | null>): Promise<CarriedOutcome> {
  try {
    return { answer: await durable }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code, retryAfter: error.retryAfter }
    throw error
  }
}
