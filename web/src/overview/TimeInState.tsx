import { formatClock, formatTimeInState } from '@packboard/model'
import type { ReactNode } from 'react'
import { spoken } from '../i18n/spoken.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'

const quiet = (word: ReactNode) => <small>{word}</small>

/** "for 2h 33m", counting; on a card of old values "as of 14:29" instead, because the duration is unknown. */
export function TimeInState({
  sinceMs,
  staleSince,
  dense = false,
}: {
  sinceMs: number | null
  staleSince: Date | null
  /** The word before the time is only heard. */
  dense?: boolean
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
      {say('forTime', { time: text, quiet: dense ? spoken : quiet })}
    </time>
  )
}
