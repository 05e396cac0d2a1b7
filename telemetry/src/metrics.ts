/** What is counted since the store was opened. */
export const newCounters = () => ({
  commits: 0,
  commitsFailed: 0,
  /** Inserts that had to be repeated because the engine's answer was lost. */
  insertsRepeated: 0,
  recordsStored: 0,
  recordsDuplicate: 0,
  /** Records that were counted and not stored, because the quarantine of their machine is full (T84). */
  quarantineDropped: 0,
  /** How long commits took in all, ms; with `commits` the mean. */
  commitMs: 0,
  lastCommitMs: 0,
  reads: 0,
  readsFailed: 0,
  readMs: 0,
  /** The number of the newest durable batch. */
  revision: 0n,
})
export type Counters = ReturnType<typeof newCounters>

/** The metrics of telemetry. */
export type TelemetryMetrics = Readonly<Counters> & {
  readonly engineRestarts: number
  /** Rows that were written to the engine, and those that it wrote again to join parts, since it was started. */
  readonly engineRowsInserted: number
  readonly engineRowsMerged: number
  /** Months of tables of which rows are lost or cannot be read, and how many rows, as far as it is known. */
  readonly damagedMonths: number
  readonly damagedRows: number
  /** Parts that were read as a whole since the store was opened, and those that wait for it. */
  readonly partsChecked: number
  readonly partsToCheck: number
  /** Months of hour rows that wait to be compared with their minutes, and hours of machines that wait to be written. */
  readonly hourMonthsToCheck: number
  readonly hoursToWrite: number
  /** Months of tables that are over and whose parts could not be joined at the last look: 1 and more is a fault. */
  readonly pastMonthsNotJoined: number
  /** Pieces of hours and days that are in memory so that questions need not read them, some 96 bytes each. */
  readonly sumPiecesInMemory: number
  /** Machines of questions whose hours and days were all there, and those of which some were read from the store. */
  readonly sumsFromMemory: number
  readonly sumsFromStore: number
}

/** A question that took long, by the name of its file; its values and whose it was are not known here. */
type SlowQuestion = { readonly name: string; readonly at: number; readonly ms: number }

/** What the questions of one name took since the store was opened, ms. */
type QuestionTimes = {
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
