import { formatClock, formatTimeInState } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'

/** "for 2h 33m", counting; on a card of old values "as of 14:29" instead, because the duration is unknown. */
export function TimeInState({
  sinceMs,
  staleSince,
}: {
  sinceMs: number | null
  staleSince: Date | null
}) {
  const say = useTexts('overview')
  const zone = useShownZone()
  const text = useNow((now) => {
    if (staleSince) return formatClock(staleSince, zone).slice(0, 5)
    return sinceMs === null ? '' : formatTimeInState((now - sinceMs) / 1_000)
  })
  if (!text) return null
  if (staleSince) return <time>{say('asOf', { time: text })}</time>
  return (
    <time title={say('timeInState')}>
      {say('forTime', { time: text, quiet: (inner) => <small>{inner}</small> })}
    </time>
  )
}
