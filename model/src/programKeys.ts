/** What a key for a program may read (D92): each call that takes keys is of one of these groups. */
export const programGroups = ['figures', 'stops', 'alarms', 'audit', 'machines'] as const
export type ProgramGroup = (typeof programGroups)[number]

/** What every key begins with: so that it is found where it does not belong. */
export const programKeyPrefix = 'pbk_'

/** The bounds of keys for programs (D92). */
export const programKeyLimits = {
  /** Keys of one client, distributor or the installation that have not ended. */
  perOwner: 50,
  /** Without another wish a key ends after so many days, and with one at the latest after the other. */
  days: 365,
  daysAtMost: 1_096,
  /** Calls of one key in a second. */
  callsPerSecond: 20,
  /** Rows of one answer. */
  rows: 10_000,
  /** How long the former secret of a key is valid after a new one was made. */
  overlapHours: 24,
  nameLength: 80,
} as const
