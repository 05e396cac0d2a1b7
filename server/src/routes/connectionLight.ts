import type { ConnectionLight } from '@packboard/contract'
import { sourceState } from '@packboard/model'
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
  /** Its card is OFFLINE: its hold limit is over, or its session ended. One that reports by exception lives without a message. */
  readonly isOffline: boolean
  /** Records of the last 24 hours that were not accepted; 0 while the light may be green. */
  readonly refused: number
}

/** So many late messages in a row are no accident of the network. */
const lateInRow = 3

/** The light of a connection: green only where Data Sources has the machine as connected; times in ms. */
export function lightOf(
  { goodAt, messages }: MachineMessages,
  { isOffline, refused, ...stored }: StoredOfMachine,
  { now, holdMs }: { readonly now: number; readonly holdMs: number },
): Shown {
  const heardAt = goodAt ?? stored.heardAt
  const shown = { goodAt: heardAt === null ? null : new Date(heardAt), refused }
  // Of two that came in one moment, the one that was not accepted counts: a person has to do something about it.
  const wrong = messages.find(({ became }) => became === 'quarantined')
  if (wrong && wrong.receivedAt >= (goodAt ?? 0)) return { light: 'wrong', ...shown }
  const state = sourceState({
    hasSpoken: stored.heardAt !== null,
    isOffline,
    // The light is about what is accepted: a clock that is off has a sign of its own.
    ...{ clockSkewMs: null, quarantined: 0 },
  })
  if (state === 'fine') {
    const newest = messages.slice(0, lateInRow)
    const isLate = newest.length === lateInRow && newest.every(({ became }) => became === 'late')
    return { light: isLate ? 'late' : 'good', ...shown }
  }
  const isOver = (at: number | null) => at === null || now - at > holdMs
  if (!isOver(goodAt)) {
    // No sample yet, and an alarm was accepted.
    if (state === 'never') return { light: 'good', ...shown }
    // What arrives is of a time that is over; else its session has ended.
    return { light: isOver(stored.heardAt) ? 'late' : 'quiet', ...shown }
  }
  if (heardAt !== null) return { light: 'quiet', ...shown }
  return { light: refused > 0 ? 'wrong' : 'waiting', ...shown }
}
