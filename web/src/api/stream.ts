import { createParser } from 'eventsource-parser'
import { CallFailed, openStream } from './call.ts'
import { noteAnswer, noteSilence } from './serverContact.ts'

/** One message of a stream of server-sent events. */
export type StreamMessage = { readonly kind: string; readonly data: string }

export type StreamListener = {
  hear(message: StreamMessage): void
  /** Anything came, a comment included. */
  alive?(): void
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000
/**
 * What arrives within this time is read at once: each reading wakes the page, and fifty machines send more often than a person
 * can see. What comes after a pause is read immediately.
 */
const gatherMs = 100
/** So much at once is the beginning of a stream, or what waited: the rest of it is there already. */
const backlogBytes = 16_384
/** The server sends at least every 15 s; a connection that is silent for longer than this is closed. */
export const silenceMs = 45_000

/**
 * Keeps a stream open until `signal` aborts: server-sent events read with fetch, because the token travels in a header.
 * A broken or silent connection is opened again after a growing, random pause, so that a thousand screens do not reconnect
 * at one moment. A stream that is refused (401, 403, 404) is not requested again.
 */
export async function followStream(
  path: string,
  { hear, alive }: StreamListener,
  signal: AbortSignal,
) {
  let failures = 0
  while (!signal.aborted) {
    const line = new AbortController()
    const hangUp = () => line.abort()
    signal.addEventListener('abort', hangUp)
    const giveUp = () => {
      noteSilence()
      hangUp()
    }
    let watchdog = setTimeout(giveUp, silenceMs)
    const came = () => {
      noteAnswer()
      alive?.()
      failures = 0
      clearTimeout(watchdog)
      watchdog = setTimeout(giveUp, silenceMs)
    }
    try {
      await readMessages(await openStream(path, line.signal), hear, came, line.signal)
    } catch (error) {
      if (error instanceof CallFailed && [401, 403, 404].includes(error.status)) return
    } finally {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', hangUp)
    }
    const longest = Math.min(longestRetryMs, firstRetryMs * 2 ** failures)
    failures += 1
    await pause(longest * (0.5 + Math.random() / 2), signal)
  }
}

async function readMessages(
  response: Response,
  hear: (message: StreamMessage) => void,
  came: () => void,
  signal: AbortSignal,
) {
  if (!response.body) return
  const parser = createParser({
    // Comments and messages without a name only keep the connection open.
    onEvent: ({ event, data }) => event && hear({ kind: event, data }),
  })
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    came()
    parser.feed(decoder.decode(value, { stream: true }))
    // The timers of a hidden page stand still for up to a minute: the server would take its reader for dead.
    const gathers = value.length < backlogBytes && document.visibilityState === 'visible'
    if (gathers) await pause(gatherMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
