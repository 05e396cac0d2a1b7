/** A question that took long, by the name of its file; its values and whose it was are not known here. */
export type SlowQuestion = { readonly name: string; readonly at: number; readonly ms: number }

/** What the questions of one name took since the store was opened, ms. */
export type QuestionTimes = {
  readonly name: string
  readonly count: number
  readonly ms: number
  readonly mostMs: number
}

/** From here on a question is remembered by itself: a person notices it. */
const slowMs = 500
const remembered = 200

/** How long questions to the engine took: for a support bundle, because the engine keeps no log of queries. */
export type SlowQuestions = {
  note(name: string, at: number, ms: number): void
  /** The newest first. */
  slow(): readonly SlowQuestion[]
  /** Those that took the most time in all first. */
  times(): readonly QuestionTimes[]
}

export function slowQuestions(): SlowQuestions {
  const slow: SlowQuestion[] = []
  const times = new Map<string, { count: number; ms: number; mostMs: number }>()
  return {
    note(name, at, ms) {
      const known = times.get(name) ?? { count: 0, ms: 0, mostMs: 0 }
      times.set(name, known)
      known.count += 1
      known.ms += ms
      known.mostMs = Math.max(known.mostMs, ms)
      if (ms < slowMs) return
      slow.push({ name, at, ms: Math.round(ms) })
      if (slow.length > remembered) slow.shift()
    },
    slow: () => slow.toReversed(),
    times: () =>
      [...times]
        .map(([name, { count, ms, mostMs }]) => ({
          ...{ name, count },
          ...{ ms: Math.round(ms), mostMs: Math.round(mostMs) },
        }))
        .sort((one, other) => other.ms - one.ms),
  }
}
