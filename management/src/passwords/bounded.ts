import { AppError } from '@packboard/model'

/** How much work may run at once and how much may wait; what comes on top is told to come back later. */
type Bounds = { readonly atOnce: number; readonly waiting: number }

/** Makes a gate through which at most `atOnce` pieces of work go side by side (D55). */
export function bounded({ atOnce, waiting }: Bounds) {
  const queue: (() => void)[] = []
  let running = 0

  return async function through<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('signin.throttled', { retryAfter: 2 })
      // Whoever ends hands its place on, so `running` does not change.
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
