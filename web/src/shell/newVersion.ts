import { useSyncExternalStore } from 'react'
import { askBuild } from '../api/askBuild.ts'

/** The build of this page; null under Vite's development server, and in tests. */
export function ownBuild(): string | null {
  const named = document.querySelector('meta[name="packboard-build"]')
  return named?.getAttribute('content') || null
}

/** Checked this often, in ms, and whenever the page becomes visible again. */
export const askEveryMs = 60_000

let other = false
const listeners = new Set<() => void>()

/** Checks once whether the server has another build than this page. */
export async function lookForNewVersion(own = ownBuild()) {
  if (own === null || other) return
  const there = await askBuild()
  if (there === null || there === own) return
  other = true
  for (const listener of listeners) listener()
}

/** Checks for another build from now on; returns the function that stops it. */
export function followVersions(): () => void {
  if (ownBuild() === null) return () => {}
  const look = () => {
    if (document.visibilityState === 'visible') void lookForNewVersion()
  }
  const timer = setInterval(look, askEveryMs)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', look)
  }
}

/** Does the server run another build than this page? Once it does, it stays so until the page is loaded again. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => other,
  )
}
