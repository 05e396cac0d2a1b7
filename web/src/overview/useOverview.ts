import { useEffect, useState, useSyncExternalStore } from 'react'
import { OverviewFeed } from './overviewFeed.ts'

/** Follows the machines of one client as long as the screen is open. */
export function useOverview(clientId: number, serialNos: readonly string[], from: Date) {
  const key = `${clientId} ${serialNos.join(' ')}`
  const [held, setHeld] = useState(() => ({
    key,
    feed: new OverviewFeed(clientId, serialNos, from),
  }))
  if (held.key !== key) setHeld({ key, feed: new OverviewFeed(clientId, serialNos, from) })
  const { feed } = held

  useEffect(() => {
    feed.start()
    return () => feed.stop()
  }, [feed])
  useEffect(() => feed.startFrom(from), [feed, from])

  return { feed, state: useSyncExternalStore(feed.subscribe, feed.getState) }
}
