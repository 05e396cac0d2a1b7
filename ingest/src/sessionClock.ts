import { clockToleranceMs } from '@packboard/model'
import type { SourceName } from './connector.ts'

/** So many of the last samples say how far the clock is behind. */
const latestSamples = 20

/** The dialects of which a session or subscription lives, and for which empty samples are written (D58). */
const ofSessions: ReadonlySet<SourceName> = new Set(['packmlTags', 'sparkplug', 'opcua'])

/**
 * Where an empty sample of a machine stands (D117): beside what its session sends, also when the clock that stamps that is behind, else
 * the same time would be booked twice. What is ahead by more than 5 s is stored at its receipt (D9), and so is the empty sample.
 */
export class SessionClock {
  #behindMs: number[] = []
  #next = 0
  #isTimeless = false

  /** A sample that the machine sent came. */
  came(source: SourceName, timeless: boolean, behindMs: number): void {
    if (!ofSessions.has(source)) return
    if (timeless) this.#isTimeless = true
    else {
      this.#behindMs[this.#next] = behindMs
      this.#next = (this.#next + 1) % latestSamples
    }
  }

  /** The session is over: the next one may have another clock. */
  end(): void {
    this.#behindMs = []
    this.#next = 0
    this.#isTimeless = false
  }

  /** Undefined while no sample said which clock stamps them; not for machines whose samples never have a time. */
  placeAt(receivedAt: number, isNeverTimed: boolean): number | undefined {
    if (this.#behindMs.length === 0) {
      return this.#isTimeless || isNeverTimed ? receivedAt : undefined
    }
    // The least of them: a sample that waited in a buffer came late without a wrong clock.
    const behindMs = Math.min(...this.#behindMs)
    return behindMs > clockToleranceMs ? receivedAt - behindMs : receivedAt
  }
}

/** Whether the samples of a machine never have a time: as of one that sends PackML tags. */
export const isNeverTimed = ({
  topics,
}: {
  readonly topics: readonly { readonly connector: string }[]
}): boolean => topics.some(({ connector }) => connector === 'packmlTags')
