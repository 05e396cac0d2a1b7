import { Button } from '@mantine/core'
import { formatClock } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCloudOff } from '../icons/icons.ts'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import styles from './StaleBanner.module.css'

/** What happened, from when the values are, and what happens next. */
export function StaleBanner({
  since,
  nextTryAt,
  retry,
}: {
  since: Date
  nextTryAt: number | null
  retry: () => void
}) {
  const say = useTexts('overview')
  const zone = useShownZone()
  const seconds = useNow((now) =>
    nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000)),
  )
  return (
    <div className={styles.banner}>
      <IconCloudOff size={20} stroke={1.75} aria-hidden="true" />
      <p>
        <b role="status">{say('connectionLost', { time: formatClock(since, zone) })}</b>{' '}
        <span>{seconds > 0 ? say('tryingIn', { count: seconds }) : say('trying')}</span>
      </p>
      <Button variant="default" size="xs" onClick={retry}>
        {say('retryNow')}
      </Button>
    </div>
  )
}
