import { AppError, type PersonRole } from '@packboard/model'
import { recordEvent } from '../auditLog/auditLog.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { createSession } from '../sessions/sessions.ts'
import { admitSignIn, signInSucceeded } from '../signInThrottle/signInThrottle.ts'
import type { Management } from '../store.ts'
import { type SignInUser, userForSignIn } from '../users/users.ts'

type SignInRequest = {
  /** User name or e-mail address. */
  readonly username: string
  readonly password: string
  readonly browserSaved: boolean
  readonly address: string
  readonly browser?: string
}

export type SignedIn = {
  readonly token: string
  readonly userId: number
  readonly username: string
  readonly firstName: string
  readonly role: PersonRole
  readonly clientId: number | null
  readonly clientName: string | null
  readonly subscriptionLabel: string | null
  readonly distributorId: number | null
}

/**
 * Signs a person in, or returns the reason why not. Every reason but "wrong name or password" requires the right
 * password (D36, D41), and an unknown name takes as long as a known one.
 */
export async function signIn(management: Management, requested: SignInRequest): Promise<SignedIn> {
  const attempt = { account: requested.username, address: requested.address }
  await admitSignIn(management, attempt)
  const user = await userForSignIn(management, requested.username)
  const fits = await passwordFits(user?.passwordHash, requested.password)
  if (!user || !fits || !user.enabled || user.client?.deleted) {
    await writeDown(management, 'signInFailed', user, requested.address)
    throw new AppError('signin.failed')
  }
  await signInSucceeded(management, attempt)

  const { role, client } = user
  if (role === null) throw new AppError('signin.pending')
  if (client && !client.enabled) throw new AppError('signin.clientDisabled')
  await writeDown(management, 'signIn', user, requested.address)
  const token = await createSession(management, {
    userId: user.id,
    role,
    browserSaved: requested.browserSaved,
    address: requested.address,
    ...(requested.browser !== undefined && { browser: requested.browser }),
  })
  return {
    token,
    userId: user.id,
    username: user.username,
    firstName: user.firstName,
    role,
    clientId: client?.id ?? null,
    clientName: client?.name ?? null,
    subscriptionLabel: client?.subscriptionLabel ?? null,
    distributorId: user.distributorId,
  }
}

/** The name of no account is not stored: it may be a password in the wrong field. */
function writeDown(
  management: Management,
  action: 'signIn' | 'signInFailed',
  user: SignInUser | undefined,
  address: string,
): Promise<void> {
  // A person with a wrong password is not known to be the account's owner.
  const userId = action === 'signIn' && user ? user.id : null
  const by = { userId, username: user?.username ?? 'unknown' }
  return recordEvent(management, by, action, 'session', {
    id: user?.id ?? null,
    clientId: user?.client?.id ?? null,
    after: { address },
  })
}
