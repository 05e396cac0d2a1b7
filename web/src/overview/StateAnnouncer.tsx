import { isOffline, machineState } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import { useCardsText } from './useOverview.ts'

/** Says a change of state once, politely, and never repeats it with a refresh. */
export function StateAnnouncer({ feed }: { feed: OverviewFeed }) {
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
