import { formatDateTime } from '@packboard/model'
import { drawnInColours } from '../theme/drawnInColours.tsx'
import { paint } from '../theme/paint.ts'
import 'uplot/dist/uPlot.min.css'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import uPlot from 'uplot'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { clusters } from './alarmChips.ts'
import { ChartFrame } from './ChartFrame.tsx'
import type { TakePicture } from './Drawing.tsx'
import styles from './PacksChart.module.css'
import { momentWords, PacksTooltip, type PointedMoment } from './PacksTooltip.tsx'
import {
  type Highlight,
  laneStepAt,
  type PacksData,
  type PacksLanes,
  type PacksLook,
  type PickedMoment,
  packsLook,
} from './packsData.ts'
import { chipsOf, packsOptions, placeIn } from './packsOptions.ts'
import { type TimeHands, timeGestures } from './timeGestures.ts'
import { type TimeWindow, type WindowBounds, windowByKey } from './timeWindow.ts'

/** Where the axis of a chart may go, and what is to be shown from now on. */
export type Zooming = {
  readonly bounds: () => WindowBounds
  readonly zoomTo: (window: TimeWindow) => void
  /** Back to the window before zooming. */
  readonly reset: () => void
}

/** Alarms, next machine, changes, speed, rejects and state over one axis of time. Gaps stay gaps. */
export const PacksChart = drawnInColours(function PacksChart({
  label,
  data,
  narrow,
  highlight = null,
  pick,
  zooming,
  picture,
}: {
  label: string
  data: PacksData
  narrow: boolean
  highlight?: Highlight | null
  /** A press on a lane, or Enter at the crosshair. */
  pick?: ((picked: PickedMoment) => void) | undefined
  zooming?: Zooming | undefined
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const zone = useShownZone()
  const say = useTexts('charts')
  const sayState = useTexts('states')
  const locale = useLocale()
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const [pointed, point] = useState<{ index: number; left: number; width: number } | null>(null)
  // What is drawn is read when it is drawn; only another layout, zone or language builds the chart anew.
  const shown = useRef(data)
  shown.current = data
  const selected = useRef(highlight)
  selected.current = highlight
  const { aggregated, asColumns } = data
  const { overlays, rejects, states } = lanesOf(data)
  const look = packsLook(narrow, { overlays, rejects, states })
  // What hands show while they move the axis, and what it shows when they rest.
  const committed = useRef(data.window)
  const view = useRef(data.window)
  const hands = useRef<TimeHands>(null)
  const zoom = useRef(zooming)
  // What is selected says its own times.
  const [isDragged, setDragged] = useState(false)
  zoom.current = zooming
  const top = useMemo(() => highest(data), [data])
  const topShown = useRef(top)
  topShown.current = top

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const layout = packsLook(narrow, { overlays, rejects, states })
    const made = new uPlot(
      packsOptions(
        layout,
        { zone, locale, say },
        { aggregated, asColumns },
        element.clientWidth,
        {
          data: () => shown.current,
          window: () => view.current,
          highlight: () => selected.current,
          top: () => topShown.current,
        },
        point,
      ),
      shown.current.columns,
      element,
    )
    plot.current = made
    const watcher = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: layout.height }),
    )
    watcher.observe(element)
    const brush = brushOn(made, layout, zone)
    const held = timeGestures(element, {
      window: () => committed.current,
      bounds: () => zoom.current?.bounds() ?? unbounded,
      place: () => made.over.getBoundingClientRect(),
      show: (window) => {
        if (!zoom.current) return
        view.current = window
        made.setScale('x', { min: window.from / 1_000, max: window.to / 1_000 })
      },
      mark: (range) => {
        if (!zoom.current) return
        brush(range)
        setDragged(range !== null)
      },
      commit: (window) => {
        if (!zoom.current) return
        committed.current = window
        zoom.current.zoomTo(window)
      },
    })
    hands.current = held
    if (picture) picture.current = () => withGround(made.ctx.canvas)
    return () => {
      watcher.disconnect()
      held.release()
      made.destroy()
      plot.current = null
      if (picture) picture.current = null
    }
  }, [narrow, overlays, rejects, states, aggregated, asColumns, zone, locale, say, picture])

  // Where the pointer is, while it is over the chart: a refresh leaves the tooltip where it is.
  const pointer = useRef<number | null>(null)
  const follow = useCallback((clientX: number) => {
    pointer.current = clientX
    const made = plot.current
    if (!made) return
    const { left } = made.over.getBoundingClientRect()
    made.setCursor({ left: clientX - left, top: 1 })
  }, [])

  // Another window, other lanes: everything is drawn again.
  useEffect(() => {
    point(null)
    committed.current = data.window
    if (!hands.current?.isBusy()) view.current = data.window
    plot.current?.setData(data.columns)
    if (pointer.current !== null) follow(pointer.current)
  }, [data, follow])

  // Another selection changes no figure: only what stands out.
  useEffect(() => {
    selected.current = highlight
    plot.current?.redraw(false)
  }, [highlight])

  const pickedBy = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    plot.current && pickedAt(plot.current, look, data, clientX, clientY)
  const go = (index: number) => {
    const made = plot.current
    const at = data.columns[0][index]
    if (!made || at === undefined) return
    follow(made.over.getBoundingClientRect().left + made.valToPos(at, 'x'))
  }
  const leave = () => {
    pointer.current = null
    plot.current?.setCursor({ left: -10, top: -10 })
    point(null)
  }
  const zoomKey = (event: KeyboardEvent) => {
    if (!zooming || !hands.current) return false
    const at = pointed ? (data.columns[0][pointed.index] ?? 0) * 1_000 : null
    const wanted = windowByKey(event, hands.current.current(), at, zooming.bounds())
    if (wanted === null) return false
    if (wanted === 'whole') zooming.reset()
    else hands.current.step(wanted)
    return true
  }
  const moment = pointed && momentAt(plot.current, pointed, data)
  return (
    <ChartFrame
      {...{ frame, label, go, leave, zoomKey }}
      reach={{ above: look.top, below: look.floor }}
      height={look.height}
      tipTop={look.top + 26}
      count={data.columns[0].length}
      at={pointed?.index ?? null}
      follow={(event) => {
        follow(event.clientX)
        if (frame.current) frame.current.style.cursor = pick && pickedBy(event) ? 'pointer' : ''
      }}
      press={
        pick &&
        ((event) => {
          const picked = pickedBy(event)
          if (picked) pick(picked)
        })
      }
      enter={pick && moment ? () => pick(enteredAt(moment, data)) : undefined}
      tip={
        moment && !isDragged
          ? {
              left: moment.left,
              late: moment.late,
              content: <PacksTooltip {...{ data, moment }} />,
              words: momentWords(moment, data, zone, say, sayState),
            }
          : null
      }
    />
  )
})

