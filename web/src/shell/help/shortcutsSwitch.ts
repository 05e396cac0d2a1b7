import { useSyncExternalStore } from 'react'
import { listeners } from '../../listeners.ts'

/** Single keys can be in the way of speech control and of other habits: everybody can switch them off (WCAG 2.1.4). */
const key = 'packboard.shortcuts'
const { watch, notify } = listeners()

export const shortcutsAreOn = () => localStorage.getItem(key) !== 'off'

/** Switches the shortcuts of this browser on or off. */
export function switchShortcuts(on: boolean) {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  notify()
}

export const useShortcutsAreOn = () => useSyncExternalStore(watch, shortcutsAreOn)
