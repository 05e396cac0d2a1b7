import { useSyncExternalStore } from 'react'

let opened = false
const listeners = new Set<() => void>()

/** Opens or closes the palette: a button of the bar and a key do it from different places. */
export function openPalette(open = true) {
  opened = open
  for (const listener of listeners) listener()
}

export const paletteIsOpen = () => opened

export function usePaletteIsOpen(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, paletteIsOpen)
}

/** Ctrl K or ⌘ K, without another key: with a key held it belongs to no text, so it also works in a field. */
export const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
