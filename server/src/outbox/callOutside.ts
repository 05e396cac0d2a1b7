import { AppError } from '@packboard/model'
import { Agent, request } from 'undici'
import { limits } from '../http/limits.ts'
import { lookupOf, type OutsideHosts } from '../http/outsideHosts.ts'

/** What became of one try: whether the recipient took the message, and why not, as a code. */
export type Outcome =
  | { readonly is: 'sent'; readonly status: number | null }
  /** It is tried again. */
  | {
      readonly is: 'wait'
      readonly why: string
      readonly status: number | null
      readonly detail?: string
    }
  /** It is of no use to try again. */
  | { readonly is: 'drop'; readonly why: string }
  /** The recipient does not exist any more (410). */
  | { readonly is: 'gone'; readonly status: number }

/**
 * One POST to an address that a person entered: by the addresses that were checked and no others, without following where an answer
 * leads, in ten seconds. The answer is read so that the connection ends in order, at most 64 kB of it, and not kept.
 */
export async function callOutside(
  hosts: OutsideHosts,
  url: URL,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer },
): Promise<Outcome> {
  let agent: Agent | undefined
  try {
    const addresses = await hosts.demandAllowed(url)
    agent = new Agent({
      connections: 1,
      connect: { timeout: limits.hookTimeout, lookup: lookupOf(() => addresses) },
      headersTimeout: limits.hookTimeout,
      bodyTimeout: limits.hookTimeout,
    })
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: message.headers,
      body: message.body,
      signal: AbortSignal.timeout(limits.hookTimeout),
    })
    await readSome(answer.body)
    return outcomeOf(answer.statusCode)
  } catch (error) {
    return failureOf(error)
  } finally {
    await agent?.destroy().catch(() => undefined)
  }
}

async function readSome(body: AsyncIterable<Buffer>): Promise<void> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    // The status was read: what else it says is of no interest.
    if (size > limits.hookAnswerBytes) return
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { is: 'sent', status }
  if (status === 410) return { is: 'gone', status }
  return { is: 'wait', why: status >= 300 && status < 400 ? 'redirect' : 'status', status }
}

const refusals: Readonly<Record<string, string>> = {
  'hook.privateAddress': 'privateAddress',
  'hook.notHttps': 'notHttps',
}

/** A private address is tried again, too: the operator may allow it, and the name may lead elsewhere. */
export function failureOf(error: unknown): Outcome {
  const code = error instanceof AppError ? refusals[error.code] : undefined
  const name = error instanceof Error ? error.name : 'unknown'
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string'
  const detail = isCoded ? String(error.code) : name
  return { is: 'wait', why: code ?? 'away', status: null, detail }
}
