import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@packboard/model'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyedSemaphore, type Turn } from './keyedSemaphore.ts'
import { limits } from './limits.ts'

/** Who sends a body: its own key, and that of its client, if it has one. */
type BodySender = { readonly key: string; readonly client: string | undefined }

export type BodyTurns = {
  /** Bytes of bodies that are being read or worked on. */
  readonly bytes: number
}

/**
 * A body has its turn before its first byte is read, until it is answered (D84): memory is taken by reading, so what is
 * counted afterwards was not bounded. Counted are bodies of records, and all others above some size; who has no turn in
 * time is answered with 503 or 429 and `Retry-After`, and its body is not gathered. No address is exempt.
 */
export function boundBodies(
  app: FastifyInstance,
  senderOf: (request: FastifyRequest) => BodySender,
): BodyTurns {
  const records = keyedSemaphore({
    waitMs: limits.bodyWaitMs,
    full: () => new AppError('ingest.busy', { retryAfter: 2 }),
  })
  const others = keyedSemaphore({
    waitMs: limits.bodyWaitMs,
    full: () => new AppError('request.tooMany', { retryAfter: 2 }),
  })

  app.addHook('onRequest', async (request, reply) => {
    // Processes of this installation send no more than they accepted within their own bounds.
    if (request.routeOptions.config.peerBody === true) return
    const ofRecords = request.routeOptions.config.recordsBody === true
    const bytes = bytesOf(request)
    if (bytes === 0 || (!ofRecords && bytes < limits.otherBodies.from)) return
    const leave = await (ofRecords ? records : others).enter(
      turnsOf(senderOf(request), bytes, ofRecords ? limits.recordBodies : limits.otherBodies),
    )
    whenEnded(reply, leave)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const unread = !request.raw.complete && bytesOf(request) >= limits.otherBodies.from
    return unread && typeof payload === 'string' ? lastAnswer(reply, payload) : payload
  })

  return {
    get bytes() {
      return records.inside('bytes') + others.inside('bytes')
    },
  }
}

type Bounds = {
  /** A body of at most so many bytes takes less than a turn. */
  readonly smallBytes: number
  readonly smallTakes: number
  readonly perSender: number
  readonly perClient: number
  readonly atOnce: number
  readonly bytesPerSender: number
  readonly bytesPerClient: number
  readonly bytes: number
}

function turnsOf({ key, client }: BodySender, bytes: number, bounds: Bounds): Turn[] {
  const takes = bytes <= bounds.smallBytes ? bounds.smallTakes : 1
  return [
    { key, atOnce: bounds.perSender, takes },
    { key: `bytes ${key}`, atOnce: bounds.bytesPerSender, takes: bytes },
    ...(client === undefined
      ? []
      : [
          { key: client, atOnce: bounds.perClient, takes },
          { key: `bytes ${client}`, atOnce: bounds.bytesPerClient, takes: bytes },
        ]),
    { key: 'all', atOnce: bounds.atOnce, takes },
    { key: 'bytes', atOnce: bounds.bytes, takes: bytes },
  ]
}

/** The bytes that a body may come to: what it announces, or as much as its route takes. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? limits.bodyBytes
  if (headers['transfer-encoding'] !== undefined) return most
  const announced = Number(headers['content-length'] ?? 0)
  return Number.isFinite(announced) ? Math.min(Math.max(0, announced), most) : most
}

/**
 * The body of a refused call is not read, not even to throw it away: a hundred of them would be a second's work. The answer
 * is whole at once; the connection stays for a moment, so that a sender that is still writing can read it, and is closed.
 */
function lastAnswer(reply: FastifyReply, text: string): Readable {
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(text))
  return Readable.from(
    (async function* () {
      yield text
      await pause(limits.unwantedBodyMs)
    })(),
    { objectMode: false },
  )
}

/** Also of an answer that was never sent because the caller has gone. */
function whenEnded({ raw }: FastifyReply, leave: () => void): void {
  if (raw.destroyed || raw.writableFinished) leave()
  else raw.once('close', leave)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route reads records, which have turns of their own. */
    recordsBody?: boolean
    /** This route is for other processes of the installation. */
    peerBody?: boolean
  }
}
