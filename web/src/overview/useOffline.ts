import { isOffline, type LiveCard } from '@packboard/model'
import { useEffect, useState } from 'react'
import { serverNow } from '../time/serverClock.ts'
import { useNow } from '../time/useNow.ts'
import type { OverviewFeed } from './overviewFeed.ts'

/** The longest delay of a timer; the next answer comes long before it. */
const longestWaitMs = 24 * 3_600_000

/** Is the machine OFFLINE? It becomes so at the end of its hold limit, without a message of the server (D11). */
export function useOffline(feed: OverviewFeed, card: LiveCard | undefined): boolean {
  const [, wake] = useState(0)
  const holdUntil = card?.holdUntil?.getTime()
  useEffect(() => {
    if (holdUntil === undefined) return
    const left = holdUntil - serverNow()
    if (left <= 0) return
    const timer = setTimeout(() => wake((count) => count + 1), Math.min(left + 20, longestWaitMs))
    return () => clearTimeout(timer)
  }, [holdUntil])
  // Checked every second as well: the server may answer again after the limit has run out.
  return useNow(() => card !== undefined && isOffline(card, new Date(feed.now())))
}
