import { AppError } from '@packboard/model'
import { demandNotForced, isForcedDomain } from '../companySignIn/forcedDomains.ts'
import type { FactorRule } from '../factors/factorsOf.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { admitSignIn, signInSucceeded } from '../signInThrottle/signInThrottle.ts'
import { atEntrance, type Management } from '../store.ts'
import { userForSignIn } from '../users/users.ts'
import { beginSession, demandAdmitted, isOpen, type SignedIn } from './beginSession.ts'
import { noteFailure } from './failureEntries.ts'
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
    const { address } = requested
    await noteFailure(management, user, { action: 'signInFailed', address })
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
