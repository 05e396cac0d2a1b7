import type { WallAnswer } from '@packboard/contract'
import { formatClock, zoneLabel } from '@packboard/model'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { IconCloudOff } from '../icons/icons.ts'
import { BrandMark } from '../shell/Brand.tsx'
import { useNow } from '../time/useNow.ts'
import styles from './Wall.module.css'

/** Whose wall this is, and what time it is there. */
export function WallHead({
  info,
  title,
  side,
  children,
}: {
  info: WallAnswer
  /** What the wall shows where it is not the client. */
  title?: string
  side?: string
  children?: ReactNode
}) {
  const { clientName, zone } = info
  const clock = useNow((now) => formatClock(new Date(now), zone).slice(0, 5))
  const place = useNow((now) => zoneLabel(zone, new Date(now)))
  return (
    <header className={styles.head}>
      <BrandMark size={44} />
      <div className={styles.client} data-beside={side !== undefined}>
        <h1>{title ?? clientName}</h1>
        <p>{side ?? place}</p>
      </div>
      {children}
      <time className={styles.clock}>{clock}</time>
    </header>
  )
}

/** How many alerts are open: a number without names. */
export function OpenAlerts({ count }: { count: number }) {
  const say = useTexts('wall')
  if (count === 0) return null
  return (
    <p className={styles.alerts}>
      <IconBell />
      <span aria-hidden="true">{count}</span>
      <span className="spoken">{say('openAlerts', { count })}</span>
    </p>
  )
}

/** What happened, from when the values are, and what happens next; it replaces the counts. */
export function LostBanner({
  since,
  zone,
  nextTryAt,
}: {
  since: Date
  zone: string
  nextTryAt: number | null
}) {
  const say = useTexts('wall')
  const seconds = useNow((now) =>
    nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000)),
  )
  return (
    <div className={styles.banner}>
      <IconCloudOff />
      <p>
        <b role="status">{say('connectionLost', { at: formatClock(since, zone) })}</b>
        <span>{seconds > 0 ? say('tryingIn', { seconds }) : say('trying')}</span>
      </p>
    </div>
  )
}
