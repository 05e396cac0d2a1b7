import { useSyncExternalStore } from 'react'
import { currentSession } from './session.ts'

/**
 * Small choices that a person should find again in this browser: in whose time the pages tell, how long the pages of
 * tables are. They are kept under the number of the person and are gone when the session ends.
 */

export type KeptChoice = 'times' | 'pageSize'

const keyOf = (userId: number, choice: KeptChoice) => `packboard.kept.${userId}.${choice}`
const listeners = new Set<() => void>()

/** What the signed-in person chose before, as text; null when nothing. */
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

/** Forgets what this person chose. */
export function forgetKept(userId: number) {
  for (const choice of ['times', 'pageSize'] as const) {
    localStorage.removeItem(keyOf(userId, choice))
  }
  notify()
}

/** What the person chose, also when it is changed in another tab, and the way to choose anew. */
export function useKept(choice: KeptChoice): readonly [string | null, (value: string) => void] {
  const value = useSyncExternalStore(watch, () => kept(choice))
  return [value, (chosen) => keep(choice, chosen)]
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith('packboard.kept.')) notify()
})
