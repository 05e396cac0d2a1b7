import { isOffline } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import { stateWord } from '../i18n/stateWords.ts'
import { textsOf } from '../i18n/useTexts.ts'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import { useCardsText } from './useOverview.ts'

/** A machine passes some states within seconds: only the state in which it stays is announced. */
const settleMs = 2_000

/**
 * Announces a change of state once, politely, and never repeats it with a refresh; and that the connection is back after it
 * was lost. The loss itself is announced by the notice over the page.
 */
export function StateAnnouncer({ feed, stale }: { feed: OverviewFeed; stale: boolean }) {
  const states = useCardsText(feed, statesOf)
  const newest = useRef(states)
  const known = useRef(new Map<string, Heard>())
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [said, say] = useState('')
  useEffect(() => {
    const notify = () => {
      settling.current = undefined
      const present = heardOf(newest.current)
      const changes = changesSince(known.current, present)
      known.current = present
      if (changes.length > 0) say(changes.map(changeText).join(', '))
    }
    newest.current = states
    const present = heardOf(states)
    // The first cards are not announced.
    if (known.current.size === 0) known.current = present
    else if (changesSince(known.current, present).length > 0) {
      settling.current ??= setTimeout(notify, settleMs)
    }
  }, [states])
  useEffect(() => () => clearTimeout(settling.current), [])
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

const heardOf = (states: string) => new Map<string, Heard>(JSON.parse(states))

/** The machines that were known already and are in another state now. */
const changesSince = (before: Map<string, Heard>, present: Map<string, Heard>) =>
  [...present].filter(([serialNo, state]) => {
    const known = before.get(serialNo)
    return known !== undefined && known !== state
  })

/** `FW-101 Aborted`, in the language of the moment. */
function changeText([serialNo, state]: readonly [string, Heard]): string {
  return `${serialNo} ${state === null ? textsOf('states')('silent') : stateWord(state)}`
}

function statesOf(cards: Cards, now: Date): string {
  return JSON.stringify(
    [...cards.values()].map((card) => [card.serialNo, isOffline(card, now) ? null : card.state]),
  )
}
