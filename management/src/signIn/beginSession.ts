import { AppError, type PersonRole } from '@packboard/model'
import { recordEvent } from '../auditLog/auditLog.ts'
import { demandNotForced } from '../companySignIn/forcedDomains.ts'
import type { ShownFactor } from '../factors/factorsOf.ts'
import type { SessionWay } from '../schema.ts'
import { createSession } from '../sessions/sessions.ts'
import { atEntrance, type Management } from '../store.ts'
import { type SignInUser, userOfSignIn } from '../users/users.ts'
import { noteBrowser } from './knownBrowsers.ts'

export type SessionStart = {
  readonly userId: number
  readonly way: SessionWay
  /** When the person showed password or factor for this session; null: not here, as at a company sign-in. */
  readonly confirmedAt: Date | null
  readonly browserSaved: boolean
  readonly address: string
  readonly browser?: string
  /** What was shown besides the password, for the log. */
  readonly factor?: ShownFactor
  /** Of a company sign-in. */
  readonly identityProviderId?: number
  /** What the provider calls the session (the claim `sid`). */
  readonly providerSession?: string
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
  /** The account signed in before, but not with this browser and from this network in the last 90 days. */
  readonly isNewPlace: boolean
  /** From when on a sign-in wants a second factor, which the account has not. */
  readonly factorDueAt?: Date
  /** Where its letters go. */
  readonly email: string | null
}

/**
 * What every sign-in ends in, whatever the person showed: opens the session and writes it to the audit log. Refused with
 * `signin.failed`, `signin.pending` or `signin.clientDisabled` when the account may not be used now, with `signin.company` when its
 * company signs it in.
 */
export async function beginSession(management: Management, start: SessionStart): Promise<SignedIn> {
  const found = await userOfSignIn(management, start.userId)
  if (!found || !isOpen(found)) throw new AppError('signin.failed')
  const user = demandAdmitted(found)
  if (start.way !== 'company') await demandNotForced(management, user.id)
  const { role, client } = user
  await recordEvent(management, { userId: user.id, username: user.username }, 'signIn', 'session', {
    id: user.id,
    clientId: client?.id ?? null,
    after: {
      address: start.address,
      way: start.way,
      ...(start.factor && { factor: start.factor }),
    },
  })
  const token = await createSession(management, { ...start, role })
  const place = { userId: user.id, browser: start.browser ?? '', address: start.address }
  const store = atEntrance(management)
  const isNewPlace = await store.transaction((db) => noteBrowser(db, place, store.now()))
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
    isNewPlace,
    email: user.email,
  }
}

/** Can this account be signed in to at all? If not, that sounds like a wrong password. */
export const isOpen = (user: SignInUser) => user.enabled && !user.client?.deleted

/** An account with a role, whose client is enabled; the reasons why not are for the account's owner alone. */
export function demandAdmitted(user: SignInUser): SignInUser & { readonly role: PersonRole } {
  const { role, client } = user
  if (role === null) throw new AppError('signin.pending')
  if (client && !client.enabled) throw new AppError('signin.clientDisabled')
  return { ...user, role }
}
