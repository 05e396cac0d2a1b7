/** What can be chosen when a link is made: days, or until it is revoked. */
export const lifetimes = [
  { value: '0', label: 'When it is revoked' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '365', label: 'After a year' },
] as const

type Link = {
  readonly revokedAt: Date | null
  readonly expiresAt: Date | null
  readonly lastSeenAt: Date | null
}

/** A television asks every minute; one that was silent for longer than this is switched off, or elsewhere. */
const seenMs = 3 * 60_000

/** What a link does now (milliseconds since 1970), in a word or two. */
export function linkStatus({ revokedAt, expiresAt, lastSeenAt }: Link, now: number): string {
  if (revokedAt !== null) return 'Revoked'
  if (expiresAt !== null && expiresAt.getTime() <= now) return 'Ended'
  if (lastSeenAt === null) return 'Not opened yet'
  return now - lastSeenAt.getTime() <= seenMs ? 'Shown now' : 'Not shown'
}
