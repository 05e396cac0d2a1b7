import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'
import { chooseClient } from './chosenClient.ts'
import { currentSession, watchSession } from './session.ts'

/**
 * Small choices that a user finds again in this browser: the zone of the pages' times, the page length of
 * tables, the line of the operator page, what was chosen in the palette. They are stored under the user's number and are removed when the session ends.
 */

const choices = ['times', 'pageSize', 'line', 'recent'] as const
export type KeptChoice = (typeof choices)[number]

const keyOf = (userId: number, choice: KeptChoice) => `packboard.kept.${userId}.${choice}`
const { watch, notify } = listeners()

/** The stored choice of the signed-in user, as text; null when there is none. */
export function kept(choice: KeptChoice): string | null {
  const session = currentSession()
  return session && localStorage.getItem(keyOf(session.id, choice))
}

export function keep(choice: KeptChoice, value: string) {
  const session = currentSession()
  if (!session) return
  localStorage.setItem(keyOf(session.id, choice), value)
  notify()
}

/** Removes the choices of this user. */
export function forgetKept(userId: number) {
  for (const choice of choices) {
    localStorage.removeItem(keyOf(userId, choice))
  }
  notify()
}

/** The choice of the user, also when it is changed in another tab, and the function to change it. */
export function useKept(choice: KeptChoice): readonly [string | null, (value: string) => void] {
  const value = useSyncExternalStore(watch, () => kept(choice))
  return [value, (chosen) => keep(choice, chosen)]
}

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith('packboard.kept.')) notify()
})

/**
 * A sign-in or sign-out, in this tab or in another one, changes what may be seen: all cached data are dropped, and the
 * router decides anew where this user may be.
 */
export function forgetWithTheSession(
  queries: Pick<QueryClient, 'clear'>,
  router: { invalidate(): Promise<void> },
): () => void {
  let before = currentSession()
  return watchSession(() => {
    const now = currentSession()
    if (now?.accessToken === before?.accessToken) return
    // A new token of the same person, after a new password, changes nothing of what may be seen.
    const isSame = before !== null && now?.id === before.id
    if (before && !isSame) forgetKept(before.id)
    before = now
    if (isSame) return
    queries.clear()
    chooseClient(null)
    void router.invalidate()
  })
}
