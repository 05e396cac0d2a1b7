import { filterPeriod, formatDuration } from '@packboard/model'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { dateTicks } from '../charts/dateTicks.ts'
import { type TimeHands, timeGestures } from '../charts/timeGestures.ts'
import { type TimeWindow, type WindowBounds, windowByKey } from '../charts/timeWindow.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { windowAround } from '../stops/windowAround.ts'
import { useDensity } from '../theme/density.ts'
import { drawnInColours } from '../theme/drawnInColours.tsx'
import { paint } from '../theme/paint.ts'
import { useMedia, useNarrow } from '../ui/useNarrow.ts'
import { drawLane } from './drawLanes.ts'
import { LaneNames } from './LaneNames.tsx'
import { LineHeads } from './LineHeads.tsx'
import { axisHeight, headHeight, laneAt, laneRows, laneSizes } from './laneRows.ts'
import {
  isStop,
  type Lane,
  type LanePiece,
  longestStop,
  nextStop,
  notScheduledState,
  pieceAt,
  sharesOf,
  type Timeline,
} from './lanes.ts'
import { PieceCard } from './PieceCard.tsx'
import { PieceFacts } from './PieceFacts.tsx'
import styles from './Timeline.module.css'
import type { LineFigures } from './useLineFigures.ts'

/** A piece with a ring. A pointer has its facts beside it, keys and fingers below the lanes. */
type Chosen = { readonly row: number; readonly piece: LanePiece; readonly by: 'pointer' | 'hand' }

/** A pointer that only crosses the lanes opens nothing. */
const restMs = 120

