import { useSyncExternalStore } from 'react'

/** Whoever has seen the tour, or sets this beforehand as the journeys do, is left alone. */
const key = 'packboard.tour'

let requested = false
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

export const tourIsSeen = () => localStorage.getItem(key) === 'seen'

/** Shows the tour now, also to somebody who has seen it. */
export function askForTour() {
  requested = true
  notify()
}

export function endTour() {
  requested = false
  localStorage.setItem(key, 'seen')
  notify()
}

/** `asked` by the person, `first` for somebody who has not seen it, or null. */
export function useTour(): 'asked' | 'first' | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (requested ? 'asked' : tourIsSeen() ? null : 'first'),
  )
}
