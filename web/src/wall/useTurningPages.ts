import { isOffline } from '@packboard/model'
import { useEffect, useState } from 'react'
import { shownBand } from '../charts/bandLook.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { watchClock } from '../time/useNow.ts'
import { nextTurn } from './wallPages.ts'

/** The page of the wall that is shown now; looked at every second. */
export function useTurningPages(
  feed: OverviewFeed,
  pages: readonly (readonly { readonly machineId: string }[])[],
): number {
  const [turn, setTurn] = useState(() => ({ page: 0, since: Date.now() }))
  useEffect(
    () =>
      watchClock(() => {
        const hasStop = (page: number) =>
          (pages[page] ?? []).some(({ machineId }) => {
            const card = feed.cards.get(machineId)
            if (!card) return false
            return shownBand(card.state, isOffline(card, new Date(feed.now()))) === 'stop'
          })
        setTurn((before) => nextTurn(before, { pages: pages.length, hasStop, now: Date.now() }))
      }),
    [feed, pages],
  )
  return Math.min(turn.page, Math.max(0, pages.length - 1))
}
