import type { ServerResponse } from 'node:http'
import { limits } from './limits.ts'

/** One open stream of server-sent events that never holds more than a bounded buffer for its reader. */
export type EventStream = {
  /** Sends an event; a newer one of the same key replaces one that is still waiting. */
  send(event: string, key: string, data: string): void
  /**
   * Begins with one event for each key, as fast as the reader takes them: each is made when its turn comes, so that however many
   * they are, none waits in memory. A newer event of a key takes the place of one whose turn has not come.
   */
  begin(
    event: string,
    first: Iterable<readonly [key: string, data: () => string | undefined]>,
  ): void
  /** A line that only keeps the connection open. */
  comment(): void
  /** Sends its last events and closes. */
  end(lastWords: string, why?: CloseReason): void
  readonly closed: boolean
  onClose(listener: (why: CloseReason) => void): void
}

/** Why a stream ended: the reader left, the reader was too slow, its session ended, or the server stops. */
export type CloseReason = 'reader' | 'slow' | 'session' | 'server'

/** As much as node itself holds back before it says that the reader is slow. */
const writeCharacters = 16_384

/** The text of one event. */
export function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

/**
 * Writes events as fast as the reader takes them. While it does not, the newest event of each key is kept and the older
 * ones are dropped, because a card shows the present only. A reader that takes nothing for a long time is disconnected.
 */
export function eventStream(
  response: ServerResponse,
  {
    bufferBytes = limits.streamBufferBytes,
    stallMs = limits.streamStallMs,
  }: { bufferBytes?: number; stallMs?: number } = {},
): EventStream {
  const opening = new Map<string, { event: string; data: () => string | undefined }>()
  const waiting = new Map<string, { event: string; data: string }>()
  const listeners = new Set<(why: CloseReason) => void>()
  let waitingBytes = 0
  let stalled: NodeJS.Timeout | undefined
  let pending = ''
  let closed = false

  function close(why: CloseReason) {
    if (closed) return
    closed = true
    clearTimeout(stalled)
    opening.clear()
    waiting.clear()
    for (const listener of listeners) listener(why)
    listeners.clear()
  }

  function dropSlow() {
    close('slow')
    response.destroy()
  }

  const blocked = () => response.writableNeedDrain

  /** What is said at one time is one write: a commit moves many machines, and a write costs more than its text. */
  function write(text: string) {
    if (pending === '') setImmediate(writeOut)
    pending += text
    if (pending.length >= writeCharacters) writeOut()
  }

  function writeOut() {
    const text = pending
    pending = ''
    if (text === '' || closed || response.write(text) || stalled) return
    stalled = setTimeout(dropSlow, stallMs)
    stalled.unref()
  }

  function flush() {
    for (const [key, { event, data }] of opening) {
      if (blocked()) return
      opening.delete(key)
      const text = data()
      if (text !== undefined) write(eventText(event, text))
    }
    for (const [key, { event, data }] of waiting) {
      if (blocked()) return
      waiting.delete(key)
      waitingBytes -= data.length
      write(eventText(event, data))
    }
  }

  response.on('drain', () => {
    clearTimeout(stalled)
    stalled = undefined
    flush()
  })
  response.on('close', () => close('reader'))
  response.on('error', () => close('reader'))

  return {
    send(event, key, data) {
      if (closed) return
      // Its turn comes with the newest content.
      if (opening.has(key)) return void opening.set(key, { event, data: () => data })
      if (!blocked() && waiting.size === 0 && opening.size === 0) {
        write(eventText(event, data))
        return
      }
      waitingBytes += data.length - (waiting.get(key)?.data.length ?? 0)
      // Deleted and inserted again: what changed last is sent last.
      waiting.delete(key)
      waiting.set(key, { event, data })
      if (waitingBytes + response.writableLength > bufferBytes) dropSlow()
    },
    begin(event, first) {
      if (closed) return
      for (const [key, data] of first) opening.set(key, { event, data })
      flush()
    },
    comment() {
      if (!closed && !blocked()) write(': still here\n\n')
    },
    end(lastWords, why = 'server') {
      if (closed) return
      const text = pending + lastWords
      close(why)
      response.end(text)
    },
    get closed() {
      return closed
    },
    onClose: (listener) => void listeners.add(listener),
  }
}
