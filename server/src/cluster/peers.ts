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

/** Above the longest time that a commit or a question may take. */
const callLimitMs = 60_000

/** Whether a request comes from another process of this installation. */
export function isPeer(request: FastifyRequest, secret: string): boolean {
  const given = request.headers[peerHeader]
  if (typeof given !== 'string') return false
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Calls another process of this installation. */
export async function callPeer(
  url: string,
  path: string,
  secret: string,
  { cellId, body = Buffer.alloc(0) }: { cellId?: number; body?: Buffer } = {},
): Promise<Buffer> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: {
      [peerHeader]: secret,
      'content-type': 'application/octet-stream',
      ...(cellId !== undefined && { [cellHeader]: String(cellId) }),
    },
    body: new Uint8Array(body),
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
