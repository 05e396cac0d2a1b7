import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Arrangement } from '../arrangement.ts'
import styles from './ArrangeCard.module.css'
import { rearrange } from './arrangementSync.ts'
import { movedTo, withStar } from './reorder.ts'

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
}

/**
 * Lies over a card while the machines are arranged: its handle moves the card within its group by mouse, finger or arrow keys, its star puts
 * it first.
 */
export function ArrangeCard({
  clientId,
  serialNo,
  group,
  arrangement,
}: {
  clientId: number
  serialNo: string
  /** The serial numbers of the group in the order of the screen. */
  group: readonly string[]
  arrangement: Arrangement
}) {
  const say = useTexts('lines')
  const [dragged, setDragged] = useState(false)
  const handle = useRef<HTMLButtonElement>(null)
  const place = group.indexOf(serialNo)
  const starred = arrangement.favourites.includes(serialNo)
  // A drag lasts longer than one drawing: it moves within the group as it is then.
  const latest = useRef({ group, arrangement })
  latest.current = { group, arrangement }
  const move = (to: number) => {
    const now = latest.current
    const order = movedTo(now.arrangement, now.group, serialNo, to)
    if (order) rearrange(clientId, { order })
  }
  const drag = ({ button, isPrimary, pointerId }: PointerEvent) => {
    if (button !== 0 || !isPrimary) return
    setDragged(true)
    // The card changes its place in the document under the pointer, which ends a capture.
    const follow = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      const under = document.elementFromPoint(event.clientX, event.clientY)
      const over = under?.closest<HTMLElement>('[data-arranged]')?.dataset.arranged
      const to = over === undefined ? -1 : latest.current.group.indexOf(over)
      if (to >= 0 && over !== serialNo) move(to)
    }
    const end = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      setDragged(false)
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(place + step)
    // A card that moves in the document loses the focus.
    requestAnimationFrame(() => handle.current?.focus())
  }
  const where = say('place', { machine: serialNo, place: place + 1, count: group.length })
  return (
    <div className={styles.over} data-arranged={serialNo} data-dragged={dragged}>
      <button
        ref={handle}
        type="button"
        className={styles.handle}
        aria-label={say('move', { where })}
        onPointerDown={drag}
        onKeyDown={press}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
          {[5, 10, 15].flatMap((y) =>
            [7, 13].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.6" />),
          )}
        </svg>
        <b>{serialNo}</b>
      </button>
      <button
        type="button"
        className={styles.star}
        aria-pressed={starred}
        aria-label={say('favourite', { machine: serialNo })}
        onClick={() => rearrange(clientId, { favourites: withStar(arrangement, serialNo) })}
      >
        <span aria-hidden="true">{starred ? '★' : '☆'}</span>
      </button>
      <span className="spoken" role="status">
        {document.activeElement === handle.current ? where : ''}
      </span>
    </div>
  )
}
