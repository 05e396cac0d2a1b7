import {
  localStorageColorSchemeManager,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { type ColourScheme, colourSchemes } from '@packboard/model'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** What is shown until a person chooses (specification §2: the look is dark). */
export const firstScheme = 'dark'

/** The choice is kept in this browser; `public/colourScheme.js` reads the same key before the first paint. */
export const schemeStore = localStorageColorSchemeManager({ key: 'packboard.colourScheme' })

/** The scheme that is shown now. What is drawn on a canvas is drawn again when it changes. */
export const useShownScheme = () => useComputedColorScheme(firstScheme)

/** The choice and the way to change it. */
export function useColourScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return { chosen: colorScheme, choose: setColorScheme }
}

/** A wall hangs in a hall: it does not follow the person or the device that shows it. */
export const isWall = (pathname: string) => pathname === '/wall' || pathname === '/admin/wall'

/** A television remembers how its link looks: `public/colourScheme.js` reads the same key before the first paint. */
const key = 'packboard.wallColours'
const { watch, notify } = listeners()

/** A wall hangs in a hall and is dark, unless its link says otherwise. */
function wallColours(): ColourScheme {
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
