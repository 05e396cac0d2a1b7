/** Why a backup failed, for the words on the screens. */
export const backupFaultKinds = ['space', 'folder', 'foreign', 'busy', 'ended', 'other'] as const
export type BackupFaultKind = (typeof backupFaultKinds)[number]

/** The hours between two backups that a person can choose; each divides a day. */
export const backupEveryHours = [1, 6, 12, 24] as const

/** How many backups may stay. */
export const backupsKept = { min: 1, max: 400 } as const

/** In force while nobody has set another: backups are made when a person says so. */
export const backupDefaults: {
  readonly everyHours: number | null
  readonly startHour: number
  readonly keep: number
} = { everyHours: null, startHour: 2, keep: 7 }

/** Without a good backup for this long, health, metrics and the panel say so. */
export const backupOverdueMs = 2 * 86_400_000

const hourMs = 3_600_000

/** The latest instant, not after `now`, at which a backup is due; null without a schedule. */
export function lastBackupDue(
  { everyHours, startHour }: { readonly everyHours: number | null; readonly startHour: number },
  now: number,
): number | null {
  if (everyHours === null) return null
  const every = everyHours * hourMs
  const start = startHour * hourMs
  return Math.floor((now - start) / every) * every + start
}
