import { type RefCallback, useCallback, useState } from 'react'

/** The width of an element in px, known before it is drawn; 0 until it is there. */
export function useWidth<Place extends HTMLElement>(): [ref: RefCallback<Place>, width: number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Place) => {
    const measure = () => setWidth(element.clientWidth)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [ref, width]
}
