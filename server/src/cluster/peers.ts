import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'

/** Carries the secret of the installation, by which its processes know each other. */
export const peerHeader = 'x-packboard-peer'

/** Names the cell that a call is for. */
export const cellHeader = 'x-packboard-cell'

/** Which quarantines of a cell are nearly full: of at least so many records or bytes. */
export type QuarantineQuestion = {
  readonly records: number
  readonly bytes: number
  readonly most: number
}
export const quarantinesPath = '/internal/full-quarantines'

export const opcUaPath = '/internal/opcua'

/** What the machines of clients do now, for those who choose among the clients of all cells. */
export const boardPath = '/internal/client-board'

/** Above the longest time that a commit or a question may take. */
const callLimitMs = 60_000

/** Whether a request comes from another process of this installation. */
export function isPeer(request: FastifyRequest, secret: string): boolean {
  const given = request.headers[peerHeader]
  if (typeof given !== 'string') return false
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * The headers by which another process of this installation knows a call, for the host that it goes to. Nothing else sends the
 * secret, and no host gets it that neither the cell book nor the list of processes names: it opens the records of every client.
 */
export type PeerHeaders = (host: string, cellId?: number) => Record<string, string>

export function peerHeaders(secret: string, addresses: () => readonly string[]): PeerHeaders {
  return (host, cellId) => {
    if (!addresses().some((address) => new URL(address).host === host)) {
      // A process that has just ended is none either: the caller is to try again.
      const cause = new Error(`no process of this installation answers at ${host}`)
      throw new AppError('store.busy', { retryAfter: 1, cause })
    }
    return {
      [peerHeader]: secret,
      ...(cellId !== undefined && { [cellHeader]: String(cellId) }),
    }
  }
}

/** Calls another process of this installation. */
export async function callPeer(
  url: string,
  path: string,
  headersFor: PeerHeaders,
  { cellId, body = Buffer.alloc(0) }: { cellId?: number; body?: Buffer } = {},
): Promise<Buffer> {
  const target = new URL(path, url)
  const answer = await fetch(target, {
    method: 'POST',
    headers: {
      ...headersFor(target.host, cellId),
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(body),
    // The secret goes where the book says, and nowhere that an answer names.
    redirect: 'error',
    signal: AbortSignal.timeout(callLimitMs),
  })
  const content = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) {
    throw new AppError('store.busy', {
      retryAfter: 2,
      cause: new Error(`${path} of another process answered ${answer.status}`),
    })
  }
  return content
}
