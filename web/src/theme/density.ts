import { type Density, densities } from '@packboard/model'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** `public/colourScheme.js` reads the same key before the first paint. */
const key = 'packboard.density'
const { watch, notify } = listeners()

/** Until a person chooses there is room around everything. */
export function currentDensity(): Density {
  const kept = localStorage.getItem(key)
  return densities.find((each) => each === kept) ?? 'comfortable'
}

/** Shown at once, read by the style sheets as `data-density`, and kept in this browser. */
export function showDensity(density: Density): void {
  localStorage.setItem(key, density)
  document.documentElement.dataset.density = density
  notify()
}

export const useDensity = () => useSyncExternalStore(watch, currentDensity)

/** Did the person choose it, on this device or another one? */
export const useDensityIsChosen = () =>
  useSyncExternalStore(watch, () => localStorage.getItem(key) !== null)