/** An alarm counts as pointed at when the pointer is this close to it, in px. */
const reach = 11

/** What is under the pointer: a point of the line and the alarms of the chip there, if any. */
function momentAt(
  plot: uPlot | null,
  { index, left, width }: { index: number; left: number; width: number },
  { columns, alarms, changes }: PacksData,
): PointedMoment {
  const { offsetLeft = 0 } = plot?.over ?? {}
  return {
    index,
    at: new Date((columns[0][index] ?? 0) * 1_000),
    alarms: (plot && alarms && nearest(chipsOf(plot, alarms), left)?.alarms) ?? [],
    changes: (plot && nearest(clusters(changes, placeIn(plot)), left)?.marks) ?? [],
    left: offsetLeft + left,
    late: left > width / 2,
  }
}

/** The mark that is under the pointer, if any. */
const nearest = <Mark extends { readonly x: number }>(marks: readonly Mark[], x: number) =>
  marks
    .filter((mark) => Math.abs(mark.x - x) <= reach)
    .toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0]

/** What Enter opens at the crosshair: the marks there, else the stop or, in a long window, the step. */
function enteredAt({ at, alarms, changes }: PointedMoment, data: PacksData): PickedMoment {
  const [alarm] = alarms
  if (alarm && alarms.length === 1) return { kind: 'instant', at: alarm.at }
  if (alarm) return { kind: 'alarms', alarms }
  if (changes.length > 0) return { kind: 'changes', changes }
  return data.states ? { kind: 'instant', at } : (stepPicked(data, at) ?? { kind: 'instant', at })
}

