import { drawnInColours } from '../theme/drawnInColours.tsx'
import { paint } from '../theme/paint.ts'
import 'uplot/dist/uPlot.min.css'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { formatCount } from '../i18n/formatNumber.ts'
import type { Say } from '../i18n/sayIn.ts'
import { type Locale, useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { alarmChips, type ChartAlarm } from './alarmChips.ts'
import { ChartFrame } from './ChartFrame.tsx'
import type { TakePicture } from './Drawing.tsx'
import { dateTicks } from './dateTicks.ts'
import { drawBehind, drawLanes, type PacksScene } from './drawPacks.ts'
import { momentWords, PacksTooltip, type PointedMoment } from './PacksTooltip.tsx'
import type { Highlight, PacksData, PickedMoment } from './packsData.ts'
import { fontOf, laneRow, type PacksLook, packsLook, stateLane } from './packsLook.ts'
import { lonelyPoints } from './packsSeries.ts'
import { speedScale } from './speedSeries.ts'

/** Packs per minute: alarms, next machine, speed and state over one axis of time. Gaps stay gaps. */
export const PacksChart = drawnInColours(function PacksChart({
  label,
  data,
  narrow,
  highlight = null,
  pick,
  picture,
}: {
  label: string
  data: PacksData
  narrow: boolean
  highlight?: Highlight | null
  /** A press on a lane, or Enter at the crosshair. */
  pick?: ((picked: PickedMoment) => void) | undefined
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
  const { aggregated } = data
  const overlays = data.alarms !== null
  const look = packsLook(narrow, overlays)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const layout = packsLook(narrow, overlays)
    const made = new uPlot(
      options(
        layout,
        { zone, locale, say },
        aggregated,
        element.clientWidth,
        () => shown.current,
        () => selected.current,
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
    if (picture) picture.current = () => withGround(made.ctx.canvas)
    return () => {
      watcher.disconnect()
      made.destroy()
      plot.current = null
      if (picture) picture.current = null
    }
  }, [narrow, overlays, aggregated, zone, locale, say, picture])

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
    plot.current?.setData(data.columns)
    if (pointer.current !== null) follow(pointer.current)
  }, [data, follow])

  // Another selection changes no figure: only what stands out.
  useEffect(() => {
    selected.current = highlight
    plot.current?.redraw(false)
  }, [highlight])

  const pickedBy = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    plot.current && pickedAt(plot.current, data, clientX, clientY)
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
  const moment = pointed && momentAt(plot.current, pointed, data)
  return (
    <ChartFrame
      {...{ frame, label, go, leave }}
      height={look.height}
      tipTop={84}
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
      enter={pick && moment ? () => pick({ at: moment.alarms[0]?.at ?? moment.at }) : undefined}
      tip={
        moment && {
          left: moment.left,
          late: moment.late,
          content: <PacksTooltip {...{ data, moment }} />,
          words: momentWords(moment, data, zone, say, sayState),
        }
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
  { columns, alarms }: PacksData,
): PointedMoment {
  const { offsetLeft = 0 } = plot?.over ?? {}
  const chips = plot && alarms ? chipsOf(plot, alarms) : []
  const chip = chips
    .filter(({ x }) => Math.abs(x - left) <= reach)
    .toSorted((a, b) => Math.abs(a.x - left) - Math.abs(b.x - left))[0]
  return {
    index,
    at: new Date((columns[0][index] ?? 0) * 1_000),
    alarms: chip?.alarms ?? [],
    left: offsetLeft + left,
    late: left > width / 2,
  }
}

/** What lies under a press: a chip of the alarm lane, an instant of the state lane, or nothing. */
function pickedAt(
  plot: uPlot,
  { alarms, states, from, to }: PacksData,
  clientX: number,
  clientY: number,
): PickedMoment | null {
  const { left, top, width, height } = plot.over.getBoundingClientRect()
  const [x, y] = [clientX - left, clientY - top]
  if (x < -reach || x > width + reach) return null
  // The lane of the alarms is the top one; `over` begins below the lanes.
  if (alarms && y < laneRow.rule - plotTop && y > -plotTop) {
    const chip = chipsOf(plot, alarms)
      .filter((one) => Math.abs(one.x - x) <= reach)
      .toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0]
    const [alarm] = chip?.alarms ?? []
    return alarm ? { at: alarm.at, alarm } : null
  }
  const lane = y - height - stateLane.gap
  if (!states || lane < -4 || lane > stateLane.height + 4) return null
  const at = plot.posToVal(Math.min(width, Math.max(0, x)), 'x') * 1_000
  return { at: new Date(Math.min(to.getTime() - 1, Math.max(from.getTime(), at))) }
}

/** Px of the lanes above the plot, where there are any. */
const plotTop = packsLook(false, true).top

const chipsOf = (plot: uPlot, alarms: readonly ChartAlarm[]) =>
  alarmChips(alarms, (at) => plot.valToPos(at.getTime() / 1_000, 'x'))

/** On whose clock and in which language the chart is written. */
type Writing = { readonly zone: string; readonly locale: Locale; readonly say: Say<'charts'> }

function sceneOf(
  plot: uPlot,
  look: PacksLook,
  { say }: Writing,
  data: PacksData,
  highlight: Highlight | null,
): PacksScene {
  const { gaps, gapWord, alarms, nextMachine, states, from, to } = data
  const chips = alarms && chipsOf(plot, alarms)
  const names = {
    alarms: say('alarms'),
    nextMachine: say('nextMachine'),
    speed: say('speed'),
    state: say('state'),
  }
  return { look, names, gaps, gapWord, chips, nextMachine, states, from, to, highlight }
}

function options(
  look: PacksLook,
  writing: Writing,
  aggregated: boolean,
  width: number,
  shown: () => PacksData,
  selected: () => Highlight | null,
  point: (pointed: { index: number; left: number; width: number } | null) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: paint('var(--text-3)'),
    font: fontOf(500, 11),
    ticks: { show: false },
  }
  const grid = { stroke: paint('var(--chart-grid)'), width: 1 }
  const lanes = look.bottom - 24
  const hidden: uPlot.Series = { width: 0, points: { show: false }, spanGaps: false }
  return {
    width,
    height: look.height,
    padding: [look.top, 16, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      // Only the line has a point under the pointer, the edges of the band have none.
      points: {
        size: (_, series) => (series === 1 ? 8 : 0),
        width: 2,
        fill: paint('var(--card)'),
        stroke: paint('var(--text-1)'),
      },
    },
    scales: {
      x: { range: () => [shown().from.getTime() / 1_000, shown().to.getTime() / 1_000] },
      y: { range: (_, __, most) => [0, speedScale(most ?? 0).most] },
    },
    axes: [
      {
        ...axis,
        grid,
        size: look.bottom,
        gap: lanes + 8,
        splits: (plot) => ticksOf(plot, shown(), writing).map(({ at }) => at.getTime() / 1_000),
        values: (plot) => ticksOf(plot, shown(), writing).map(({ text }) => text),
      },
      {
        ...axis,
        grid,
        size: look.left,
        gap: 8,
        splits: (_, __, ___, most) => {
          const { step } = speedScale(most)
          return Array.from({ length: Math.round(most / step) + 1 }, (____, index) => index * step)
        },
        values: (_, splits) => splits.map((ppm) => formatCount(ppm)),
      },
    ],
    bands: aggregated ? [{ series: [3, 2], fill: paint('var(--chart-band)') }] : [],
    series: [
      {},
      {
        stroke: paint('var(--chart-line)'),
        width: 1.6,
        spanGaps: false,
        ...(!aggregated && { fill: shade }),
        points: {
          show: true,
          size: 4,
          fill: paint('var(--chart-line)'),
          filter: (plot) => lonelyPoints(plot.data[1] ?? []),
        },
      },
      hidden,
      hidden,
    ],
    hooks: {
      drawAxes: [(plot) => drawBehind(plot, sceneOf(plot, look, writing, shown(), selected()))],
      draw: [(plot) => drawLanes(plot, sceneOf(plot, look, writing, shown(), selected()))],
      setCursor: [
        ({ cursor: { idx, left = -1 }, over }) => {
          const inside = idx !== null && idx !== undefined && left >= 0 && left <= over.clientWidth
          point(inside ? { index: idx, left, width: over.clientWidth } : null)
        },
      ],
    },
  }
}

/** Ticks need about this many px; on a small chart they may be closer. */
const tickRoom = (width: number) => (width < 400 ? 52 : 84)

function ticksOf(
  { over: { clientWidth } }: uPlot,
  { from, to }: PacksData,
  { zone, locale }: Writing,
) {
  const most = Math.max(3, Math.floor(clientWidth / tickRoom(clientWidth)))
  return dateTicks(from, to, most, zone, locale)
}

/** The area under the line, fading to nothing. */
function shade({ ctx, bbox }: uPlot): CanvasGradient | string {
  if (!Number.isFinite(bbox.height) || bbox.height <= 0) return 'transparent'
  const fading = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height)
  fading.addColorStop(0, paint('var(--area-top)'))
  fading.addColorStop(1, paint('var(--area-foot)'))
  return fading
}

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
