import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { failure, heartbeat, type IngestAnswer, ingestRecords } from '@packboard/contract'
import type { ErrorCode } from '@packboard/model'
import type { z } from 'zod'
import type { QueuedRecord } from './bufferFile.ts'
import type { EdgeBuffer } from './edgeBuffer.ts'
import type { EdgeConfig } from './edgeConfig.ts'

/** Records and bytes of one call: half of what the server takes, so that a call ends within seconds on a slow line. */
const callRecords = 5_000
const callBytes = 4_000_000
const callTimeoutMs = 60_000
const heartbeatMs = 30_000
/** The pause after a failure doubles from the first to the second. */
const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** A server that names a pause is obeyed up to here. */
const longestRetryAfterMs = 600_000

/** Codes of a server that has read the call and will never accept it as it is. */
const refusals: readonly ErrorCode[] = [
  'request.invalid',
  'request.tooLarge',
  'request.unsupportedType',
]

export type Connection = {
  /** `waiting`: nothing was sent yet. */
  readonly state: 'waiting' | 'connected' | 'unreachable' | 'refused' | 'slowed'
  /** Of the last failure. */
  readonly detail: string
  /** When the server last took something, ms; null: never since the start. */
  readonly sentAt: number | null
  /** Clock of the server − clock of this machine, ms, from the middle of the last heartbeat; null: unknown. */
  readonly clockOffsetMs: number | null
}

type Log = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

type Outcome =
  | { readonly answer: IngestAnswer }
  | { readonly refusal: string }
  | { readonly again: Connection['state']; readonly detail: string; readonly retryAfterMs?: number }

type Options = {
  readonly config: Pick<EdgeConfig, 'serverUrl' | 'token' | 'name' | 'maxBytes'>
  readonly buffer: EdgeBuffer
  readonly version: string
  readonly log: Log
  readonly now: () => number
  /** Instead of 30 s, and of the first pause. */
  readonly times?: { readonly heartbeatMs?: number; readonly firstPauseMs?: number }
}

/**
 * Sends the queue to the central server, one call after the other, and a heartbeat each 30 s. A record leaves the queue
 * when the server has said that it is stored or quarantined; one that was sent twice, because an answer was lost, is
 * a duplicate there. A call that the server refuses as a whole is halved until the record is found that it refuses.
 */
