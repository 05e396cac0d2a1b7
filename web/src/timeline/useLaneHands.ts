import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type TimeHands, timeGestures } from '../charts/timeGestures.ts'
import type { TimeWindow, WindowBounds } from '../charts/timeWindow.ts'
import { drawTimeline, type TimelineView } from './drawLanes.ts'

type Parts = {
  /** Around the canvas; it listens. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  /** Lies over what is dragged over, in the width of the canvas. */
  readonly mark: RefObject<HTMLDivElement | null>
}

type Answers = {
  readonly bounds: () => WindowBounds
  readonly zoomTo: (window: TimeWindow) => void
  /** Another window is on its way: what is chosen lies elsewhere. */
  readonly moved: () => void
  readonly press: (event: MouseEvent) => void
}

/**
 * Draws the lanes when they, the window, the size or the scrolling changes, at most once a frame, and listens to hands on them. While a
 * drag marks a window nothing is drawn but the mark.
 */
export function useLaneHands(
  { box, canvas, mark }: Parts,
  view: TimelineView,
  whole: TimeWindow,
  answers: Answers,
): RefObject<TimeHands | null> {
  const hands = useRef<TimeHands>(null)
  const held = useRef({ view, whole, answers })
  held.current = { view, whole, answers }
  const draw = useRef((drawn: TimelineView, window: TimeWindow) => {
    const [target, frame] = [canvas.current, box.current]
    if (!target || !frame) return
    const above = target.getBoundingClientRect().top - frame.getBoundingClientRect().top
    drawTimeline(target, drawn, window, above)
  })
  useLayoutEffect(() => draw.current(view, hands.current?.current() ?? whole), [view, whole])
  useEffect(() => {
    const [element, target, marked] = [box.current, canvas.current, mark.current]
    if (!element || !target || !marked) return
    hands.current = timeGestures(element, {
      window: () => held.current.whole,
      bounds: () => held.current.answers.bounds(),
      place: () => target.getBoundingClientRect(),
      show: (window) => {
        element.dataset.moving = 'true'
        held.current.answers.moved()
        draw.current(held.current.view, window)
      },
      mark: (range) => {
        marked.hidden = range === null
        if (range) lay(marked, range, hands.current?.current() ?? held.current.whole)
      },
      commit: (window) => {
        delete element.dataset.moving
        held.current.answers.zoomTo(window)
      },
    })
    const press = (event: MouseEvent) => held.current.answers.press(event)
    element.addEventListener('click', press)
    let frame = 0
    const again = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        draw.current(held.current.view, hands.current?.current() ?? held.current.whole)
      })
    }
    const watcher = new ResizeObserver(again)
    watcher.observe(target)
    document.addEventListener('scroll', again, { passive: true, capture: true })
    return () => {
      cancelAnimationFrame(frame)
      watcher.disconnect()
      element.removeEventListener('click', press)
      document.removeEventListener('scroll', again, { capture: true })
      hands.current?.release()
      hands.current = null
    }
  }, [box, canvas, mark])
  return hands
}

/** Over its part of a window. */
function lay({ style }: HTMLElement, { from, to }: TimeWindow, window: TimeWindow) {
  const length = Math.max(1, window.to - window.from)
  style.left = `${((from - window.from) / length) * 100}%`
  style.width = `${((to - from) / length) * 100}%`
}
