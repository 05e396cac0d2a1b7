import { useEffect } from 'react'
import { isOtherVersion } from './wallVersion.ts'

const lookMs = 5 * 60_000
/** A wall that were sent the old page again and again must not load for ever. */
const againMs = 10 * 60_000
const key = 'packboard.wall.loadedAnew'

/** Nobody presses a button on a television: a new version of the screens is loaded by itself. */
export function useNewVersion() {
  useEffect(() => {
    const look = () => void loadIfNew().catch(() => {}) // no network; the next look tells
    const timer = setInterval(look, lookMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [])
}

async function loadIfNew() {
  const answer = await fetch('/wall', { cache: 'no-store' })
  if (!answer.ok) return
  const running = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
  if (!isOtherVersion(await answer.text(), running)) return
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < againMs) return
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
}
