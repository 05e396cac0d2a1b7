import { isOffline, machineState } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import { useCardsText } from './useOverview.ts'

/**
 * Says a change of state once, politely, and never repeats it with a refresh; and that the connection is back after it
 * was lost. The loss itself is told by the banner that it brings.
 */
export function StateAnnouncer({ feed, stale }: { feed: OverviewFeed; stale: boolean }) {
  const states = useCardsText(feed, statesOf)
  const known = useRef(new Map<string, string>())
  const [said, say] = useState('')
  useEffect(() => {
    const present = new Map<string, string>(JSON.parse(states))
    const changes = [...present].filter(([serialNo, state]) => {
      const before = known.current.get(serialNo)
      return before !== undefined && before !== state
    })
    known.current = present
    if (changes.length > 0) say(changes.map((change) => change.join(' ')).join(', '))
  }, [states])
  const wasStale = useRef(stale)
  useEffect(() => {
    if (wasStale.current && !stale) say('Connection is back. Values are live.')
    wasStale.current = stale
  }, [stale])
  return (
    <p className="spoken" aria-live="polite">
      {said}
    </p>
  )
}

function statesOf(cards: Cards, now: Date): string {
  return JSON.stringify(
    [...cards.values()].map((card) => [
      card.serialNo,
      isOffline(card, now) ? 'OFFLINE' : machineState(card.state).name,
    ]),
  )
}
