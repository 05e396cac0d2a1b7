import type uPlot from 'uplot'
import { formatCount } from '../i18n/formatNumber.ts'
import type { Locale } from '../i18n/useLocale.ts'
import type { Say } from '../i18n/useTexts.ts'
import { paint } from '../theme/paint.ts'
import { alarmChips, type ChartAlarm, clusters } from './alarmChips.ts'
import { type DateTick, dateTicks } from './dateTicks.ts'
import { drawBehind, drawLanes, type PacksScene } from './drawPacks.ts'
import { fontOf, type Highlight, type PacksData, type PacksLook } from './packsData.ts'
import { lonelyPoints } from './packsSeries.ts'
import { speedScale } from './speedSeries.ts'
import type { TimeWindow } from './timeWindow.ts'

export const placeIn = (plot: uPlot) => (at: Date) => plot.valToPos(at.getTime() / 1_000, 'x')

export const chipsOf = (plot: uPlot, alarms: readonly ChartAlarm[]) =>
  alarmChips(alarms, placeIn(plot))

/** On whose clock and in which language the chart is written. */
type Writing = { readonly zone: string; readonly locale: Locale; readonly say: Say<'charts'> }

/** What the chart shows at the moment at which it is drawn. */
type Shown = {
  readonly data: () => PacksData
  readonly window: () => TimeWindow
  readonly highlight: () => Highlight | null
  readonly top: () => number
}

function sceneOf(plot: uPlot, look: PacksLook, { say }: Writing, shown: Shown): PacksScene {
  const { gaps, gapWord, closed, closedWord, alarms, nextMachine, states, totals, ...data } =
    shown.data()
  const { changes, asColumns, ghost } = data
  const names = {
    alarms: say('alarms'),
    nextMachine: say('nextMachine'),
    changes: say('changes'),
    speed: say('speed'),
    rejects: say('rejects'),
    ofPacks: say('ofPacks'),
    state: say('state'),
    share: say('shareOfStep'),
  }
  return {
    ...{ look, names, gaps, gapWord, closed, closedWord, nextMachine, states, totals, asColumns },
    ghost: ghost ?? null,
    chips: alarms && chipsOf(plot, alarms),
    changes: clusters(changes, placeIn(plot)),
    most: speedScale(shown.top()).most,
    from: new Date(shown.window().from),
    to: new Date(shown.window().to),
    highlight: shown.highlight(),
  }
}

/** What uPlot is to draw: the line with its scales and axes, and around it the lanes of the scene. */
export function packsOptions(
  look: PacksLook,
  writing: Writing,
  { aggregated, asColumns }: { readonly aggregated: boolean; readonly asColumns: boolean },
  width: number,
  shown: Shown,
  point: (pointed: { index: number; left: number; width: number } | null) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: paint('var(--text-3)'),
    font: fontOf(500, 11),
    ticks: { show: false },
  }
  const grid = { stroke: paint('var(--chart-grid)'), width: 1 }
  const lanes = look.bottom - 24
  const ticks = ticksOnce(() => shown.window(), writing)
  const scene = (plot: uPlot) => sceneOf(plot, look, writing, shown)
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
      x: { range: () => [shown.window().from / 1_000, shown.window().to / 1_000] },
      y: { range: () => [0, speedScale(shown.top()).most] },
    },
    axes: [
      {
        ...axis,
        grid,
        size: look.bottom,
        gap: lanes + 8,
        splits: (plot) => ticks(plot).map(({ at }) => at.getTime() / 1_000),
        values: (plot) => ticks(plot).map(({ text }) => text),
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
    bands: aggregated && !asColumns ? [{ series: [3, 2], fill: paint('var(--chart-band)') }] : [],
    series: [
      {},
      {
        stroke: paint('var(--chart-line)'),
        width: asColumns ? 0 : 1.6,
        spanGaps: false,
        ...(!aggregated && { fill: shade }),
        points: {
          show: !asColumns,
          size: 4,
          fill: paint('var(--chart-line)'),
          filter: (plot) => lonelyPoints(plot.data[1] ?? []),
        },
      },
      hidden,
      hidden,
    ],
    hooks: {
      drawAxes: [(plot) => drawBehind(plot, scene(plot))],
      draw: [(plot) => drawLanes(plot, scene(plot))],
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

/** The ticks of what is shown; they are requested several times for each drawing, and computed once. */
function ticksOnce(windowOf: () => TimeWindow, { zone, locale }: Writing) {
  let known: { readonly window: TimeWindow; readonly most: number; readonly ticks: DateTick[] }
  return ({ over: { clientWidth } }: uPlot) => {
    const window = windowOf()
    const most = Math.max(3, Math.floor(clientWidth / tickRoom(clientWidth)))
    if (known?.window !== window || known.most !== most) {
      const ticks = dateTicks(new Date(window.from), new Date(window.to), most, zone, locale)
      known = { window, most, ticks }
    }
    return known.ticks
  }
}

/** The area under the line, fading to nothing. */
function shade({ ctx, bbox }: uPlot): CanvasGradient | string {
  if (!Number.isFinite(bbox.height) || bbox.height <= 0) return 'transparent'
  const fading = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height)
  fading.addColorStop(0, paint('var(--area-top)'))
  fading.addColorStop(1, paint('var(--area-foot)'))
  return fading
}
