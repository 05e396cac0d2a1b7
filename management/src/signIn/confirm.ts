import { AppError } from '@packboard/model'
import { passwordFits } from '../passwords/passwords.ts'
import { noteConfirmed } from '../sessions/sessions.ts'
import { admitSignIn, signInSucceeded } from '../signInThrottle/signInThrottle.ts'
import type { Management } from '../store.ts'
import { userOfSignIn } from '../users/users.ts'

type Confirmation = {
  readonly userId: number
  /** Of the session that is confirmed. */
  readonly token: string
  readonly address: string
  readonly password: string
}

/**
 * The person of a session shows again who it is, before what erases, opens or hands on (D91). Wrong passwords are slowed down as those of a
 * sign-in, and refused with `password.wrong`.
 */
export async function confirmSession(
  management: Management,
  { userId, token, address, password }: Confirmation,
): Promise<void> {
  const user = await userOfSignIn(management, userId)
  const attempt = { account: user?.username ?? '', address }
  await admitSignIn(management, attempt)
  if (!(await passwordFits(user?.passwordHash, password))) throw new AppError('password.wrong')
  await signInSucceeded(management, attempt)
  await noteConfirmed(management, token)
}
