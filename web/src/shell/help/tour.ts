import { useSyncExternalStore } from 'react'

/** Whoever has seen the tour, or sets this beforehand as the journeys do, is left alone. */
const key = 'packboard.tour'

let asked = false
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

export const tourIsSeen = () => localStorage.getItem(key) === 'seen'

/** Shows the tour now, also to somebody who has seen it. */
export function askForTour() {
  asked = true
  tell()
}

export function endTour() {
  asked = false
  localStorage.setItem(key, 'seen')
  tell()
}

/** `asked` by the person, `first` for somebody who has not seen it, or null. */
export function useTour(): 'asked' | 'first' | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (asked ? 'asked' : tourIsSeen() ? null : 'first'),
  )
}
