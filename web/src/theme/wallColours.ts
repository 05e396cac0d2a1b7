import { type ColourScheme, colourSchemes } from '@packboard/model'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** A television remembers how its link looks: `public/colourScheme.js` reads the same key before the first paint. */
const key = 'packboard.wallColours'
const { watch, notify } = listeners()

/** A wall hangs in a hall and is dark, unless its link says otherwise. */
export function wallColours(): ColourScheme {
  const kept = localStorage.getItem(key)
  return colourSchemes.find((each) => each === kept) ?? 'dark'
}

export function showWallColours(scheme: ColourScheme): void {
  if (scheme === wallColours()) return
  if (scheme === 'dark') localStorage.removeItem(key)
  else localStorage.setItem(key, scheme)
  notify()
}

export const useWallColours = () => useSyncExternalStore(watch, wallColours)
