import { AppError } from '@packboard/model'
import { recordEvent } from '../auditLog/auditLog.ts'
import { demandNotForced, isForcedDomain } from '../companySignIn/forcedDomains.ts'
import type { FactorRule } from '../factors/factorsOf.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { takeToken } from '../rateLimits/takeToken.ts'
import { admitSignIn, signInSucceeded } from '../signInThrottle/signInThrottle.ts'
import { atEntrance, type Management } from '../store.ts'
import { type SignInUser, userForSignIn } from '../users/users.ts'
import { beginSession, demandAdmitted, isOpen, type SignedIn } from './beginSession.ts'
import { nextStep, type SecondFactorDue } from './secondFactor.ts'

type SignInRequest = {
  /** User name or e-mail address. */
  readonly username: string
  readonly password: string
  readonly browserSaved: boolean
  readonly address: string
  readonly browser?: string
  /** How this installation asks for second factors. */
  readonly rule: FactorRule
}

/**
 * Signs a person in, or says which second factor is due, or returns the reason why not. Every reason but "wrong name or
 * password" requires the right password (D36, D41), and an unknown name takes as long as a known one.
 */
export async function signIn(
  management: Management,
  requested: SignInRequest,
): Promise<SignedIn | { readonly secondFactor: SecondFactorDue }> {
  const attempt = { account: requested.username, address: requested.address }
  await admitSignIn(management, attempt)
  const user = await userForSignIn(management, requested.username)
  const fits = await passwordFits(user?.passwordHash, requested.password)
  if (!user || !fits || !isOpen(user)) {
    await writeDownFailure(management, user, requested.address)
    // By the domain alone, so that it says nothing of accounts (D90).
    const isForced = await isForcedDomain(management, requested.username)
    throw new AppError(isForced ? 'signin.company' : 'signin.failed')
  }
  await signInSucceeded(management, attempt)
  await demandNotForced(management, user.id)
  const admitted = demandAdmitted(user)
  const { rule, browserSaved, address, browser } = requested
  const step = await nextStep(management, admitted, { rule, browserSaved })
  if (step.secondFactor) return { secondFactor: step.secondFactor }
  const signedIn = await beginSession(management, {
    userId: user.id,
    way: 'password',
    confirmedAt: new Date(atEntrance(management).now()),
    browserSaved,
    address,
    ...(browser !== undefined && { browser }),
  })
  return step.dueAt === null ? signedIn : { ...signedIn, factorDueAt: step.dueAt }
}

/** Entries about failed sign-ins of one account, and of all names that no account has: so many at once, and then one a minute. */
const failureEntries = { name: 'entry of a failed sign-in', burst: 60, perSecond: 1 / 60 }

/** The name of no account is not stored: it may be a password in the wrong field. */
async function writeDownFailure(
  management: Management,
  user: SignInUser | undefined,
  address: string,
): Promise<void> {
  const whose = user ? `account ${user.id}` : 'nobody'
  if (!(await takeToken(management, failureEntries, whose)).taken) return
  // A person with a wrong password is not known to be the account's owner.
  const by = { userId: null, username: user?.username ?? 'unknown' }
  return recordEvent(management, by, 'signInFailed', 'session', {
    id: user?.id ?? null,
    clientId: user?.client?.id ?? null,
    after: { address },
  })
}
