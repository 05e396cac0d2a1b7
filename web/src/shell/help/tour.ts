import { useSyncExternalStore } from 'react'

/** Set once the tour was seen, or beforehand by the journeys: the tour is then not shown. */
const key = 'packboard.tour'

let requested = false
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

export const tourIsSeen = () => localStorage.getItem(key) === 'seen'

/** Shows the tour now, also when it was seen before. */
export function askForTour() {
  requested = true
  notify()
}

export function endTour() {
  requested = false
  localStorage.setItem(key, 'seen')
  notify()
}

/** `requested` by the user, `first` for a user who has not seen it, or null. */
export function useTour(): 'requested' | 'first' | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (requested ? 'requested' : tourIsSeen() ? null : 'first'),
  )
}
