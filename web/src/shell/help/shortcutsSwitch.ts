import { useSyncExternalStore } from 'react'

/** Single keys can be in the way of speech control and of other habits: everybody can switch them off (WCAG 2.1.4). */
const key = 'packboard.shortcuts'
const listeners = new Set<() => void>()

export const shortcutsAreOn = () => localStorage.getItem(key) !== 'off'

/** Switches the shortcuts of this browser on or off. */
export function switchShortcuts(on: boolean) {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  for (const listener of listeners) listener()
}

export function useShortcutsAreOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, shortcutsAreOn)
}
