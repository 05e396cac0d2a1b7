import type { ConnectionLight } from '@packboard/contract'
import type { MachineMessages } from '@packboard/telemetry/read'

type Shown = {
  readonly light: ConnectionLight
  readonly goodAt: Date | null
  readonly refused: number
}

/** What the store knows of a machine; it outlives a restart. */
export type StoredOfMachine = {
  /** The time in the newest sample that it sent itself, ms; null: it never sent one. */
  readonly heardAt: number | null
  /** Its card is not OFFLINE: a machine that reports by exception lives without a message. */
  readonly isLive: boolean
  /** Records of the last 24 hours that were not accepted. */
  readonly refused: number
}

/** So many late messages in a row are no accident of the network. */
const lateInRow = 3

/** Whether the newest accepted message is so old that the store has to be read; all in ms. */
export const isQuiet = (goodAt: number | null, now: number, holdMs: number): boolean =>
  goodAt === null || now - goodAt > holdMs

/** The light of a connection. `stored` is needed where `isQuiet` says so. */
export function lightOf(
  { goodAt, messages }: MachineMessages,
  stored: StoredOfMachine | undefined,
): Shown {
  const heardAt = goodAt ?? stored?.heardAt ?? null
  const shown = {
    goodAt: heardAt === null ? null : new Date(heardAt),
    refused: stored?.refused ?? 0,
  }
  // Of two that came in one moment, the one that was not accepted counts: a person has to do something about it.
  const wrong = messages.find(({ became }) => became === 'quarantined')
  if (wrong && wrong.receivedAt >= (goodAt ?? 0)) return { light: 'wrong', ...shown }
  const isLive = stored === undefined || stored.isLive
  if (isLive) {
    const newest = messages.slice(0, lateInRow)
    const isLate = newest.length === lateInRow && newest.every(({ became }) => became === 'late')
    return { light: isLate ? 'late' : 'good', ...shown }
  }
  if (heardAt !== null) return { light: 'quiet', ...shown }
  return { light: shown.refused > 0 ? 'wrong' : 'waiting', ...shown }
}
