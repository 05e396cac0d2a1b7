import { type RefCallback, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/** Of more machines only what is in sight is drawn and follows them. */
export const mostDrawn = 100

/** So far around the window one of very many cards is drawn, in px: who scrolls finds it drawn. */
const drawnAheadPx = 900
/** So far around the window a card that is drawn anyway shows each second: who scrolls finds it right. */
const freshAheadPx = 200

type See = (inSight: boolean) => void

const watched = new Map<Element, { see: See; observer: IntersectionObserver }>()
const observers = new Map<number, IntersectionObserver>()

/** One observer for all cards. */
function observerOf(aheadPx: number): IntersectionObserver {
  const known = observers.get(aheadPx)
  if (known) return known
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.see(isIntersecting)
    },
    { rootMargin: `${aheadPx}px` },
  )
  observers.set(aheadPx, observer)
  return observer
}

function watchSight(element: Element, see: See, aheadPx: number): () => void {
  const observer = observerOf(aheadPx)
  if (watched.size === 0) {
    window.addEventListener('beforeprint', drawAll)
    window.addEventListener('afterprint', lookAgain)
  }
  watched.set(element, { see, observer })
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer.unobserve(element)
    if (watched.size > 0) return
    observers.clear()
    window.removeEventListener('beforeprint', drawAll)
    window.removeEventListener('afterprint', lookAgain)
  }
}

/** On paper everything is in sight. */
function drawAll() {
  flushSync(() => {
    for (const { see } of watched.values()) see(true)
  })
}

function lookAgain() {
  for (const [element, { observer }] of watched) {
    observer.unobserve(element)
    observer.observe(element)
  }
}

/**
 * Whether an element is in or near the window: `drawn` anyway it counts as such at first, and a smaller distance is enough.
 */
export function useSight<Place extends Element>(
  drawn: boolean,
): [ref: RefCallback<Place>, inSight: boolean] {
  const [inSight, see] = useState(drawn)
  const ref = useCallback(
    (element: Place) => watchSight(element, see, drawn ? freshAheadPx : drawnAheadPx),
    [drawn],
  )
  return [ref, inSight]
}
