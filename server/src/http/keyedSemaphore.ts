/** How many may run at one time, under one key; `takes` where they are counted in something else, such as bytes. */
export type Turn = { readonly key: string; readonly atOnce: number; readonly takes?: number }

/** Starts work while every one of its keys has capacity; other work waits for a limited time and is then rejected. */
type KeyedSemaphore = {
  /** Runs `work` when all keys have capacity; throws the error of `full` when they had none in time. */
  pass<Result>(turns: readonly Turn[], work: () => Promise<Result>): Promise<Result>
  /** The same for work that has no single end: returns what gives the turns back. */
  enter(turns: readonly Turn[]): Promise<() => void>
  /** How many run under a key. */
  inside(key: string): number
}

type Waiter = { turns: readonly Turn[]; enter: () => void }

/** Bounds concurrent work per person, per client and in total, so that one tenant cannot slow another (T64). */
export function keyedSemaphore(options: {
  waitMs: number
  waiting?: number
  full: () => Error
}): KeyedSemaphore {
  const { waitMs, waiting: mayWait = 200, full } = options
  const inside = new Map<string, number>()
  const waiting = new Set<Waiter>()

  const hasRoom = (turns: readonly Turn[]) =>
    turns.every(({ key, atOnce, takes = 1 }) => (inside.get(key) ?? 0) + takes <= atOnce)

  function count(turns: readonly Turn[], step: 1 | -1) {
    for (const { key, takes = 1 } of turns) {
      const now = (inside.get(key) ?? 0) + step * takes
      if (now > 0) inside.set(key, now)
      else inside.delete(key)
    }
  }

  function leave(turns: readonly Turn[]) {
    count(turns, -1)
    // In the order of arrival; one whose own key is still full does not block the others.
    for (const waiter of waiting) {
      if (!hasRoom(waiter.turns)) continue
      waiting.delete(waiter)
      count(waiter.turns, 1)
      waiter.enter()
    }
  }

  function enter(turns: readonly Turn[]): Promise<void> {
    if (hasRoom(turns)) {
      count(turns, 1)
      return Promise.resolve()
    }
    if (waitMs === 0 || waiting.size >= mayWait) return Promise.reject(full())
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        turns,
        enter() {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.delete(waiter)
        reject(full())
      }, waitMs)
      waiting.add(waiter)
    })
  }

  return {
    async pass(turns, work) {
      await enter(turns)
      try {
        return await work()
      } finally {
        leave(turns)
      }
    },
    async enter(turns) {
      await enter(turns)
      let left = false
      return () => {
        if (left) return
        left = true
        leave(turns)
      }
    },
    inside: (key) => inside.get(key) ?? 0,
  }
}
