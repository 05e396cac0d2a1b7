import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { failure, heartbeat, type IngestAnswer, ingestRecords } from '@packboard/contract'
import type { ErrorCode } from '@packboard/model'
import type { z } from 'zod'
import type { EdgeBuffer, QueuedRecord } from './edgeBuffer.ts'
import type { EdgeConfig } from './edgeConfig.ts'

/** Records and bytes of one call: half of what the server takes, so that a call ends within seconds on a slow line. */
const callRecords = 5_000
const callBytes = 4_000_000
const callTimeoutMs = 60_000
export const heartbeatMs = 30_000
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

export type Uplink = ReturnType<typeof startUplink>

/**
 * Sends the queue to the central server, one call after the other, and a heartbeat each 30 s. A record leaves the queue
 * when the server has said that it is stored or quarantined; one that was sent twice, because an answer was lost, is
 * a duplicate there. A call that the server refuses as a whole is halved until the record is found that it refuses.
 */
export function startUplink(options: {
  readonly config: Pick<EdgeConfig, 'serverUrl' | 'token' | 'name' | 'maxBytes'>
  readonly buffer: EdgeBuffer
  readonly version: string
  readonly log: Log
  readonly now: () => number
  /** Instead of 30 s, and of the first pause. */
  readonly times?: { readonly heartbeatMs?: number; readonly firstPauseMs?: number }
}) {
  const { config, buffer, version, log, now } = options
  const ending = new AbortController()
  const firstPause = options.times?.firstPauseMs ?? firstPauseMs
  let connection: Connection = { state: 'waiting', detail: '', sentAt: null, clockOffsetMs: null }
  let failures = 0
  let wake: (() => void) | undefined
  /** Ends the pause after a failure. */
  let retry: (() => void) | undefined

  function show(change: Partial<Connection>) {
    const before = connection.state
    connection = { ...connection, ...change }
    if (connection.state === before) return
    const facts = { state: connection.state, detail: connection.detail }
    if (connection.state === 'connected') log.info(facts, 'The central server takes records')
    else log.warn(facts, 'The central server takes no records; they wait in the buffer')
  }

  function post(path: string, headers: Record<string, string>, body: string | Buffer) {
    return fetch(config.serverUrl + path, {
      method: 'POST',
      headers: { ...headers, 'x-access-token': config.token },
      body,
      // A token goes to the server that the setting names, and to no other.
      redirect: 'error',
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(callTimeoutMs)]),
    })
  }

  async function send(records: readonly QueuedRecord[]): Promise<Outcome> {
    try {
      const body = await packed(records.map(({ line }) => line).join('\n'))
      const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
      const answer = await post(ingestRecords.path, headers, body)
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
  async function deliver(records: readonly QueuedRecord[]): Promise<boolean> {
    const outcome = await send(records)
    if (ending.signal.aborted) return false
    if ('answer' in outcome) {
      took(records, outcome.answer)
      return true
    }
    if ('again' in outcome) {
      show({ state: outcome.again, detail: outcome.detail })
      await pause(outcome.retryAfterMs)
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
    return (await deliver(records.slice(0, middle))) && (await deliver(records.slice(middle)))
  }

  function took(records: readonly QueuedRecord[], answer: IngestAnswer) {
    const { accepted, duplicate, quarantined } = answer
    failures = 0
    show({ state: 'connected', detail: '', sentAt: now() })
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
  async function pause(retryAfterMs = 0) {
    const doubled = Math.min(longestPauseMs, firstPause * 2 ** Math.min(failures, 16))
    failures += 1
    const least = Math.min(retryAfterMs, longestRetryAfterMs)
    await wait(least + doubled * (0.5 + Math.random() / 2), (done) => {
      retry = done
    })
    retry = undefined
  }

  function wait(ms: number, begun?: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      begun?.(done)
      ending.signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        ending.signal.removeEventListener('abort', done)
        resolve()
      }
    })
  }

  async function sendAll() {
    while (!ending.signal.aborted) {
      const records = buffer.next({ records: callRecords, bytes: callBytes })
      if (records.length > 0) await deliver(records)
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const forget = buffer.onAdded(() => wake?.())

  /** Whether the server took it. */
  async function beat(): Promise<void> {
    const sentAt = now()
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
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await post(heartbeat.path, headers, JSON.stringify(body))
      const content = await contentOf(answer)
      const read = heartbeat.answer.safeParse(content)
      if (answer.status === 200 && read.success) {
        const middle = (sentAt + now()) / 2
        // Whether it takes records again, they themselves show: at once, where only the line was cut.
        if (failures === 0) show({ state: 'connected', detail: '' })
        else if (connection.state === 'unreachable') retry?.()
        connection = { ...connection, clockOffsetMs: Math.round(read.data.now.getTime() - middle) }
        return
      }
      const outcome = outcomeOf(answer, failure.safeParse(content))
      // A server from before there were heartbeats takes records all the same.
      if ('again' in outcome && answer.status !== 404 && outcome.again !== 'slowed')
        show({ state: outcome.again, detail: outcome.detail })
    } catch (error) {
      if (!ending.signal.aborted) show({ state: 'unreachable', detail: reasonOf(error) })
    }
  }

  async function beatAlways() {
    while (!ending.signal.aborted) {
      await beat()
      await wait(options.times?.heartbeatMs ?? heartbeatMs)
    }
  }

  const running = Promise.all([sendAll(), beatAlways()])
  return {
    connection: () => connection,
    /** What is on its way may be stored without being noted: it is sent again at the next start. */
    async stop() {
      ending.abort()
      forget()
      wake?.()
      await running
    },
  }
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
