import { durationParts, formatDateTime, noFigure, zoneLabel } from '@packboard/model'
import styles from './DateTime.module.css'
import { useShownZone } from './zone.ts'

/** `21-11-2026 14:32:10`; the clock's digits keep their places, the date's need not. Who points at it reads the zone. */
export function DateTime({ at }: { at: Date | null }) {
  const zone = useShownZone()
  if (at === null) return <>{noFigure}</>
  const [date, time] = formatDateTime(at, zone).split(' ')
  return (
    <time dateTime={at.toISOString()} title={zoneLabel(zone, at)}>
      {date} <span className="digits">{time}</span>
    </time>
  )
}

/** `7h 53m 43s` with quiet units, so that the figures are read first. */
export function Duration({ seconds }: { seconds: number }) {
  const parts = durationParts(seconds)
  return (
    <span className={styles.duration}>
      {parts.hours}
      <u>h</u> {parts.minutes}
      <u>m</u> {parts.seconds}
      <u>s</u>
    </span>
  )
}
