import type { Session } from '@packboard/contract'
import { useSyncExternalStore } from 'react'
import { currentSession, watchSession } from './session.ts'

/** The signed-in person, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(watchSession, currentSession)
}

/** The signed-in user, on the pages behind the sign-in: their shell is removed as soon as the session ends. */
export function usePerson(): Session {
  const session = useSession()
  if (!session) throw new Error('This page is only for signed-in people.')
  return session
}
