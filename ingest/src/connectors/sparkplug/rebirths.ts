import type { Origin, Sender } from '../../connector.ts'
import type { IngestLog } from '../../log.ts'
import { rebirthPayload } from './payload.ts'
import * as limits from './topic.ts'
import { commandTopic } from './topic.ts'

/** The connection over which edge nodes are heard. */
export type EdgeLine = {
  /** Sessions of edge nodes belong to it: what comes over another line says nothing of them. */
  readonly key: string
  readonly origin: Origin
  readonly sender: Sender
  /** The session of this machine lives, and it said something then; 0: nothing yet. */
  lives(machineId: number, saidAt: number): void
  /** No session of these machines lives any longer. */
  silent(machineIds: readonly number[]): void
  /** Sends a command to the edge node; false where it does not listen for any. */
  command(edge: string, topic: string, payload: Buffer): boolean
}

/** Edge nodes whose last request is remembered. */
const remembered = 100_000
/** How often those that still have to be requested are looked at. */
const tickMs = 1_000

/** An edge node that may be requested to begin anew; it has a session once it was born. */
type Wanted = {
  readonly name: string
  readonly line: EdgeLine
  readonly order: { readonly session: object | undefined }
}

/**
 * Requests edge nodes to be born anew. It costs an edge node a message of all its metrics, and one that sends wrong
 * numbers must not be kept busy with it: so each has one request in a time, remembered across its connections.
 */
export function createRebirths(options: {
  readonly rebirthMs: number
  readonly log: IngestLog
  now(): number
}) {
  const { rebirthMs, log, now } = options
  const requested = new Map<string, number>()
  const wanted = new Set<Wanted>()
  const figures = { rebirthRequests: 0, unheardRequests: 0 }
  let second = 0
  let ofSecond = 0
  let ticking: NodeJS.Timeout | undefined

  /** Whether this edge node may be requested now; then it counts as requested. */
  function mayRequest(edge: string): boolean {
    const at = now()
    const before = requested.get(edge)
    if (before !== undefined && at - before < rebirthMs) return false
    if (Math.floor(at / 1_000) !== second) {
      second = Math.floor(at / 1_000)
      ofSecond = 0
    }
    if (ofSecond >= limits.rebirthsPerSecond) return false
    ofSecond += 1
    requested.delete(edge)
    requested.set(edge, at)
    if (requested.size > remembered) {
      const oldest = requested.keys().next()
      if (!oldest.done) requested.delete(oldest.value)
    }
    return true
  }

  function request(edge: Wanted) {
    const { line, name, order } = edge
    if (!mayRequest(`${line.key}\n${name}`)) return
    if (line.command(name, commandTopic(name), rebirthPayload(now()))) {
      figures.rebirthRequests += 1
      // One that lives is requested again until it was born; of one that does not speak there is nothing to be had.
      if (order.session === undefined) wanted.delete(edge)
      log.info({ edge: name }, 'An edge node was requested to be born anew')
    } else {
      figures.unheardRequests += 1
      wanted.delete(edge)
      log.warn({ edge: name }, 'An edge node does not listen for a rebirth request')
    }
  }

  return {
    /** Now, or as soon as it may be requested. */
    want(edge: Wanted) {
      wanted.add(edge)
      request(edge)
      if (wanted.size === 0 || ticking) return
      ticking = setInterval(() => {
        for (const each of [...wanted]) request(each)
        if (wanted.size > 0) return
        clearInterval(ticking)
        ticking = undefined
      }, tickMs)
      ticking.unref()
    },

    /** It was born, or is gone. */
    forget: (edge: Wanted) => void wanted.delete(edge),

    figures: () => ({ ...figures }),

    stop() {
      clearInterval(ticking)
      wanted.clear()
    },
  }
}
