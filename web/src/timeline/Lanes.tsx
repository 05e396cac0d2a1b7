import { filterPeriod, formatDuration } from '@packboard/model'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type TimeHands, timeGestures } from '../charts/timeGestures.ts'
import { type TimeWindow, type WindowBounds, windowByKey } from '../charts/timeWindow.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { searchOfStop, windowAround } from '../stops/windowAround.ts'
import { useDensity } from '../theme/density.ts'
import { drawnInColours } from '../theme/drawnInColours.tsx'
import { useMedia, useNarrow } from '../ui/useNarrow.ts'
import { drawTimeline, type TimelineView } from './drawLanes.ts'
import { LaneNames, LineHeads, type WindowFigures } from './LineHeads.tsx'
import { laneAt, laneRows, laneSizes } from './laneRows.ts'
import {
  isStop,
  type Lane,
  type LanePiece,
  nextStop,
  notScheduledState,
  pieceAt,
  sharesOf,
  type Timeline,
} from './lanes.ts'
import { PieceCard, PieceFacts } from './PieceFacts.tsx'
import styles from './Timeline.module.css'

/** A piece with a ring. A pointer has its facts beside it, keys and fingers below the lanes. */
type Chosen = { readonly row: number; readonly piece: LanePiece; readonly by: 'pointer' | 'hand' }

/** A pointer that only crosses the lanes opens nothing. */
const restMs = 120

/** The lanes of the machines on one axis, with what hands and keys choose on them. */
export const Lanes = drawnInColours(function Lanes({
  timeline,
  clientId,
  filter,
  lineFigures,
  machineFigures,
  bounds,
  zoomTo,
  reset,
}: {
  timeline: Timeline
  clientId: number
  filter: ProductionFilter
  lineFigures: WindowFigures
  /** Of a window that is over, in the place of what the machines do now; null: it reaches to the present. */
  machineFigures: WindowFigures | null
  bounds: () => WindowBounds
  zoomTo: (window: TimeWindow) => void
  reset: () => void
}) {
  const say = useTexts('timeline')
  const sayOfStates = useTexts('states')
  const locale = useLocale()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState<Chosen | null>(null)
  const [shown, show] = useState<Chosen | null>(null)
  const { lanes, speedStepMs } = timeline
  const isNarrow = useNarrow()
  const isTouched = useMedia('(pointer: coarse)')
  const isCompact = useDensity() === 'compact' || isNarrow
  const sizes = laneSizes(isCompact)
  const rows = useMemo(() => laneRows(lanes, sizes), [lanes, sizes])
  const { from, to } = filterPeriod(filter)
  const [begin, end] = [from.getTime(), to.getTime()]
  const now = timeline.to < end ? timeline.to : null
  const whole = useMemo(() => ({ from: begin, to: end }), [begin, end])
  useEffect(() => {
    if (chosen?.by !== 'pointer') {
      show(null)
      return
    }
    const timer = setTimeout(() => show(chosen), restMs)
    return () => clearTimeout(timer)
  }, [chosen])

  const press = (event: MouseEvent) => {
    if (isInCard(event.target)) return
    const found = foundAt(event.clientX, event.clientY)
    if (!found) choose(null)
    else if (event instanceof PointerEvent && event.pointerType === 'touch') {
      choose({ ...found, by: 'hand' })
    } else open(found)
  }
  const { zone } = filter
  const closedWord = sayOfStates('notScheduled')
  const view = useMemo(
    () => ({ lanes, speedStepMs, rows, sizes, chosen, zone, locale, closedWord, now }),
    [lanes, speedStepMs, rows, sizes, chosen, zone, locale, closedWord, now],
  )
  const hands = useLaneHands({ box, canvas, mark }, view, whole, {
    bounds,
    zoomTo,
    press,
    moved: () => choose(null),
  })

  const foundAt = (clientX: number, clientY: number): Omit<Chosen, 'by'> | null => {
    const target = canvas.current?.getBoundingClientRect()
    const top = box.current?.getBoundingClientRect().top
    if (!target || top === undefined || clientX < target.left) return null
    const row = laneAt(rows, clientY - top, sizes)
    const lane = row === null ? undefined : lanes[row]
    const { from, to } = hands.current?.current() ?? whole
    const perPx = (to - from) / Math.max(1, target.width)
    const piece = lane && pieceAt(lane, from + (clientX - target.left) * perPx, 3 * perPx)
    return row !== null && piece ? { row, piece } : null
  }
  const open = ({ row, piece }: Omit<Chosen, 'by'>) => {
    const lane = lanes[row]
    if (!lane) return
    const [start, end] = [new Date(piece.from), new Date(piece.to)]
    void navigate({
      to: '/admin/productionData/$clientId/$machineId',
      params: { clientId: String(clientId), machineId: lane.serialNo },
      search: isStop(piece)
        ? searchOfStop(filter, { start, end })
        : searchOfFilter(windowAround(filter, start, end)),
    })
  }
  /** Where the strip of a piece lies, in px of the chart. */
  const cardPlace = ({ row, piece }: Chosen) => {
    const target = canvas.current?.getBoundingClientRect()
    const frame = box.current?.getBoundingClientRect()
    const { from, to } = hands.current?.current() ?? whole
    const middle = (Math.max(from, piece.from) + Math.min(to, piece.to)) / 2
    const across = ((middle - from) / Math.max(1, to - from)) * (target?.width ?? 0)
    const top = (rows.tops[row] ?? 0) + sizes.strip.top
    const left = (target?.left ?? 0) - (frame?.left ?? 0) + across
    return { left, top, bottom: top + sizes.strip.height }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const window = hands.current?.current() ?? whole
    const zoomed = windowByKey(event, window, chosen?.piece.from ?? null, bounds())
    if (zoomed) event.preventDefault()
    if (zoomed === 'whole') reset()
    else if (zoomed) hands.current?.step(zoomed)
    if (zoomed) return
    if (event.key === 'Escape') choose(null)
    if (event.key === 'Enter' && chosen) open(chosen)
    if (isArrow(event.key)) event.preventDefault()
    const stop = stopByKey(event.key, lanes, chosen, window)
    if (stop) choose({ ...stop, by: 'hand' })
  }
  const lane = chosen && lanes[chosen.row]
  const wordOf = (code: number) =>
    code === notScheduledState ? sayOfStates('notScheduled') : stateWord(code, sayOfStates)
  const words = (of: Lane, { from, to, state: code, shares }: LanePiece) =>
    say('pieceOf', {
      machine: of.serialNo,
      state: shares
        ? sharesOf(shares)
            .map(({ state: each }) => stateWord(each, sayOfStates))
            .join(', ')
        : wordOf(code),
      time: formatDuration((to - from) / 1_000),
    })
  const facts = ({ row, piece }: Omit<Chosen, 'by'>) => {
    const of = lanes[row]
    if (!of) return null
    const around = filterPeriod(windowAround(filter, new Date(piece.from), new Date(piece.to)))
    const near = { from: around.from.getTime(), to: around.to.getTime() }
    return (
      <PieceFacts
        {...{ lane: of, piece, clientId, filter }}
        open={() => open({ row, piece })}
        zoom={() => zoomTo(near)}
      />
    )
  }
  return (
    <>
      <div
        ref={box}
        className={styles.lanes}
        style={{ height: rows.height }}
        onPointerMove={(event) => {
          if (event.pointerType === 'touch' || hands.current?.isBusy()) return
          if (isInCard(event.target)) return
          const found = foundAt(event.clientX, event.clientY)
          choose((before) =>
            before?.piece === found?.piece ? before : found && { ...found, by: 'pointer' },
          )
        }}
        onPointerLeave={(event) => event.pointerType !== 'touch' && choose(null)}
      >
        <LineHeads rows={rows} figures={lineFigures} isPast={machineFigures !== null} />
        <LaneNames {...{ lanes, rows, sizes, clientId, filter }} figures={machineFigures} />
        <canvas ref={canvas} className={styles.canvas} style={{ maxHeight: rows.height }} />
        <div className={styles.over}>
          <div ref={mark} className={styles.mark} data-dragged hidden />
        </div>
        <div
          className={styles.cursor}
          role="slider"
          tabIndex={0}
          aria-label={say('keys')}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, lanes.length - 1)}
          aria-valuenow={chosen?.row ?? 0}
          aria-valuetext={lane ? words(lane, chosen.piece) : say('noStop')}
          onKeyDown={onKeyDown}
        />
        {shown && shown === chosen && <PieceCard {...cardPlace(shown)}>{facts(shown)}</PieceCard>}
      </div>
      <div className={styles.foot} data-docked={chosen?.by === 'hand'} data-screen-only>
        {chosen?.by === 'hand' ? (
          <div className={styles.docked}>{facts(chosen)}</div>
        ) : (
          <span>{say(isTouched ? 'hintTouch' : 'hint')}</span>
        )}
      </div>
    </>
  )
})

