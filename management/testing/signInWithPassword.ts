import type { SignedIn } from '../src/signIn/beginSession.ts'
import { signIn } from '../src/signIn/signIn.ts'
import type { Management } from '../src/store.ts'

/** Signs in where no second factor is due. */
export async function signInWithPassword(
  management: Management,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<SignedIn> {
  const step = await signIn(management, {
    ...{ username, password, address, browserSaved: true },
    rule: { mode: 'off', passkeys: false },
  })
  if ('secondFactor' in step) throw new Error('a second factor is due')
  return step
}
