import { AppError, fileReaderLimits } from '@packboard/model'

/** The turn of a client to open a file. */
export type ReaderTurn = {
  /** The client has had it for long enough, and others wait. */
  isOver(): boolean
  leave(): void
}

type Waiter = { readonly begin: () => void }

/**
 * A client opens one file at a time, all clients two; who waits is served in turn by client, so that the many calls of one delay
 * another by one of them.
 */
export function readerTurns(now: () => number) {
  const { atOnce, waitingPerClient, turnSeconds } = fileReaderLimits
  const inside = new Set<number>()
  /** In the order in which clients are served. */
  const queues = new Map<number, Waiter[]>()

  function next() {
    for (const [client, waiting] of queues) {
      if (inside.size >= atOnce) return
      if (inside.has(client)) continue
      const [first, ...others] = waiting
      queues.delete(client)
      // Behind the others.
      if (others.length > 0) queues.set(client, others)
      if (!first) continue
      inside.add(client)
      first.begin()
    }
  }

  function begun(client: number): ReaderTurn {
    const since = now()
    let isLeft = false
    return {
      isOver: () =>
        now() - since > turnSeconds * 1_000 && [...queues.keys()].some((other) => other !== client),
      leave() {
        if (isLeft) return
        isLeft = true
        inside.delete(client)
        next()
      },
    }
  }

  /** Waits for a turn, at most `waitMs` or until `signal`. */
  function take(
    client: number,
    { waitMs, signal }: { readonly waitMs?: number | undefined; readonly signal: AbortSignal },
  ): Promise<ReaderTurn> {
    signal.throwIfAborted()
    const waiting = queues.get(client) ?? []
    if (waiting.length >= waitingPerClient) {
      return Promise.reject(new AppError('store.busy', { retryAfter: 5 }))
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin() {
          settle()
          resolve(begun(client))
        },
      }
      const giveUp = (error: unknown) => {
        settle()
        const left = (queues.get(client) ?? []).filter((other) => other !== waiter)
        if (left.length > 0) queues.set(client, left)
        else queues.delete(client)
        reject(error)
      }
      const onAbort = () => giveUp(signal.reason)
      const timer =
        waitMs === undefined
          ? undefined
          : setTimeout(() => giveUp(new AppError('store.busy', { retryAfter: 5 })), waitMs)
      function settle() {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      queues.set(client, [...waiting, waiter])
      next()
    })
  }

  return { take }
}
