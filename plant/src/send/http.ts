import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type IngestCounts, ingestCounts } from '@packboard/contract'

const compress = promisify(gzip)

/** D43: records in one call. */
const recordsPerCall = 10_000
const callsInFlight = 2

type Gateway = {
  /** `http://127.0.0.1:8080` */
  readonly httpUrl: string
  readonly userName: string
  readonly password: string
}

/**
 * A factory's gateway: gathers records and posts them, two calls at a time. What the product cannot take now is sent
 * again until it is taken; `send` resolves when there is room for more, `done` when everything is durable.
 */
export class HttpSender {
  readonly counts: IngestCounts = { accepted: 0, duplicate: 0, late: 0, quarantined: 0 }
  #lines: string[] = []
  readonly #inFlight = new Set<Promise<void>>()
  #failure: unknown
  readonly #gateway: Gateway
  readonly #signal: AbortSignal | undefined

  constructor(gateway: Gateway, signal?: AbortSignal) {
    this.#gateway = gateway
    this.#signal = signal
  }

  async send(lines: Iterable<string>): Promise<void> {
    for (const line of lines) {
      this.#lines.push(line)
      if (this.#lines.length >= recordsPerCall) await this.#flush()
    }
  }

  async done(): Promise<void> {
    if (this.#lines.length > 0) await this.#flush()
    await Promise.all(this.#inFlight)
    this.#complain()
  }

  async #flush() {
    const lines = this.#lines
    this.#lines = []
    while (this.#inFlight.size >= callsInFlight) await Promise.race(this.#inFlight)
    this.#complain()
    const call = this.#post(lines)
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => this.#inFlight.delete(call))
    this.#inFlight.add(call)
  }

  #complain() {
    if (this.#failure !== undefined) throw this.#failure
  }

  async #post(lines: readonly string[]) {
    const body = await compress(`${lines.join('\n')}\n`, { level: 1 })
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#call(body)
      if (answer?.ok) {
        const counts = ingestCounts.parse(await answer.json())
        for (const name of ['accepted', 'duplicate', 'late', 'quarantined'] as const) {
          this.counts[name] += counts[name]
        }
        return
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        throw new Error(`Records were refused: ${answer.status} ${await answer.text()}`)
      }
      const reported = Number(answer?.headers.get('retry-after') ?? Number.NaN) * 1_000
      const pause = Number.isFinite(reported) ? reported : Math.min(5_000, 100 * 2 ** attempt)
      await delay(
        pause + Math.random() * 200,
        undefined,
        this.#signal ? { signal: this.#signal } : {},
      )
    }
  }

  /** Null when the server does not answer: the product starts, restarts, or is unreachable for a moment. */
  async #call(body: Buffer): Promise<Response | null> {
    const { httpUrl, userName, password } = this.#gateway
    try {
      return await fetch(new URL('/api/ingest/records', httpUrl), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'content-encoding': 'gzip',
          'x-access-token': `${userName}:${password}`,
        },
        body: new Uint8Array(body),
        signal: this.#signal ?? null,
      })
    } catch (error) {
      this.#signal?.throwIfAborted()
      if (error instanceof TypeError) return null
      throw error
    }
  }
}
