import { type Category, categories, type ModeSpan } from '@packboard/model'
import type { StopLabel } from './stops.ts'

/** What time and packs are divided by; '' was never reported. Who worked there is known of minutes alone (D54). */
export type PieceContext = {
  readonly state: number
  /** `offline`: packs that were read after a gap, with the product and the tool of before it; no state, no cause, no time (D63). */
  readonly category: Category
  readonly product: string
  readonly tool: string
  /** The first-out alarm of the stop, or '' and the name of its first state; both '' in run (D18). */
  readonly causeGroup: string
  readonly cause: string
}

/** What a machine did in one minute in one context. */
export type Piece = Omit<PieceContext, 'causeGroup' | 'cause'> & {
  readonly user: string
  causeGroup: string
  cause: string
  ms: number
  /** Billionths. */
  packs: bigint
  /** Billionths; null while the machine has never reported a reject counter. */
  rejects: bigint | null
  /** Milliseconds with a known speed, and Σ speed · ms in millionths of a pack per minute. */
  speedMs: number
  speedSum: bigint
  speedMin: number | null
  speedMax: number | null
  samples: number
  flagged: number
  /** Stops that were first observed here (D18). */
  stops: number
}

/** A speed in packs per minute; pieces have it in millionths. */
export const ppmOf = (millionths: number | null): number | null =>
  millionths === null ? null : millionths / 1e6

/** One state without a break, in milliseconds from the start of the minute; offline time has none. */
export type Span = { readonly from: number; to: number; readonly state: number }

/** One row of the ledger: a machine's minute, and the state from which the next minute is computed. */
export type LedgerMinute = {
  readonly minute: number
  readonly pieces: Piece[]
  readonly spans: Span[]
  /** Times in a unit mode other than production, in milliseconds from the start of the minute (D72); mostly none. */
  readonly modes: readonly ModeSpan[]
  /** The carry at the end of the minute, as text. */
  readonly carry: string
  /** How the stop that is open at the end of the minute is labelled in these rows; null when none is. */
  readonly openLabel: StopLabel | null
}

/** What a recompute must know of a row that is in the ledger already. */
export type StoredMinute = {
  readonly minute: number
  /** The carry at its end, as text. */
  readonly carry: string
  /** How the stop that is open at its end is named in the rows. */
  readonly openLabel: StopLabel | null
}

/** The kind of time of a ledger row. */
export function categoryOf(stored: string): Category {
  const category = categories.find((one) => one === stored)
  if (category === undefined) throw new Error(`The ledger holds an unknown category: ${stored}`)
  return category
}
