import {
  bounded,
  type Fingers,
  pinched,
  sameWindow,
  type TimeWindow,
  type WindowBounds,
  wheelFactor,
  zoomed,
} from './timeWindow.ts'

/** An axis of time that hands move. */
export type TimeAxis = {
  /** The window outside of a gesture, and where the axis lies on the screen, in px. */
  readonly window: () => TimeWindow
  readonly bounds: () => WindowBounds
  readonly place: () => { readonly left: number; readonly width: number }
  /** Shows another window while a gesture lasts; called at most once a frame. */
  readonly show: (window: TimeWindow) => void
  /** Marks what is dragged over; null: nothing any more. */
  readonly mark: (range: TimeWindow | null) => void
  /** The gesture has ended: this is the window from now on. */
  readonly commit: (window: TimeWindow) => void
}

/** Hands on an axis. */
export type TimeHands = {
  /** What is shown at this moment. */
  readonly current: () => TimeWindow
  readonly isBusy: () => boolean
  /** Goes to another window by keys: it is committed when no further one comes. */
  readonly step: (window: TimeWindow) => void
  readonly release: () => void
}

/** Less than this is a press, in px. */
const leastDrag = 8
/** A wheel and keys have no end: they have ended when they rest so long, in ms. */
const restMs = 350

/**
 * The hands on an axis of time: dragging with the mouse selects a window, the wheel with Ctrl or ⌘ zooms at the pointer, two fingers
 * zoom and move. The page scrolls as ever: by the wheel alone and by one finger.
 */
export function timeGestures(element: HTMLElement, axis: TimeAxis): TimeHands {
  let shown: TimeWindow | null = null
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  const current = () => shown ?? axis.window()
  const show = (window: TimeWindow) => {
    shown = window
    frame ||= requestAnimationFrame(() => {
      frame = 0
      if (shown) axis.show(shown)
    })
  }
  const settle = () => {
    clearTimeout(rest)
    cancelAnimationFrame(frame)
    frame = 0
    const window = shown
    shown = null
    if (window && !sameWindow(window, axis.window())) axis.commit(window)
  }
  const step = (window: TimeWindow) => {
    show(window)
    clearTimeout(rest)
    rest = setTimeout(settle, restMs)
  }
  const shareAt = (clientX: number) => {
    const { left, width } = axis.place()
    return (clientX - left) / Math.max(1, width)
  }
  const instantAt = (clientX: number) => {
    const { from, to } = current()
    return from + Math.min(1, Math.max(0, shareAt(clientX))) * (to - from)
  }

  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    // Lines and pages of a wheel, in the px of the others.
    const delta = event.deltaY * ([1, 33, 400][event.deltaMode] ?? 1)
    step(zoomed(current(), instantAt(event.clientX), wheelFactor(delta), axis.bounds()))
  }

  let drag: { readonly id: number; readonly x: number; on: boolean } | null = null
  const fingers = new Map<number, number>()
  let pinch: { readonly window: TimeWindow; readonly at: Fingers } | null = null
  const rangeTo = (clientX: number): TimeWindow => {
    const [a, b] = [instantAt(drag?.x ?? clientX), instantAt(clientX)]
    return { from: Math.min(a, b), to: Math.max(a, b) }
  }
  const dropDrag = () => {
    if (drag?.on) axis.mark(null)
    drag = null
  }
  const places = (): Fingers | null => {
    const [a, b] = [...fingers.values()]
    return a === undefined || b === undefined ? null : [shareAt(a), shareAt(b)]
  }
  const down = (event: PointerEvent) => {
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, event.clientX)
      const at = places()
      if (at && fingers.size === 2) pinch = { window: current(), at }
      return
    }
    const { left, width } = axis.place()
    const inside = event.clientX >= left && event.clientX <= left + width
    if (event.button !== 0 || !inside) return
    settle()
    escaped = null
    drag = { id: event.pointerId, x: event.clientX, on: false }
  }
  const move = (event: PointerEvent) => {
    if (fingers.has(event.pointerId)) {
      fingers.set(event.pointerId, event.clientX)
      const now = places()
      if (pinch && now) show(pinched(pinch.window, pinch.at, now, axis.bounds()))
      return
    }
    if (drag?.id !== event.pointerId) return
    if (!drag.on && Math.abs(event.clientX - drag.x) < leastDrag) return
    if (!drag.on) {
      drag.on = true
      element.setPointerCapture(event.pointerId)
    }
    axis.mark(rangeTo(event.clientX))
  }
  // The press that ends a drag, or what Escape left of one, chooses nothing.
  const swallowPress = () => {
    const swallow = (press: MouseEvent) => press.stopPropagation()
    element.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0)
  }
  let escaped: number | null = null
  const up = (event: PointerEvent) => {
    if (fingers.delete(event.pointerId)) {
      if (pinch && fingers.size < 2) {
        pinch = null
        settle()
      }
      return
    }
    if (escaped === event.pointerId) {
      escaped = null
      swallowPress()
      return
    }
    if (drag?.id !== event.pointerId) return
    const range = drag.on ? rangeTo(event.clientX) : null
    dropDrag()
    if (!range) return
    swallowPress()
    axis.commit(bounded(range, axis.bounds()))
  }
  const cancel = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    if (pinch && fingers.size < 2) {
      pinch = null
      settle()
    }
    dropDrag()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag?.on) return
    event.stopPropagation()
    escaped = drag.id
    dropDrag()
  }

  element.addEventListener('wheel', wheel, { passive: false })
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', cancel)
  document.addEventListener('keydown', key, { capture: true })
  const release = () => {
    clearTimeout(rest)
    cancelAnimationFrame(frame)
    element.removeEventListener('wheel', wheel)
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', cancel)
    document.removeEventListener('keydown', key, { capture: true })
  }
  return { current, isBusy: () => shown !== null || drag?.on === true, step, release }
}