/** A pointer in the card moves over nothing below it. */
const isInCard = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-piece-card]') !== null

type Place = { readonly row: number; readonly piece: LanePiece }

/**
 * The stop that an arrow leads to: left and right to the one before and after on the same lane, up and down to the nearest one on the lane
 * beside it. Null: the key is no arrow, or there is no such stop.
 */
function stopByKey(
  key: string,
  lanes: readonly Lane[],
  chosen: Place | null,
  window: TimeWindow,
): Place | null {
  const row = chosen?.row ?? 0
  const along = { ArrowRight: 1, ArrowLeft: -1 }[key] as 1 | -1 | undefined
  if (along) {
    const start = along === 1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    return placeOf(lanes, row, (lane) => nextStop(lane, chosen?.piece.from ?? start, along))
  }
  const across = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!across) return null
  const next = Math.min(lanes.length - 1, Math.max(0, row + (chosen ? across : 0)))
  const at = chosen?.piece.from ?? window.from
  return placeOf(lanes, next, (lane) => nextStop(lane, at - 1, 1) ?? nextStop(lane, at, -1))
}

function placeOf(
  lanes: readonly Lane[],
  row: number,
  find: (lane: Lane) => LanePiece | null,
): Place | null {
  const lane = lanes[row]
  const piece = lane && find(lane)
  return piece ? { row, piece } : null
}

/** Keys that choose do not scroll the page, even where nothing is left to choose. */
const isArrow = (key: string) => ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].includes(key)

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
function useLaneHands(
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
