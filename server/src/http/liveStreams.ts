import type { ServerResponse } from 'node:http'
import { AppError } from '@packboard/model'
import { type CloseReason, type EventStream, eventStream, eventText } from './eventStream.ts'
import { limits } from './limits.ts'

/** `who` identifies the reader; each reader may hold a few streams. */
type Reader = {
  readonly who: string
  readonly holds: () => Promise<boolean>
  /** Of how many machines it reports: all of them may change in one second. */
  readonly machines?: number
}
type Open = Reader & { stream: EventStream; doubts: number }

/** Rounds without an answer of the session table after which a stream is closed, so that the reader reconnects. */
const mostDoubts = 15

/** The reconnection delay that is sent to a reader: two seconds. */
const comeBack = 'retry: 2000\n\n'

/** All live streams of this server: bounded in number, with a periodic check whether each may continue. */
export type LiveStreams = {
  /** Opens a stream on an answer whose headers are already written; 429 when this reader has too many streams. */
  open(response: ServerResponse, reader: Reader): EventStream
  /** Throws before anything is written when the limit is reached. */
  checkRoom(who: string): void
  readonly count: number
  /** Why streams ended, for the metrics. */
  readonly ended: Readonly<Record<CloseReason, number>>
  /** Checks at once whether every reader's session is still valid. */
  checkNow(): Promise<void>
  /** Closes all; the page reconnects by itself after the hinted time. */
  close(): void
}

const bufferFor = ({ machines = 0 }: Reader) =>
  limits.streamBufferBytes + machines * limits.streamMachineBytes

/** Keeps the open streams. A stream ends within 5 s of its session, scope or right (D40). */
export function liveStreams({
  checkMs = limits.streamCheckMs,
  commentMs = limits.streamCommentMs,
  perUser = limits.streamsPerUser,
  most = limits.streams,
}: {
  checkMs?: number
  commentMs?: number
  perUser?: number
  most?: number
} = {}): LiveStreams {
  const open = new Set<Open>()
  const ended = { reader: 0, slow: 0, server: 0, session: 0 }
  let closing = false

  async function check(entry: Open) {
    try {
      const holds = await entry.holds()
      entry.doubts = 0
      if (!holds) entry.stream.end(eventText('end', '{}'), 'session')
    } catch {
      // A store that cannot answer is no sign-out, but a stream without a check must not continue for long.
      entry.doubts += 1
      if (entry.doubts >= mostDoubts) entry.stream.end(comeBack)
    }
  }

  let checking = Promise.resolve()
  const checkAll = () => Promise.all([...open].map(check)).then(() => undefined)
  const checks = setInterval(() => {
    checking = checking.then(checkAll)
  }, checkMs)
  const comments = setInterval(() => {
    for (const { stream } of open) stream.comment()
  }, commentMs)
  checks.unref()
  comments.unref()

  function checkRoom(who: string) {
    if (closing) throw new AppError('store.busy', { retryAfter: 2 })
    const own = [...open].filter((entry) => entry.who === who).length
    if (own >= perUser || open.size >= most)
      throw new AppError('request.tooMany', { retryAfter: 30 })
  }

  return {
    checkRoom,
    open(response, reader) {
      checkRoom(reader.who)
      const entry: Open = {
        ...reader,
        stream: eventStream(response, { bufferBytes: bufferFor(reader) }),
        doubts: 0,
      }
      open.add(entry)
      entry.stream.onClose((why) => {
        open.delete(entry)
        ended[why] += 1
      })
      return entry.stream
    },
    get count() {
      return open.size
    },
    ended,
    checkNow: checkAll,
    close() {
      closing = true
      clearInterval(checks)
      clearInterval(comments)
      for (const { stream } of open) stream.end(comeBack)
    },
  }
}
