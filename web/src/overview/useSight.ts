import { type RefCallback, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/** Of more machines only what is in sight is drawn and follows them. */
export const mostDrawn = 100

/** So far around the window a card counts as in sight, in px: who scrolls finds it drawn. */
const aheadPx = 900

type See = (inSight: boolean) => void

const watched = new Map<Element, See>()
let observer: IntersectionObserver | undefined

/** One observer for all cards. */
function watchSight(element: Element, see: See): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: `${aheadPx}px` },
  )
  if (watched.size === 0) {
    window.addEventListener('beforeprint', drawAll)
    window.addEventListener('afterprint', lookAgain)
  }
  watched.set(element, see)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
    if (watched.size > 0) return
    window.removeEventListener('beforeprint', drawAll)
    window.removeEventListener('afterprint', lookAgain)
  }
}

/** On paper everything is in sight. */
function drawAll() {
  flushSync(() => {
    for (const see of watched.values()) see(true)
  })
}

function lookAgain() {
  for (const element of watched.keys()) {
    observer?.unobserve(element)
    observer?.observe(element)
  }
}

/** Whether an element is in or near the window; with `always` it counts as such without being watched. */
export function useSight<Place extends Element>(
  always: boolean,
): [ref: RefCallback<Place>, inSight: boolean] {
  const [inSight, see] = useState(false)
  const ref = useCallback(
    (element: Place) => (always ? undefined : watchSight(element, see)),
    [always],
  )
  return [ref, always || inSight]
}
