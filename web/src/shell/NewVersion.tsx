import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconRefresh } from '../icons/icons.ts'
import styles from './NewVersion.module.css'
import { followVersions, reloadIntoNewVersion, useNewVersion } from './newVersion.ts'

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
