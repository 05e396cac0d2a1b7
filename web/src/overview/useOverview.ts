import type { LiveCard, SpeedGraph } from '@packboard/model'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNow, watchClock } from '../time/useNow.ts'
import { type Cards, type FeedView, OverviewFeed, type OverviewFrame } from './overviewFeed.ts'

/** Values of which nothing was heard for this long are marked as old: a live view never looks fresher than it is. */
const staleAfterMs = 90_000

/** Follows the machines of one client from `from` on, as long as the screen is open. */
export function useOverview(clientId: number, serialNos: readonly string[], from: Date) {
  const key = `${clientId} ${serialNos.join(' ')}`
  const make = () => ({ key, feed: new OverviewFeed(clientId, serialNos, from) })
  const [held, setHeld] = useState(make)
  if (held.key !== key) setHeld(make())
  const { feed } = held

  useEffect(() => {
    feed.start()
    return () => feed.stop()
  }, [feed])
  useEffect(() => feed.startFrom(from), [feed, from])
  return feed
}

/** A part of the frame; a component that uses it is drawn again only when that part changes. */
export function useFrame<Part extends keyof OverviewFrame>(
  feed: FeedView,
  part: Part,
): OverviewFrame[Part] {
  return useSyncExternalStore(feed.subscribe, () => feed.frame[part])
}

/** One machine's card; a change of another machine does not draw it again. */
export function useCard(feed: FeedView, serialNo: string): LiveCard | undefined {
  return useSyncExternalStore(feed.subscribe, () => feed.cards.get(serialNo))
}

/** What a card shows that is drawn: every second in sight, else each answer and each state. */
export function useSeen(feed: OverviewFeed, serialNo: string, inSight: boolean): FeedView {
  useEffect(() => (inSight ? undefined : feed.leave(serialNo)), [feed, serialNo, inSight])
  return inSight ? feed : feed.rough
}

/** A text that follows from all cards and the time, looked at with every change and every second. */
export function useCardsText(feed: OverviewFeed, see: (cards: Cards, now: Date) => string): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      const deaf = feed.subscribe(listener)
      const stop = watchClock(listener)
      return () => {
        deaf()
        stop()
      }
    },
    [feed],
  )
  return useSyncExternalStore(subscribe, () => see(feed.cards, new Date(feed.now())))
}

/** The machines that have a card, and their speed graphs: new lists only when a graph changed, not with every push. */
export function useGraphs(feed: OverviewFeed, serialNos: readonly string[]) {
  const known = useRef<{ serialNos: string[]; graphs: SpeedGraph[] }>({ serialNos: [], graphs: [] })
  return useSyncExternalStore(feed.subscribe, () => {
    const cards = serialNos.flatMap((serialNo) => feed.cards.get(serialNo) ?? [])
    const { graphs } = known.current
    const same =
      graphs.length === cards.length && cards.every(({ graph }, index) => graph === graphs[index])
    if (!same) {
      known.current = {
        serialNos: cards.map(({ serialNo }) => serialNo),
        graphs: cards.map(({ graph }) => graph),
      }
    }
    return known.current
  })
}

/** The end of the last answer once that is too long ago, else null. */
export function useStaleSince(feed: OverviewFeed): Date | null {
  const heardAt = useFrame(feed, 'heardAt')
  const updatedAt = useFrame(feed, 'updatedAt')
  const stale = useNow((now) => heardAt > 0 && now - heardAt > staleAfterMs)
  return stale ? updatedAt : null
}
