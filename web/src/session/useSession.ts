import type { Session } from '@packboard/contract'
import { useSyncExternalStore } from 'react'
import { currentSession, watchSession } from './session.ts'

/** The signed-in person, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(watchSession, currentSession)
}

/** The signed-in person, on the pages that nobody else reaches: their shell is gone as soon as nobody is signed in. */
export function usePerson(): Session {
  const session = useSession()
  if (!session) throw new Error('This page is only for signed-in people.')
  return session
}