/** The step of a lane as the window to show. */
function stepPicked({ totals }: PacksData, at: Date): PickedMoment | null {
  const step = laneStepAt(totals, at)
  return step ? { kind: 'step', window: { from: step.at.getTime(), to: step.to.getTime() } } : null
}

/** What lies under a press: a mark of a lane, an instant or a step of the state lane, or nothing. */
function pickedAt(
  plot: uPlot,
  look: PacksLook,
  data: PacksData,
  clientX: number,
  clientY: number,
): PickedMoment | null {
  const { alarms, changes, states, from, to } = data
  const { left, top, width, height } = plot.over.getBoundingClientRect()
  const [x, y] = [clientX - left, clientY - top]
  if (x < -reach || x > width + reach) return null
  // `over` begins below the upper lanes.
  const inRow = (middle: number | null) =>
    middle !== null && Math.abs(y + look.top - middle) <= rowReach
  if (alarms && inRow(look.rows.alarms)) {
    const chip = nearest(chipsOf(plot, alarms), x)
    return chip ? { kind: 'alarms', alarms: chip.alarms } : null
  }
  if (inRow(look.rows.changes)) {
    const cluster = nearest(clusters(changes, placeIn(plot)), x)
    return cluster ? { kind: 'changes', changes: cluster.marks } : null
  }
  const lane = look.states && y - height - look.states.top
  if (!look.states || lane === null || lane < -4 || lane > look.states.height + 4) return null
  const at = plot.posToVal(Math.min(width, Math.max(0, x)), 'x') * 1_000
  const instant = new Date(Math.min(to.getTime() - 1, Math.max(from.getTime(), at)))
  return states ? { kind: 'instant', at: instant } : stepPicked(data, instant)
}

/** A press this close to the middle of a row of marks is on it, in px. */
const rowReach = 13

/** A chart that nobody zooms. */
const unbounded: WindowBounds = { since: 0, until: 8.64e15, least: 60_000, most: 8.64e15 }

/** Shows what is dragged over, with its two ends on the clock; without a range nothing any more. */
function brushOn(plot: uPlot, look: PacksLook, zone: string) {
  const brush = document.createElement('div')
  brush.className = styles.brush ?? ''
  brush.append(document.createElement('span'))
  const words = (at: number) => {
    const text = formatDateTime(new Date(at), zone)
    return `${text.slice(0, 5)} ${text.slice(11, 16)}`
  }
  return (range: TimeWindow | null) => {
    if (!range) return brush.remove()
    const left = plot.valToPos(range.from / 1_000, 'x')
    Object.assign(brush.style, {
      left: `${left}px`,
      top: `${-look.top}px`,
      width: `${plot.valToPos(range.to / 1_000, 'x') - left}px`,
      height: `${plot.over.clientHeight + look.top + look.floor}px`,
    })
    const [label] = brush.children
    if (label) label.textContent = `${words(range.from)} – ${words(range.to)}`
    if (!brush.isConnected) plot.over.append(brush)
  }
}

/** Which lanes there are: without a reject counter there is none of rejects. */
function lanesOf({ alarms, states, totals }: PacksData): PacksLanes {
  return {
    overlays: alarms !== null,
    rejects: totals?.some(({ rejects }) => rejects !== null) ?? false,
    states: states ? 'parts' : totals ? 'shares' : null,
  }
}

/** The fastest that is shown: the speed axis stands still while the axis of time moves. */
const highest = ({ columns: [, mean, , fastest], ghost }: PacksData) =>
  [...mean, ...fastest, ...(ghost?.ppm ?? [])].reduce<number>(
    (most, ppm) => Math.max(most, ppm ?? 0),
    0,
  )

/** The chart on the colour of its panel, as a picture of its own. */
function withGround(drawn: HTMLCanvasElement): HTMLCanvasElement | null {
  const picture = document.createElement('canvas')
  picture.width = drawn.width
  picture.height = drawn.height
  picture.style.width = `${drawn.width / window.devicePixelRatio}px`
  const ctx = picture.getContext('2d')
  if (!ctx) return null
  ctx.fillStyle = paint('var(--card)')
  ctx.fillRect(0, 0, picture.width, picture.height)
  ctx.drawImage(drawn, 0, 0)
  return picture
}
