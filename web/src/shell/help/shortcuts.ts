import type { Permissions } from '@packboard/contract'
import { useSyncExternalStore } from 'react'
import { listeners } from '../../listeners.ts'
import { seesDaySummary } from '../../session/pages.ts'

/** What a key, or two keys one after the other, do. */
export type Shortcut = {
  readonly keys: readonly string[]
  readonly does: ShortcutPage | 'find' | 'help'
}

/** A page that a shortcut leads to. */
export type ShortcutPage =
  | 'home'
  | 'overview'
  | 'shift'
  | 'timeline'
  | 'stops'
  | 'compare'
  | 'daySummary'
  | 'wall'
  | 'operator'
  | 'panel'

const all: readonly Shortcut[] = [
  { keys: ['g', 'h'], does: 'home' },
  { keys: ['g', 'o'], does: 'overview' },
  { keys: ['g', 's'], does: 'shift' },
  { keys: ['g', 't'], does: 'timeline' },
  { keys: ['g', 'x'], does: 'stops' },
  { keys: ['g', 'c'], does: 'compare' },
  { keys: ['g', 'd'], does: 'daySummary' },
  { keys: ['g', 'w'], does: 'wall' },
  { keys: ['g', 'r'], does: 'operator' },
  { keys: ['g', 'p'], does: 'panel' },
  { keys: ['/'], does: 'find' },
  { keys: ['?'], does: 'help' },
]

/** The shortcuts of a user: none leads to a page that the user may not open. */
export function shortcutsOf(
  may: Permissions,
  subscriptionLabel: string | null,
): readonly Shortcut[] {
  return all.filter(({ does }) => {
    if (does === 'panel') return may.openPanel
    if (does === 'daySummary') return seesDaySummary(may, subscriptionLabel)
    if (does === 'operator') return may.labelStops
    return true
  })
}

/** Two keys belong together when they come within this time, in ms. */
export const togetherMs = 1_500

/** Receives one key after another and returns the shortcut that is complete. */
export function listenForShortcuts(shortcuts: () => readonly Shortcut[]) {
  let first: { key: string; at: number } | null = null
  return (key: string, at: number): Shortcut | null => {
    const before = first && at - first.at <= togetherMs ? first.key : null
    first = null
    const meant =
      (before !== null && shortcuts().find(({ keys }) => keys[0] === before && keys[1] === key)) ||
      shortcuts().find(({ keys }) => keys.length === 1 && keys[0] === key)
    if (meant) return meant
    if (shortcuts().some(({ keys }) => keys.length === 2 && keys[0] === key)) first = { key, at }
    return null
  }
}

/** Keys that are typed into a field are text, and keys with Ctrl, Alt or Meta belong to the browser or the system. */
export function isForUs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.isComposing || event.repeat) return false
  // An open modal receives the keys.
  if (document.querySelector('[aria-modal="true"], [role="listbox"]')) return false
  const { target } = event
  if (!(target instanceof HTMLElement)) return true
  return !target.isContentEditable && !target.closest('input, textarea, select, [role="combobox"]')
}

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
