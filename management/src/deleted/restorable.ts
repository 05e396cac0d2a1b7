/** How long what was deleted can be restored (D41). */
export const restorableMs = 30 * 24 * 3_600_000

/** What can be restored. */
export type DeletedKind = 'distributor' | 'client' | 'machine' | 'machineType' | 'user' | 'device'

/** What was deleted before this moment stays deleted. */
export function oldestRestorable(now: number): Date {
  return new Date(now - restorableMs)
}
