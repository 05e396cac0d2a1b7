import type { Say } from '../../i18n/sayIn.ts'

/** What can be chosen when a link is made: days, or until it is revoked. */
export const lifetimes = [
  { value: '0', days: null },
  { value: '7', days: 7 },
  { value: '30', days: 30 },
  { value: '365', days: 365 },
] as const

/** A link outlives who made it: without another choice it ends. */
export const defaultLifetime = '365'

/** `After 30 days`: when a link ends that is made now; null is when it is revoked. */
export function lifetimeText(say: Say<'wall'>, days: (typeof lifetimes)[number]['days']): string {
  if (days === null) return say('untilRevoked')
  return days === 365 ? say('afterYear') : say('afterDays', { days })
}

type Link = {
  readonly revokedAt: Date | null
  readonly expiresAt: Date | null
  readonly lastSeenAt: Date | null
  readonly pinSpent: boolean
}

/** A television sends a request every minute; one that was silent for longer than this is switched off or disconnected. */
const seenMs = 3 * 60_000

/** The status of a link now (milliseconds since 1970), as the name of its text. */
export function linkStatus({ revokedAt, expiresAt, lastSeenAt, pinSpent }: Link, now: number) {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt.getTime() <= now) return 'ended'
  if (pinSpent) return 'pinSpent'
  if (lastSeenAt === null) return 'notOpened'
  return now - lastSeenAt.getTime() <= seenMs ? 'shown' : 'notShown'
}
