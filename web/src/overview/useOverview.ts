import { isClosed, isOffline, type LiveCard, type SpeedGraph } from '@packboard/model'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { serverContact, troubleMs, watchContact } from '../api/serverContact.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useNow, watchClock } from '../time/useNow.ts'
import { type Cards, type FeedView, OverviewFeed, type OverviewFrame } from './overviewFeed.ts'

/** Values of which nothing was heard for this long are old, whatever the reason: a live view never looks fresher than it is. */
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

type Seen = string | number | boolean | undefined

/** A value that follows from the cards; a component that uses it is drawn again only when that value changes. */
export function useSeenValue<Value extends Seen>(
  view: FeedView,
  see: (view: FeedView) => Value,
): Value {
  return useSyncExternalStore(view.subscribe, () => see(view))
}

/** A value that follows from the cards and the time, looked at with every change and every second. */
export function useSeenNow<Value extends Seen>(view: FeedView, see: () => Value): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      const deaf = view.subscribe(listener)
      const stop = watchClock(listener)
      return () => {
        deaf()
        stop()
      }
    },
    [view],
  )
  return useSyncExternalStore(subscribe, see)
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
  return useSeenNow(feed, () => see(feed.cards, new Date(feed.now())))
}

type Speeds = {
  readonly of: readonly string[]
  readonly from: Date
  readonly to: Date
  /** Seconds of one point. */
  readonly step: number
  /** The machines that have a card, and their speed graphs. */
  readonly serialNos: readonly string[]
  readonly graphs: readonly SpeedGraph[]
}

/** The speed graphs of an answer: others only with another answer, not with every push; out of sight the last that were seen. */
export function useSpeeds(feed: OverviewFeed, of: readonly string[], inSight: boolean): Speeds {
  const known = useRef<Speeds>(undefined)
  return useSyncExternalStore(feed.subscribe, () => {
    const last = known.current
    const { from, updatedAt, graphStep: step } = feed.frame
    const to = updatedAt ?? from
    if (last?.of === of && (!inSight || (last.to === to && last.from === from))) return last
    const cards = of.flatMap((serialNo) => feed.cards.get(serialNo) ?? [])
    const serialNos = cards.map(({ serialNo }) => serialNo)
    known.current = { of, from, to, step, serialNos, graphs: cards.map(({ graph }) => graph) }
    return known.current
  })
}

/** The end of the last answer once the values are old: the server is lost, or answers without them, for too long; else null. */
export function useStaleSince(feed: OverviewFeed): Date | null {
  const heardAt = useFrame(feed, 'heardAt')
  const updatedAt = useFrame(feed, 'updatedAt')
  const failedAt = useFrame(feed, 'failedAt')
  const lostAt = useSyncExternalStore(watchContact, () => serverContact().lostAt)
  const since = lostAt ?? failedAt
  const stale = useNow(
    (now) =>
      heardAt > 0 && (now - heardAt > staleAfterMs || (since !== null && now - since >= troubleMs)),
  )
  return stale ? updatedAt : null
}

/**
 * Is the machine OFFLINE? It becomes so at the end of its hold limit, without a message of the server (D11): looked at every
 * second, by the one clock of the page, because the server may also answer again after the limit has run out.
 */
export function useOffline(feed: OverviewFeed, seen: FeedView, serialNo: string): boolean {
  return useSeenNow(seen, () => {
    const card = seen.cards.get(serialNo)
    return card !== undefined && isOffline(card, new Date(feed.now()))
  })
}

/** Is it closed time of the plan? Who is OFFLINE then is not scheduled (D73). */
export function useClosed(feed: OverviewFeed, seen: FeedView, serialNo: string): boolean {
  return useSeenNow(seen, () => {
    const card = seen.cards.get(serialNo)
    return card !== undefined && isClosed(card, new Date(feed.now()))
  })
}

/** What an OFFLINE machine shows in place of its state. */
export function useSilentWord(feed: OverviewFeed, seen: FeedView, serialNo: string): string {
  const say = useTexts('states')
  return say(useClosed(feed, seen, serialNo) ? 'notScheduled' : 'silent')
}
