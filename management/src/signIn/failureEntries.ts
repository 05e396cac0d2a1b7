import { recordEvent } from '../auditLog/auditLog.ts'
import type { ShownFactor } from '../factors/factorsOf.ts'
import { takeToken } from '../rateLimits/takeToken.ts'
import type { Management } from '../store.ts'
import type { SignInUser } from '../users/users.ts'

/** Entries about failures of one account, and of all names that no account has: so many at once, and then one a minute. */
const failureEntries = { name: 'entry of a failed sign-in', burst: 60, perSecond: 1 / 60 }

type Failure = {
  readonly action: 'signInFailed' | 'confirmFailed'
  readonly address: string
  /** What was shown; left out: the password of a sign-in. */
  readonly factor?: ShownFactor | 'password' | 'company'
}

/**
 * Writes down that a sign-in or a confirmation failed, in bounds. The name of no account is not stored: it may be a password in the wrong
 * field.
 */
export async function noteFailure(
  management: Management,
  user: SignInUser | undefined,
  { action, ...after }: Failure,
): Promise<void> {
  const whose = user ? `account ${user.id}` : 'nobody'
  if (!(await takeToken(management, failureEntries, whose)).taken) return
  // A person with a wrong password or factor is not known to be the account's owner.
  const by = { userId: null, username: user?.username ?? 'unknown' }
  await recordEvent(management, by, action, 'session', {
    id: user?.id ?? null,
    clientId: user?.client?.id ?? null,
    after,
  })
}
