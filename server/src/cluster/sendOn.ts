import replyFrom from '@fastify/reply-from'
import { AppError } from '@packboard/model'
import { RecordsAreElsewhere } from '@packboard/telemetry/elsewhere'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Agent, Dispatcher } from 'undici'
import { isPathTarget } from '../http/connections.ts'
import { answerFailure } from '../http/errors.ts'
import type { Cluster } from './cluster.ts'

/** Connections to each process that holds a cell, for calls and for live streams, each of which takes one for as long as it is open. */
const callConnections = 1_024
const streamConnections = 4_096
/** Above the longest time that a question may take, so that the answer of the other process comes first. */
const answerMs = 90_000

/** Registers what sends a call to the process that holds the records of its client. */
export async function registerSendOn(app: FastifyInstance): Promise<void> {
  const pool = (connections: number) =>
    new Agent({ connections, pipelining: 1, headersTimeout: answerMs, bodyTimeout: answerMs })
  const pools = new PoolsByPath(pool(callConnections), pool(streamConnections))
  app.addHook('onClose', () => pools.destroy())
  await app.register(replyFrom, {
    undici: pools,
    disableCache: true,
    disableRequestLogging: true,
  })
}

/** The addresses of live streams begin so. */
const streamPath = '/api/admin/machines-live/'

/** Open pages must not keep calls from a connection, however many there are: each kind has a pool of its own. */
export class PoolsByPath extends Dispatcher {
  readonly #calls: Agent
  readonly #streams: Agent

  constructor(calls: Agent, streams: Agent) {
    super()
    this.#calls = calls
    this.#streams = streams
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const isStream = options.path.startsWith(streamPath)
    return (isStream ? this.#streams : this.#calls).dispatch(options, handler)
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#calls.destroy(), this.#streams.destroy()])
  }
}

/** Whether a failure says that another process holds the records. */
export function isElsewhere(error: unknown): boolean {
  if (error instanceof RecordsAreElsewhere) return true
  return error instanceof Error && error.cause !== undefined && isElsewhere(error.cause)
}

/**
 * Sends a call on, as it came, to the process that holds the records of its client, and its answer back. The caller has passed
 * the guard here and passes that of the other process, too.
 */
export async function sendOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { headersFor, book }: Pick<Cluster, 'headersFor' | 'book'>,
  clientId: number | undefined,
): Promise<FastifyReply> {
  const busy = (cause: unknown) => {
    return answerFailure(new AppError('store.busy', { retryAfter: 1, cause }), request, reply)
  }
  if (clientId === undefined) return busy(new Error('this call has no client'))
  const cellId = await book.cellOf(clientId)
  const url = book.urlOf(cellId)
  if (url === undefined) return busy(new Error(`no process holds cell ${cellId}`))
  // Compressed by the process that makes it, or not at all: an event stream must not be held back.
  request.headers['x-no-compression'] = '1'
  const { bodyText } = request
  // Where to is the book's word, and what for is the caller's: a target that is no path would name a host of its own.
  const target = request.raw.url ?? ''
  if (!isPathTarget(target)) throw new AppError('request.invalid')
  return reply.from(target.split('?', 1)[0], {
    getUpstream: () => new URL(url).origin,
    ...(bodyText !== '' && { body: bodyText, contentType: 'application/json' }),
    // The caller is to try again: the holder may have changed by then.
    retryDelay: () => null,
    rewriteRequestHeaders: (_request, headers) => {
      const { forwarded: _, ...own } = headers
      return {
        ...own,
        // reply-from names here the host that it connects to.
        ...headersFor(own.host ?? '', cellId),
        'x-forwarded-for': request.ip,
        'x-forwarded-proto': request.protocol,
      }
    },
    onError: (_reply, { error }) => void busy(error),
  })
}

/** The client that a call names in its path, query or body; else the one of the viewer. */
export function clientOf(
  error: unknown,
  request: FastifyRequest,
  viewerClient: () => number | null,
): number | undefined {
  if (error instanceof RecordsAreElsewhere && error.clientId !== undefined) return error.clientId
  for (const values of [request.params, request.query, request.body]) {
    if (typeof values !== 'object' || values === null) continue
    const named: unknown = Reflect.get(values, 'clientId')
    if (typeof named === 'number') return named
  }
  return viewerClient() ?? undefined
}
