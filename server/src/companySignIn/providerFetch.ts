import { AppError, companyLimits } from '@packboard/model'
import type { CustomFetch } from 'openid-client'
import { Agent, request } from 'undici'
import { checkJsonBounds } from '../http/createApp.ts'
import { lookupOf } from '../http/outsideHosts.ts'
import type { ProviderHosts } from './providerHosts.ts'

/** How companies are queried. */
export type ProviderFetch = {
  readonly fetch: CustomFetch
  close(): Promise<void>
}

/** Milliseconds of one step of an answer; what asks bounds all of it. */
const stepMs = 5_000
/** Answers are read with as many levels and values; a set of keys has some hundred. */
const jsonBounds = { depth: 12, values: 2 * companyLimits.claimValues }
/** Answers that have no body. */
const emptyStatuses = [204, 205, 304]

/**
 * Asks a company: by the addresses that were checked and no others, without following where an answer leads, and with a bound for its
 * bytes and its structure. An answer above them is `company.tooLarge`, one that does not come `company.away`.
 */
export function providerFetch(hosts: ProviderHosts): ProviderFetch {
  const lookup = lookupOf((host) => hosts.resolve(host))
  const agent = new Agent({
    connections: 8,
    pipelining: 1,
    headersTimeout: stepMs,
    bodyTimeout: stepMs,
    connect: { timeout: stepMs, lookup },
  })

  return {
    async fetch(url, { method, headers, body, signal }) {
      const target = new URL(url)
      // An address in numbers is not looked up: it is checked here.
      await hosts.demandAllowed(target)
      const sent = body instanceof URLSearchParams ? body.toString() : body
      if (sent !== null && sent !== undefined && typeof sent !== 'string') {
        throw new TypeError('A company is sent a form.')
      }
      const answer = await request(target, {
        dispatcher: agent,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: sent ?? null,
        signal: signal ?? null,
      }).catch((cause: unknown) => {
        throw isRefusal(cause) ?? new AppError('company.away', { cause })
      })
      const bytes = await bounded(answer.body)
      const given = new Headers()
      for (const [name, value] of Object.entries(answer.headers)) {
        for (const each of [value ?? []].flat()) given.append(name, each)
      }
      if (/\bjson\b/.test(given.get('content-type') ?? '')) demandFlat(bytes.toString('utf8'))
      const status = answer.statusCode
      return new Response(emptyStatuses.includes(status) ? null : new Uint8Array(bytes), {
        status,
        headers: given,
      })
    },
    close: () => agent.destroy(),
  }

  async function bounded(body: AsyncIterable<Buffer>): Promise<Buffer> {
    const pieces: Buffer[] = []
    let size = 0
    try {
      for await (const piece of body) {
        size += piece.length
        if (size > companyLimits.answerBytes) throw new AppError('company.tooLarge')
        pieces.push(piece)
      }
    } catch (cause) {
      throw isRefusal(cause) ?? new AppError('company.away', { cause })
    }
    return Buffer.concat(pieces)
  }
}

function demandFlat(text: string): void {
  try {
    checkJsonBounds(text, jsonBounds)
  } catch (cause) {
    throw new AppError('company.tooLarge', { cause })
  }
}

/** One of our own, however deep a library has wrapped it. */
export function isRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error && error.cause !== undefined ? isRefusal(error.cause) : undefined
}