class Uplink {
  readonly #options: Options
  readonly #ending = new AbortController()
  #connection: Connection = { state: 'waiting', detail: '', sentAt: null, clockOffsetMs: null }
  #failures = 0
  /** Ends the pause while nothing is queued. */
  #wake: (() => void) | undefined
  /** Ends the pause after a failure. */
  #retry: (() => void) | undefined
  readonly #forget: () => void
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#forget = options.buffer.onAdded(() => this.#wake?.())
  }

  /** Sends until it is stopped. */
  start(): void {
    this.#running = Promise.all([this.#sendAll(), this.#beatAlways()])
  }

  connection(): Connection {
    return this.#connection
  }

  /** What is on its way may be stored without being noted: it is sent again at the next start. */
  async stop(): Promise<void> {
    this.#ending.abort()
    this.#forget()
    this.#wake?.()
    await this.#running
  }

  #show(change: Partial<Connection>): void {
    const { log } = this.#options
    const before = this.#connection.state
    this.#connection = { ...this.#connection, ...change }
    const { state, detail } = this.#connection
    if (state === before) return
    if (state === 'connected') log.info({ state, detail }, 'The central server takes records')
    else log.warn({ state, detail }, 'The central server takes no records; they wait in the buffer')
  }

  #post(path: string, headers: Record<string, string>, body: string | Buffer) {
    const { config } = this.#options
    return fetch(config.serverUrl + path, {
      method: 'POST',
      headers: { ...headers, 'x-access-token': config.token },
      body,
      // A token goes to the server that the setting names, and to no other.
      redirect: 'error',
      signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(callTimeoutMs)]),
    })
  }

  async #send(records: readonly QueuedRecord[]): Promise<Outcome> {
    try {
      const body = await packed(records.map(({ line }) => line).join('\n'))
      const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
      const answer = await this.#post(ingestRecords.path, headers, body)
      const content = await contentOf(answer)
      if (answer.status === 200) {
        const read = ingestRecords.answer.safeParse(content)
        if (read.success) return { answer: read.data }
        return { again: 'unreachable', detail: 'the answer is not that of a Packboard server' }
      }
      return outcomeOf(answer, failure.safeParse(content))
    } catch (error) {
      return { again: 'unreachable', detail: reasonOf(error) }
    }
  }

  /** Sends these records, or halves of them; false when they have to wait. */
  async #deliver(records: readonly QueuedRecord[]): Promise<boolean> {
    const { log, buffer } = this.#options
    const outcome = await this.#send(records)
    if (this.#ending.signal.aborted) return false
    if ('answer' in outcome) {
      this.#took(records, outcome.answer)
      return true
    }
    if ('again' in outcome) {
      this.#show({ state: outcome.again, detail: outcome.detail })
      await this.#pause(outcome.retryAfterMs)
      return false
    }
    const [only] = records
    if (only && records.length === 1) {
      log.warn(
        { serialNo: only.serialNo, reason: outcome.refusal },
        'The central server refuses a record; it is kept here',
      )
      buffer.refuse(only, outcome.refusal)
      return true
    }
    const middle = Math.ceil(records.length / 2)
    return (
      (await this.#deliver(records.slice(0, middle))) &&
      (await this.#deliver(records.slice(middle)))
    )
  }

  #took(records: readonly QueuedRecord[], answer: IngestAnswer): void {
    const { log, buffer, now } = this.#options
    const { accepted, duplicate, quarantined } = answer
    this.#failures = 0
    this.#show({ state: 'connected', detail: '', sentAt: now() })
    const counted = accepted + duplicate + quarantined
    if (counted !== records.length) {
      log.warn(
        { sent: records.length, counted },
        'The central server counts other records than were sent',
      )
    }
    // Durable there in any case; what it does not name it had already.
    const rest = records.length - accepted - quarantined
    buffer.delivered(records, { accepted, duplicate: rest, quarantined })
    const [first] = answer.errors
    if (first) {
      const { serialNo, reason, detail } = first
      log.warn({ quarantined, serialNo, reason, detail }, 'The central server quarantined records')
    }
  }

  /** With jitter, so that the recorders of a plant do not come back in one moment. */
  async #pause(retryAfterMs = 0): Promise<void> {
    const first = this.#options.times?.firstPauseMs ?? firstPauseMs
    const doubled = Math.min(longestPauseMs, first * 2 ** Math.min(this.#failures, 16))
    this.#failures += 1
    const least = Math.min(retryAfterMs, longestRetryAfterMs)
    await this.#wait(least + doubled * (0.5 + Math.random() / 2), (done) => {
      this.#retry = done
    })
    this.#retry = undefined
  }

  #wait(ms: number, begun?: (done: () => void) => void): Promise<void> {
    const { signal } = this.#ending
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      begun?.(done)
      signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    })
  }

  async #sendAll(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const records = this.#options.buffer.next({ records: callRecords, bytes: callBytes })
      if (records.length > 0) await this.#deliver(records)
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Says how full the queue is, and learns the time of the server. */
  async #beat(): Promise<void> {
    const sentAt = this.#options.now()
    const body = this.#heartbeat(sentAt)
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await this.#post(heartbeat.path, headers, body)
      const content = await contentOf(answer)
      const read = heartbeat.answer.safeParse(content)
      if (answer.status === 200 && read.success) {
        const middle = (sentAt + this.#options.now()) / 2
        // Whether it takes records again, they themselves show: at once, where only the line was cut.
        if (this.#failures === 0) this.#show({ state: 'connected', detail: '' })
        else if (this.#connection.state === 'unreachable') this.#retry?.()
        const clockOffsetMs = Math.round(read.data.now.getTime() - middle)
        this.#connection = { ...this.#connection, clockOffsetMs }
        return
      }
      const outcome = outcomeOf(answer, failure.safeParse(content))
      // A server from before there were heartbeats takes records all the same.
      if ('again' in outcome && answer.status !== 404 && outcome.again !== 'slowed') {
        this.#show({ state: outcome.again, detail: outcome.detail })
      }
    } catch (error) {
      if (this.#ending.signal.aborted) return
      this.#show({ state: 'unreachable', detail: reasonOf(error) })
    }
  }

  #heartbeat(sentAt: number): string {
    const { buffer, config, version } = this.#options
    const { queuedRecords, queuedBytes, quarantined } = buffer.figures()
    const oldestAt = buffer.oldestAt()
    const body: z.input<typeof heartbeat.body> = {
      name: config.name,
      version,
      sentAt: new Date(sentAt).toISOString(),
      queueRecords: queuedRecords,
      queueBytes: queuedBytes,
      maxBytes: config.maxBytes,
      oldestAt: oldestAt === null ? null : new Date(oldestAt).toISOString(),
      isFull: buffer.isFull(),
      quarantined,
    }
    return JSON.stringify(body)
  }

  async #beatAlways(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await this.#beat()
      await this.#wait(this.#options.times?.heartbeatMs ?? heartbeatMs)
    }
  }
}

/** An uplink that sends until it is stopped. */
export function startUplink(options: Options): Uplink {
  const uplink = new Uplink(options)
  uplink.start()
  return uplink
}

const gzipped = promisify(gzip)
const packed = (text: string): Promise<Buffer> => gzipped(text)

async function contentOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an answer other than 200 means; a failure that is not in Packboard's own shape comes from something in between. */
function outcomeOf(
  answer: Response,
  said: { success: true; data: { code: string; message: string } } | { success: false },
): Exclude<Outcome, { answer: IngestAnswer }> {
  const { status } = answer
  const detail = said.success ? `${status}: ${said.data.message}` : `status ${status}`
  if (said.success && refusals.some((code) => code === said.data.code)) return { refusal: detail }
  if (status === 401 || status === 403) return { again: 'refused', detail }
  const seconds = Number(answer.headers.get('retry-after'))
  const retryAfterMs = Number.isFinite(seconds) ? Math.max(0, seconds) * 1_000 : 0
  const isBusy = status === 429 || status === 503
  return { again: isBusy ? 'slowed' : 'unreachable', detail, retryAfterMs }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
