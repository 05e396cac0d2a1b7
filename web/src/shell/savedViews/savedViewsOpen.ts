import { useSyncExternalStore } from 'react'

let opened = false
const listeners = new Set<() => void>()

/** Opens or closes the saved views: a button of the bar and an entry of the palette do it from different places. */
export function openSavedViews(open = true) {
  opened = open
  for (const listener of listeners) listener()
}

export function useSavedViewsAreOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
}
