import type { Session } from '@packboard/contract'
import { useSyncExternalStore } from 'react'
import { currentSession, watchSession } from './session.ts'

/** The signed-in person, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(watchSession, currentSession)
}
