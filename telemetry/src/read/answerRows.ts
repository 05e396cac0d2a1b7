import { AppError } from '@packboard/model'

/**
 * Rows that one question may bring into this process (D83). A query that may find more asks for one more than that, so that
 * the engine sends no others.
 */
export const answerRows = {
  /** Sums of contexts: machines × products × states … of a window. */
  contexts: 50_000,
  /** Values of one select of the filter bar. */
  words: 10_000,
  /** Times in one state of all machines of an overview, or of one chart of a day. */
  spans: 500_000,
  /** Times in another unit mode than production, of all machines of a window, as the store holds them. */
  modes: 200_000,
  /** Alarms, or entries of a state, of one chart of a day. */
  marks: 20_000,
  /** Stops of a window, and what they are put together from: parts of time by context, minutes that are folded from raw. */
  stops: 10_000,
  stopParts: 200_000,
  foldedMinutes: 5_000,
} as const

/** Refuses an answer that would be longer. */
export function checkRows(found: number, most: number): void {
  if (found > most) throw new AppError('answer.tooManyRows')
}
