import { AppError } from '@packboard/model'
import { recordEvent } from '../auditLog/auditLog.ts'
import { type FactorRule, factorsOf, methodsOf, type ShownFactor } from '../factors/factorsOf.ts'
import { passwordFits } from '../passwords/passwords.ts'
import type { SessionWay } from '../schema.ts'
import { markConfirmed } from '../sessions/sessions.ts'
import { admitSignIn, signInSucceeded } from '../signInThrottle/signInThrottle.ts'
import { atEntrance, type Management } from '../store.ts'
import { userOfSignIn } from '../users/users.ts'
import { noteFailure } from './failureEntries.ts'
import { factorAttempt } from './secondFactor.ts'

/** What a person shows to confirm that it is still the same one. */
export type ConfirmMethod = ShownFactor | 'password' | 'company'

type Confirmed = {
  readonly userId: number
  /** How the session began. */
  readonly way: SessionWay
  readonly rule: FactorRule
}

/**
 * What a person may confirm with: a factor it has; without one the password; in a session of a company sign-in that sign-in.
 */
export async function confirmMethods(
  management: Management,
  { userId, way, rule }: Confirmed,
): Promise<readonly ConfirmMethod[]> {
  if (way === 'company') return ['company']
  const factors = await atEntrance(management).read((db) => factorsOf(db, userId))
  const methods = methodsOf(factors, rule)
  return methods.length > 0 ? methods : ['password']
}

type Confirmation = Confirmed & {
  /** Of the session that is confirmed. */
  readonly token: string
  readonly address: string
  readonly method: ConfirmMethod
  /** Accepts what was shown, or throws. */
  readonly accept: () => Promise<unknown>
}

/**
 * The person of a session shows again who it is, before what erases, opens or hands on (D91). Who has a factor shows it, and no password.
 */
export async function confirmSession(
  management: Management,
  { token, address, method, accept, ...person }: Confirmation,
): Promise<void> {
  const methods = await confirmMethods(management, person)
  if (!methods.includes(method)) throw new AppError('factor.other')
  const shown = { userId: person.userId, address, method }
  await slowed(management, {
    ...{ userId: person.userId, address },
    async accept() {
      try {
        await accept()
      } catch (error) {
        await noteConfirmFailed(management, shown)
        throw error
      }
    },
  })
  await noteConfirmed(management, { ...shown, token })
}

type Shown = Pick<Confirmation, 'userId' | 'address' | 'method'>

/** The person of a session has shown who it is: for its session, and for the audit log. */
export async function noteConfirmed(
  management: Management,
  { token, userId, address, method }: Shown & { readonly token: string },
): Promise<void> {
  await markConfirmed(management, token)
  const user = await userOfSignIn(management, userId)
  const by = { userId, username: user?.username ?? 'unknown' }
  await recordEvent(management, by, 'confirm', 'session', {
    id: userId,
    clientId: user?.client?.id ?? null,
    after: { address, factor: method },
  })
}

/** What was shown to confirm was refused. */
export async function noteConfirmFailed(
  management: Management,
  { userId, address, method }: Shown,
): Promise<void> {
  const user = await userOfSignIn(management, userId)
  await noteFailure(management, user, { action: 'confirmFailed', address, factor: method })
}

/** Accepts what a signed-in person shows; wrong tries are slowed down as those of a second factor. */
export async function slowed(
  management: Management,
  { userId, address, accept }: Pick<Confirmation, 'userId' | 'address' | 'accept'>,
): Promise<void> {
  const attempt = factorAttempt(userId, address)
  await admitSignIn(management, attempt)
  await accept()
  await signInSucceeded(management, attempt)
}

/** The password of a person. Refused with `password.wrong`. */
export async function acceptPassword(
  management: Management,
  userId: number,
  password: string,
): Promise<void> {
  const user = await userOfSignIn(management, userId)
  if (!(await passwordFits(user?.passwordHash, password))) throw new AppError('password.wrong')
}
