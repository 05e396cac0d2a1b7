import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { askBuild } from '../api/askBuild.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconRefresh } from '../icons/icons.ts'
import { listeners } from '../listeners.ts'
import styles from './NewVersion.module.css'

/** Says that the server has a newer page than this one. It never reloads by itself while a user may be typing. */
export function NewVersion({ reload = reloadIntoNewVersion }: { reload?: () => void }) {
  const say = useTexts('shell')
  useEffect(followVersions, [])
  const isThere = useNewVersion()
  const [later, setLater] = useState(false)
  // A television has no user who types or presses a button.
  useEffect(() => {
    if (isThere && /\/wall\b/.test(window.location.pathname) && mayReloadByItself()) reload()
  }, [isThere, reload])
  return (
    <div className={styles.place} role="status">
      {isThere && !later && (
        <div className={styles.note}>
          <IconRefresh size={20} />
          <span>{say('newVersion')}</span>
          <Button size="xs" onClick={() => reload()}>
            {say('reload')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setLater(true)}>
            {say('later')}
          </Button>
        </div>
      )}
    </div>
  )
}

const againMs = 10 * 60_000
const key = 'packboard.loadedAnew'

/** A television that gets the old page again and again must not reload for ever. */
function mayReloadByItself(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < againMs) return false
  sessionStorage.setItem(key, String(Date.now()))
  return true
}

/** The build of this page; null under Vite's development server, and in tests. */
export function ownBuild(): string | null {
  const named = document.querySelector('meta[name="packboard-build"]')
  return named?.getAttribute('content') || null
}

/** Checked this often, in ms, and whenever the page becomes visible again. */
export const askEveryMs = 60_000

let other = false
const { watch, notify } = listeners()

/** Checks once whether the server has another build than this page. */
export async function lookForNewVersion(own = ownBuild()) {
  if (own === null || other) return
  const there = await askBuild()
  if (there === null || there === own) return
  other = true
  notify()
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
export const useNewVersion = () => useSyncExternalStore(watch, () => other)

/** Installs the worker that keeps the shell for the time without a server, once the page itself is there. */
export function installShellWorker() {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  const register = () => {
    // Without it everything works but the offline page; a browser in private mode may refuse it.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

/** Loads the page anew, with the worker of the new version if one waits. */
export async function reloadIntoNewVersion() {
  const waiting = await navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.waiting)
    .catch(() => undefined)
  waiting?.postMessage('take over')
  window.location.reload()
}
