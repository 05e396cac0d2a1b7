import { kioskCredential } from '../api/kioskCredential.ts'
import { currentSession } from '../session/session.ts'
import type { Waiting } from '../ui/Loadable.tsx'

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

/** What was read before stays when it could not be read again: an operator answers without a network, too. */
export function whileKnown<Data>(query: Waiting<Data>): Waiting<Data> {
  return {
    isPending: query.isPending,
    isError: query.isError && query.data === undefined,
    data: query.data,
    refetch: query.refetch,
    isPaused: query.isPaused ?? false,
  }
}
