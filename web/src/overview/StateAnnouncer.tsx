import { isOffline, type LiveCard, machineState } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import { useNow } from '../ui/useNow.ts'

/** Says a change of state once, politely, and never repeats it with a refresh. */
export function StateAnnouncer({ cards }: { cards: readonly LiveCard[] }) {
  const now = useNow()
  const known = useRef<Map<string, string>>(undefined)
  const [said, say] = useState('')
  useEffect(() => {
    const present = new Map(
      cards.map((card) => [
        card.serialNo,
        isOffline(card, new Date(now)) ? 'OFFLINE' : machineState(card.state).name,
      ]),
    )
    const changes = [...present].filter(([serialNo, state]) => {
      const before = known.current?.get(serialNo)
      return before !== undefined && before !== state
    })
    known.current = present
    if (changes.length > 0)
      say(changes.map(([serialNo, state]) => `${serialNo} ${state}`).join(', '))
  }, [cards, now])
  return (
    <p className="spoken" aria-live="polite">
      {said}
    </p>
  )
}
