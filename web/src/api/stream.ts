import { CallFailed, openStream } from './call.ts'

/** One message of a stream of server-sent events. */
export type StreamMessage = { readonly kind: string; readonly data: string }

export type StreamListener = {
  hear(message: StreamMessage): void
  /** Anything came, a comment included. */
  alive?(): void
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000
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
    let watchdog = setTimeout(hangUp, silenceMs)
    const came = () => {
      alive?.()
      failures = 0
      clearTimeout(watchdog)
      watchdog = setTimeout(hangUp, silenceMs)
    }
    try {
      await readMessages(await openStream(path, line.signal), hear, came)
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
) {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    came()
    text += value.replaceAll('\r', '')
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = messageOf(text.slice(0, end))
      if (message) hear(message)
      text = text.slice(end + 2)
    }
  }
}

/** Comments and empty blocks only keep the connection open. */
function messageOf(block: string): StreamMessage | undefined {
  let kind = ''
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) kind = line.slice(6).trim()
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
  }
  return kind ? { kind, data: data.join('\n') } : undefined
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
