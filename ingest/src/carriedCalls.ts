import { deserialize, serialize } from 'node:v8'
import type { IngestAnswer } from '@packboard/contract'
import { AppError, type ErrorCode } from '@packboard/model'
import { type CarriedCall, mostCarriedCalls, readCarriedCalls } from './carriedShapes.ts'
import type { Pipeline } from './pipeline.ts'

export type { CarriedCall } from './carriedShapes.ts'

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
