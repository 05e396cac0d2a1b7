import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

let count = 0
const { watch, notify } = listeners()

/** How many open alerts nobody has seen: the title of the page begins with it. */
export function showOpenCount(shown: number) {
  if (shown === count) return
  count = shown
  notify()
}

/** The same, for what shows it. */
export const useOpenCount = () => useSyncExternalStore(watch, () => count)
