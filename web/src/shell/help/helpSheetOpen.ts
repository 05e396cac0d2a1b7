import { useSyncExternalStore } from 'react'

let opened = false
const listeners = new Set<() => void>()

/** Opens or closes the help: a button of the bar and a key do it from different places. */
export function openHelp(open = true) {
  opened = open
  for (const listener of listeners) listener()
}

export function useHelpIsOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
}
