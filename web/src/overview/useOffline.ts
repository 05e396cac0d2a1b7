import { isClosed, isOffline } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import type { FeedView, OverviewFeed } from './overviewFeed.ts'
import { useSeenNow } from './useOverview.ts'

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
