import { formatDateTime, noFigure } from '@packboard/model'
import { browserZone } from '../ui/zone.ts'

/** `21-11-2026 14:32:10`; the clock's digits keep their places, the date's need not. */
export function DateTime({ at }: { at: Date | null }) {
  if (at === null) return <>{noFigure}</>
  const [date, time] = formatDateTime(at, browserZone).split(' ')
  return (
    <time dateTime={at.toISOString()}>
      {date} <span className="digits">{time}</span>
    </time>
  )
}
