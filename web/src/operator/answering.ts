import { kioskCredential } from '../api/kioskCredential.ts'
import { currentSession } from '../session/session.ts'

/** Who names stops on this page: a signed-in person, or a name that was chosen on the tablet of a link. */
export type Answering = {
  /** What waits to be sent is stored under it. */
  readonly key: string
  readonly name: string
  /** Another name is chosen on this tablet; absent for a person with an account. */
  readonly leave?: () => void
}

let onTablet: string | null = null

/** From now on calls are those of this name of a link; null: of no name. */
export function answerOnTablet(key: string | null) {
  onTablet = key
}

/** Whose calls are sent now: an answer of one person must not be sent in the name of the next. */
export function answersNow(): string | null {
  if (kioskCredential() !== null) return onTablet
  const session = currentSession()
  return session && String(session.id)
}
