import { isOffline } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import { stateWord } from '../language/stateWords.ts'
import { textsOf } from '../language/useTexts.ts'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import { useCardsText } from './useOverview.ts'

/**
 * Says a change of state once, politely, and never repeats it with a refresh; and that the connection is back after it
 * was lost. The loss itself is told by the banner that it brings.
 */
export function StateAnnouncer({ feed, stale }: { feed: OverviewFeed; stale: boolean }) {
  const states = useCardsText(feed, statesOf)
  const known = useRef(new Map<string, Heard>())
  const [said, say] = useState('')
  useEffect(() => {
    const present = new Map<string, Heard>(JSON.parse(states))
    const changes = [...present].filter(([serialNo, state]) => {
      const before = known.current.get(serialNo)
      return before !== undefined && before !== state
    })
    known.current = present
    if (changes.length > 0) say(changes.map(changeText).join(', '))
  }, [states])
  const wasStale = useRef(stale)
  useEffect(() => {
    if (wasStale.current && !stale) say(textsOf('overview')('isBack'))
    wasStale.current = stale
  }, [stale])
  return (
    <p className="spoken" aria-live="polite">
      {said}
    </p>
  )
}

/** A state by its code, so that another language is no change; null is OFFLINE. */
type Heard = number | null

/** `FW-101 Aborted`, in the language of the moment. */
function changeText([serialNo, state]: readonly [string, Heard]): string {
  return `${serialNo} ${state === null ? textsOf('states')('silent') : stateWord(state)}`
}

function statesOf(cards: Cards, now: Date): string {
  return JSON.stringify(
    [...cards.values()].map((card) => [card.serialNo, isOffline(card, now) ? null : card.state]),
  )
}