/** The lanes of the machines on one axis. Only those on the screen are drawn, at most once a frame. */
export const Lanes = drawnInColours(function Lanes({
  timeline,
  clientId,
  filter,
  lineFigures,
  bounds,
  zoomTo,
  reset,
}: {
  timeline: Timeline
  clientId: number
  filter: ProductionFilter
  lineFigures: LineFigures
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
  const hands = useRef<TimeHands>(null)
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
  const whole = useMemo(() => ({ from: begin, to: end }), [begin, end])
  const longest = useMemo(() => longestStop(lanes), [lanes])
  const seen = { lanes, speedStepMs, rows, sizes, window: whole, chosen, zone: filter.zone, locale }
  const state = useRef(seen)
  const mark = useRef<TimeWindow | null>(null)

  const draw = useRef((_window: TimeWindow) => {})
  draw.current = (window) => {
    const target = canvas.current
    const frame = box.current
    const pen = target?.getContext('2d')
    if (!target || !frame || !pen) return
    const { width, height } = target.getBoundingClientRect()
    const ratio = globalThis.devicePixelRatio
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (target.width !== wide || target.height !== high) {
      target.width = wide
      target.height = high
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.clearRect(0, 0, width, height)
    const above = target.getBoundingClientRect().top - frame.getBoundingClientRect().top
    const held = state.current
    const scale = width / Math.max(1, window.to - window.from)
    const ticks = dateTicks(
      new Date(window.from),
      new Date(window.to),
      Math.max(2, Math.floor(width / 56)),
      held.zone,
      held.locale,
    )
    pen.fillStyle = paint('var(--chart-grid)')
    for (const { at } of ticks) pen.fillRect((at.getTime() - window.from) * scale, 0, 1, height)
    for (const { top } of held.rows.heads) pen.clearRect(0, top - above, width, headHeight)
    const { sizes, speedStepMs } = held
    for (const [row, lane] of held.lanes.entries()) {
      const top = (held.rows.tops[row] ?? 0) - above
      if (top + sizes.lane < 0 || top > height) continue
      pen.fillStyle = paint('var(--line-1)')
      pen.fillRect(0, top, width, 1)
      const ring = held.chosen?.row === row ? held.chosen.piece : null
      drawLane(pen, lane, top, { window, width, sizes, chosen: ring, speedStepMs })
    }
    // The axis stays above the lanes while they are scrolled.
    pen.fillStyle = paint('var(--card)')
    pen.fillRect(0, 0, width, axisHeight)
    pen.font = '500 12px "Inter Variable", Inter, system-ui, sans-serif'
    pen.fillStyle = paint('var(--text-2)')
    pen.textBaseline = 'middle'
    pen.textAlign = 'center'
    for (const { at, text } of ticks) {
      const x = (at.getTime() - window.from) * scale
      const half = pen.measureText(text).width / 2
      if (x >= half && x <= width - half) pen.fillText(text, x, axisHeight / 2)
    }
    if (mark.current) {
      const [left, right] = [mark.current.from, mark.current.to].map(
        (at) => (at - window.from) * scale,
      )
      pen.fillStyle = paint('var(--chart-band)')
      pen.fillRect(left ?? 0, 0, (right ?? 0) - (left ?? 0), height)
    }
  }

  useLayoutEffect(() => {
    const zone = filter.zone
    state.current = { lanes, speedStepMs, rows, sizes, window: whole, chosen, zone, locale }
    draw.current(hands.current?.current() ?? whole)
  }, [lanes, speedStepMs, rows, sizes, whole, chosen, filter.zone, locale])
  useEffect(() => {
    if (chosen?.by !== 'pointer') {
      show(null)
      return
    }
    const timer = setTimeout(() => show(chosen), restMs)
    return () => clearTimeout(timer)
  }, [chosen])

  const actions = useRef({ bounds, zoomTo, press: (_event: MouseEvent) => {} })
  actions.current = {
    bounds,
    zoomTo,
    press: (event) => {
      if (isInCard(event.target)) return
      const found = foundAt(event.clientX, event.clientY)
      if (!found) choose(null)
      else if (event instanceof PointerEvent && event.pointerType === 'touch') {
        choose({ ...found, by: 'hand' })
      } else open(found)
    },
  }
  useEffect(() => {
    const element = box.current
    const target = canvas.current
    if (!element || !target) return
    const current = () => hands.current?.current() ?? state.current.window
    const again = () => draw.current(current())
    hands.current = timeGestures(element, {
      window: () => state.current.window,
      bounds: () => actions.current.bounds(),
      place: () => target.getBoundingClientRect(),
      show: (window) => {
        element.dataset.moving = 'true'
        choose(null)
        draw.current(window)
      },
      mark: (range) => {
        mark.current = range
        again()
      },
      commit: (window) => {
        delete element.dataset.moving
        actions.current.zoomTo(window)
      },
    })
    const press = (event: MouseEvent) => actions.current.press(event)
    element.addEventListener('click', press)
    let frame = 0
    const scrolled = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        again()
      })
    }
    const watcher = new ResizeObserver(scrolled)
    watcher.observe(target)
    document.addEventListener('scroll', scrolled, { passive: true, capture: true })
    return () => {
      cancelAnimationFrame(frame)
      watcher.disconnect()
      element.removeEventListener('click', press)
      document.removeEventListener('scroll', scrolled, { capture: true })
      hands.current?.release()
      hands.current = null
    }
  }, [])

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
    const around = windowAround(filter, new Date(piece.from), new Date(piece.to))
    void navigate({
      to: '/admin/productionData/$clientId/$machineId',
      params: { clientId: String(clientId), machineId: lane.serialNo },
      search: {
        ...searchOfFilter(around),
        ...(isStop(piece) && { of: 'all' as const, stop: new Date(piece.from).toISOString() }),
      },
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
    const row = chosen?.row ?? 0
    const lane = lanes[row]
    if (event.key === 'Escape') choose(null)
    if (event.key === 'Enter' && chosen) open(chosen)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && lane) {
      event.preventDefault()
      const piece = nextStop(lane, chosen?.piece.from ?? (step === 1 ? 0 : Infinity), step)
      if (piece) choose({ row, piece, by: 'hand' })
    }
    if (down) {
      event.preventDefault()
      const next = Math.min(lanes.length - 1, Math.max(0, row + (chosen ? down : 0)))
      const other = lanes[next]
      const at = chosen?.piece.from ?? window.from
      const piece = other && (nextStop(other, at - 1, 1) ?? nextStop(other, at, -1))
      if (piece) choose({ row: next, piece, by: 'hand' })
    }
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
      <p className={styles.longest}>
        {longest ? say('longest', { what: words(longest.lane, longest.piece) }) : say('noStops')}
      </p>
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
        <LineHeads rows={rows} figures={lineFigures} />
        <LaneNames {...{ lanes, rows, sizes, clientId, filter }} />
        <canvas ref={canvas} className={styles.canvas} style={{ maxHeight: rows.height }} />
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
      <div className={styles.foot} data-screen-only>
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
