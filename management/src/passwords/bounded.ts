import { AppError } from '@packboard/model'

/** How much work may run at once and how much may wait; what exceeds this is rejected, with a time to retry. */
type Bounds = { readonly atOnce: number; readonly waiting: number }

/** Makes a gate that runs at most `atOnce` pieces of work in parallel (D55). */
export function bounded({ atOnce, waiting }: Bounds) {
  const queue: (() => void)[] = []
  let running = 0

  return async function through<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('signin.throttled', { retryAfter: 2 })
      // A finished piece of work passes its slot to the next, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
