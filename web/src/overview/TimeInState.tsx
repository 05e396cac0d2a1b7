import { formatClock, formatTimeInState } from '@packboard/model'
import { useNow } from '../ui/useNow.ts'
import { browserZone } from '../ui/zone.ts'

/** "for 2h 33m", counting on; on a card of old values "as of 14:29" instead, because nobody knows how long since. */
export function TimeInState({
  since,
  staleSince,
}: {
  since: Date | null
  staleSince: Date | null
}) {
  const now = useNow()
  if (staleSince) return <time>as of {formatClock(staleSince, browserZone).slice(0, 5)}</time>
  if (!since) return null
  return (
    <time title="Time in this state">
      <small>for</small> {formatTimeInState((now - since.getTime()) / 1_000)}
    </time>
  )
}
