import type { StopLabel } from './stops.ts'

/** What a recompute must know of a row that is in the ledger already. */
export type StoredMinute = {
  readonly minute: number
  /** The carry at its end, as text. */
  readonly carry: string
  /** How the stop that is open at its end is named in the rows. */
  readonly openLabel: StopLabel | null
}
