import { dayMinutes, isTimeOfDay, minuteOf, timeOfMinute } from '@packboard/model'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { addRow, type Bar, changeBar, type PlanRow } from './planDraft.ts'

export type Edited = { readonly rows: readonly PlanRow[]; readonly bar: Bar | null }

/** In px: below it a press is no drag. */
const slack = 4
/** In px: how near to its edge a bar is pulled instead of moved. */
const edge = 6
/** A finger that rests for as long means the bar and not the page. */
const longPressMs = 400

type Place = { readonly day: number; readonly minute: number }
type Hold = {
  readonly how: 'move' | 'start' | 'end' | 'draw'
  readonly bar: Bar | null
  readonly from: Place
  readonly x: number
  readonly y: number
  readonly rows: readonly PlanRow[]
  readonly timer: number | undefined
  /** A mouse drags at once, a finger after a long press: before it the page scrolls. */
  armed: boolean
  drags: boolean
}

/** Draws, moves and pulls bars with a pointer. What is dragged is shown as `rows`, and becomes an edit when it is let go. */
export function useBarDrag({
  body,
  rows,
  together,
  edit,
}: {
  /** The seven days, without titles and axis. */
  body: RefObject<HTMLFieldSetElement | null>
  rows: readonly PlanRow[]
  together: boolean
  edit: (next: Edited) => void
}) {
  const hold = useRef<Hold | null>(null)
  const [preview, setPreview] = useState<Edited | null>(null)
  useEffect(() => {
    const element = body.current
    // React listens passively; the page must not scroll under a finger that drags.
    const keepStill = (event: Event) => {
      if (hold.current?.armed) event.preventDefault()
    }
    element?.addEventListener('touchmove', keepStill, { passive: false })
    element?.addEventListener('contextmenu', keepStill)
    return () => {
      element?.removeEventListener('touchmove', keepStill)
      element?.removeEventListener('contextmenu', keepStill)
      window.clearTimeout(hold.current?.timer)
    }
  }, [body])

  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const box = body.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return { day: 1, minute: 0 }
    const day = Math.floor(((clientX - box.left) / box.width) * 7) + 1
    const minute = ((clientY - box.top) / box.height) * dayMinutes
    return {
      day: Math.min(7, Math.max(1, day)),
      minute: Math.min(dayMinutes, Math.max(0, minute)),
    }
  }
  const drop = () => {
    window.clearTimeout(hold.current?.timer)
    hold.current = null
    setPreview(null)
  }
  const press = (event: PointerEvent<HTMLFieldSetElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    const { target, clientX: x, clientY: y, pointerType } = event
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-bar]') : null
    const touch = pointerType === 'touch'
    const found: Hold = {
      how: pressed ? howOf(pressed, y, touch) : 'draw',
      bar: pressed ? barOf(pressed) : null,
      from: placeOf(event),
      ...{ x, y, rows },
      timer: touch
        ? window.setTimeout(() => {
            found.armed = true
          }, longPressMs)
        : undefined,
      armed: !touch,
      drags: false,
    }
    hold.current = found
  }
  const drag = (event: PointerEvent<HTMLFieldSetElement>) => {
    const held = hold.current
    if (!held) return
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y)
    if (!held.armed) {
      if (far > slack * 2) drop()
      return
    }
    if (!held.drags && far < slack) return
    held.drags = true
    body.current?.setPointerCapture(event.pointerId)
    setPreview(dragged(held, placeOf(event), event.altKey ? 1 : 5, together))
  }
  const release = () => {
    const done = hold.current?.drags ? preview : null
    drop()
    if (done) edit(done)
  }
  return {
    rows: preview?.rows ?? rows,
    dragged: preview?.bar ?? null,
    handlers: {
      onPointerDown: press,
      onPointerMove: drag,
      onPointerUp: release,
      onPointerCancel: drop,
    },
  }
}

const barOf = ({ dataset }: HTMLElement): Bar | null => {
  const [key, weekday] = (dataset.bar ?? '').split('/').map(Number)
  return key && weekday ? { key, weekday } : null
}

/** At an edge that is the bar's own it is pulled. Of a low bar, and under a finger, only its end, so that it can be moved. */
function howOf(pressed: HTMLElement, y: number, touch: boolean): Hold['how'] {
  const { top, bottom, height } = pressed.getBoundingClientRect()
  const near = touch ? edge * 2 : edge
  if (height < near * 3) return 'move'
  if (bottom - y < near && pressed.dataset.goesOn !== 'true') return 'end'
  if (y - top < near && pressed.dataset.rest !== 'true') return 'start'
  return 'move'
}

/** What a drag from where it was held to a place makes of the rows. */
export function dragged(
  { how, bar, from, rows }: Pick<Hold, 'how' | 'bar' | 'from' | 'rows'>,
  to: Place,
  step: number,
  together: boolean,
): Edited {
  const snapped = (minute: number) => Math.round(minute / step) * step
  if (bar === null) {
    const [a, b] = [snapped(from.minute), snapped(to.minute)]
    if (a === b) return { rows, bar: null }
    const row = { kind: 'production' as const, ...drawn(a, b), weekdays: [from.day] }
    const added = addRow(rows, row)
    return { rows: added.rows, bar: { key: added.key, weekday: from.day } }
  }
  const row = rows.find(({ key }) => key === bar.key)
  if (!row) return { rows, bar }
  const by = snapped(to.minute - from.minute)
  if (how === 'start') return changeBar(rows, bar, startMoved(row, by), together)
  if (how === 'end') return changeBar(rows, bar, endMoved(row, by), together)
  const day = Math.min(7, Math.max(1, bar.weekday + to.day - from.day))
  const weekday = row.weekdays.includes(day) ? bar.weekday : day
  return changeBar(rows, bar, { ...moved(row, by), weekday }, together)
}

type Times = { readonly from: string; readonly to: string }

/** Minutes of a bar: where on its day it begins, and how long it is; null while one of its times is being typed. */
export function lengthOf({ from, to }: Times): { start: number; length: number } | null {
  if (!isTimeOfDay(from) || !isTimeOfDay(to)) return null
  const length = minuteOf(to) - minuteOf(from)
  return { start: minuteOf(from), length: length > 0 ? length : length + dayMinutes }
}

const timesOf = (start: number, length: number): Times => ({
  from: timeOfMinute(start),
  to: timeOfMinute(start + length),
})

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value))

/** The same length, begun earlier or later on the same day. */
export function moved(times: Times, minutes: number): Times {
  const at = lengthOf(times)
  return at ? timesOf(within(at.start + minutes, 0, dayMinutes - 1), at.length) : times
}

/** Another end, at most a day after the start. */
export function endMoved(times: Times, minutes: number): Times {
  const at = lengthOf(times)
  return at ? timesOf(at.start, within(at.length + minutes, 1, dayMinutes)) : times
}

/** Another start with the same end. */
export function startMoved(times: Times, minutes: number): Times {
  const at = lengthOf(times)
  if (!at) return times
  const by = within(minutes, Math.max(-at.start, at.length - dayMinutes), at.length - 1)
  return timesOf(at.start + by, at.length - by)
}

/** From one minute of a day to another one, in either order. */
export function drawn(a: number, b: number): Times {
  const [start, end] = a < b ? [a, b] : [b, a]
  return timesOf(Math.min(start, dayMinutes - 1), Math.max(1, end - start))
}
