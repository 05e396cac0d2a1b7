import 'uplot/dist/uPlot.min.css'
import { formatClock, type StripPart } from '@packboard/model'
import { type RefObject, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { formatCount } from '../i18n/formatNumber.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { drawnInColours } from '../theme/drawnInColours.tsx'
import { paint } from '../theme/paint.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { bandLooks, shownBand, shownShape } from './bandLook.ts'
import { ChartFrame, followFinger } from './ChartFrame.tsx'
import type { TakePicture } from './Drawing.tsx'
import { hatching } from './hatching.ts'
import styles from './SpeedChart.module.css'
import { type SpeedColumns, speedScale } from './speedSeries.ts'
import { stripSegments } from './stripSegments.ts'
import { timeTicks } from './timeTicks.ts'

const height = 232
/** Space under the speed: the states, then the hours. */
const laneRoom = 34
const font = '500 11px "Inter Variable", Inter, system-ui, sans-serif'

export type DayDrawing = {
  readonly from: Date
  readonly to: Date
  /** Seconds since 1970, then ppm; null breaks the line. */
  readonly columns: SpeedColumns
  readonly gaps: readonly { readonly from: Date; readonly to: Date }[]
  readonly lane: readonly StripPart[]
}

/** Speed of one machine over a day, with its states under it on the same hours. */
export const DayChart = drawnInColours(function DayChart({
  drawing,
  label,
  picture,
}: {
  drawing: DayDrawing
  /** Summary of the chart for screen readers. */
  label: string
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const zone = useShownZone()
  const say = useTexts('charts')
  const sayState = useTexts('states')
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const [pointed, point] = useState<{ at: number; left: number; late: boolean } | null>(null)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const made = new uPlot(
      options(drawing, zone, say, element.clientWidth, (plot) => {
        const { idx, left = -1 } = plot.cursor
        const at = idx === null || idx === undefined ? undefined : plot.data[0][idx]
        if (at === undefined || left < 0) return point(null)
        const { offsetLeft, offsetWidth } = plot.over
        point({ at, left: left + offsetLeft, late: left > offsetWidth / 2 })
      }),
      drawing.columns,
      element,
    )
    plot.current = made
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    watcher.observe(element)
    if (picture) picture.current = () => onCard(made.ctx.canvas)
    return () => {
      watcher.disconnect()
      made.destroy()
      plot.current = null
      if (picture) picture.current = null
      point(null)
    }
  }, [drawing, zone, say, picture])

  const go = (index: number) => {
    const at = drawing.columns[0][index]
    if (at === undefined) return
    plot.current?.setCursor({ left: plot.current.valToPos(at, 'x'), top: 1 })
  }
  const leave = () => plot.current?.setCursor({ left: -10, top: -10 })
  const moment = pointed && momentOf(drawing, pointed.at)
  return (
    <ChartFrame
      {...{ frame, label, height, go, leave }}
      count={drawing.columns[0].length}
      at={pointed && drawing.columns[0].indexOf(pointed.at)}
      follow={(event) => followFinger(plot.current, event)}
      tip={
        pointed &&
        moment && {
          left: pointed.left,
          late: pointed.late,
          content: <Tooltip {...{ zone, moment }} />,
          words: momentWords(moment, zone, say, sayState),
        }
      }
    />
  )
})

/** The drawing on the colour of the card, so that its pale line is visible on white paper. */
function onCard(drawn: HTMLCanvasElement): HTMLCanvasElement | null {
  const picture = document.createElement('canvas')
  picture.width = drawn.width
  picture.height = drawn.height
  picture.style.width = `${drawn.width / window.devicePixelRatio}px`
  const pen = picture.getContext('2d')
  if (!pen) return null
  pen.fillStyle = paint('var(--card)')
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(drawn, 0, 0)
  return picture
}

type Moment = {
  readonly at: Date
  readonly ppm: number | null
  readonly state: StripPart['state'] | undefined
}

function momentOf({ columns, lane }: DayDrawing, seconds: number): Moment {
  const at = new Date(seconds * 1_000)
  return {
    at,
    ppm: columns[1]?.[columns[0].indexOf(seconds)] ?? null,
    state: lane.find(({ from, to }) => from <= at && at < to)?.state,
  }
}

/** One sentence for screen readers. */
const momentWords = (
  { at, ppm, state }: Moment,
  zone: string,
  say: Say<'charts'>,
  sayState: Say<'states'>,
) =>
  [
    `${formatClock(at, zone).slice(0, 5)} ${zone}`,
    ppm === null ? say('noData') : say('ppm', { speed: formatCount(ppm) }),
    state !== undefined && stateWord(state, sayState),
  ]
    .filter(Boolean)
    .join(', ')

/** Minute, speed and state under the pointer. */
function Tooltip({ zone, moment: { at, ppm, state } }: { zone: string; moment: Moment }) {
  const say = useTexts('charts')
  const sayState = useTexts('states')
  return (
    <div className={styles.tip}>
      <p>
        {formatClock(at, zone).slice(0, 5)} <small>{zone}</small>
      </p>
      <table>
        <tbody>
          <tr>
            <td>{say('speed')}</td>
            <td>{ppm === null ? say('noData') : say('ppm', { speed: formatCount(ppm) })}</td>
          </tr>
          {state !== undefined && (
            <tr>
              <td>{say('state')}</td>
              <td>
                <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
                  <span style={{ color: bandLooks[shownBand(state, false)].chipColour }}>
                    <Glyph shape={shownShape(state, false)} size={10} />
                  </span>
                  {stateWord(state, sayState)}
                </span>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Dense under the line, nearly transparent at the bottom. */
function fade({ ctx, bbox }: uPlot): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height)
  gradient.addColorStop(0, paint('var(--area-top)'))
  gradient.addColorStop(1, paint('var(--area-foot)'))
  return gradient
}

function options(
  drawing: DayDrawing,
  zone: string,
  say: Say<'charts'>,
  width: number,
  notify: (plot: uPlot) => void,
): uPlot.Options {
  const axis: uPlot.Axis = { stroke: paint('var(--text-3)'), font, ticks: { show: false } }
  return {
    width,
    height,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      x: { range: () => [drawing.from.getTime() / 1_000, drawing.to.getTime() / 1_000] },
      y: { range: (_, __, most) => [0, speedScale(most ?? 0).most] },
    },
    axes: [
      {
        ...axis,
        size: 24 + laneRoom,
        gap: 7 + laneRoom,
        grid: { show: false },
        splits: (plot) =>
          timeTicks(drawing.from, drawing.to, Math.max(2, plot.width / 80), zone).map(
            (tick) => tick.at.getTime() / 1_000,
          ),
        values: (_, splits) =>
          splits.map((at) => formatClock(new Date(at * 1_000), zone).slice(0, 5)),
      },
      {
        ...axis,
        size: 48,
        gap: 8,
        grid: { stroke: paint('var(--chart-grid)'), width: 1 },
        splits: (_, __, ___, most) => {
          const { step } = speedScale(most)
          return Array.from({ length: Math.round(most / step) + 1 }, (____, index) => index * step)
        },
        values: (_, splits) => splits.map((ppm) => formatCount(ppm)),
      },
    ],
    series: [
      {},
      {
        label: say('speed'),
        stroke: paint('var(--chart-line)'),
        fill: fade,
        width: 1.5,
        spanGaps: false,
        points: { show: false },
      },
    ],
    hooks: {
      drawClear: [
        // A row is of one product with one tool: what is missing may be the time of another.
        (plot) => drawGaps(plot, drawing.gaps, say('otherOrNoData')),
      ],
      draw: [(plot) => drawLane(plot, drawing.lane, laneRoom, say('state'))],
      setCursor: [notify],
    },
  }
}

const tall = 24
const below = 8

/** Hatches the stretches without data, with an upright label where it fits. */
export function drawGaps(
  plot: uPlot,
  gaps: readonly { readonly from: Date; readonly to: Date }[],
  gapWord: string,
) {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const hatch = hatching(ratio)
  ctx.save()
  for (const gap of gaps) {
    const left = plot.valToPos(gap.from.getTime() / 1_000, 'x', true)
    const width = plot.valToPos(gap.to.getTime() / 1_000, 'x', true) - left
    ctx.fillStyle = (hatch && ctx.createPattern(hatch, 'repeat')) ?? paint('var(--no-data)')
    ctx.fillRect(left, bbox.top, Math.max(width, ratio), bbox.height)
    if (width < 14 * ratio) continue
    ctx.save()
    ctx.translate(left + width / 2, bbox.top + bbox.height / 2)
    ctx.rotate(-Math.PI / 2)
    ctx.font = `500 ${11 * ratio}px "Inter Variable", Inter, system-ui, sans-serif`
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.lineWidth = 4 * ratio
    ctx.lineJoin = 'round'
    ctx.strokeStyle = paint('var(--no-data)')
    ctx.strokeText(gapWord, 0, 0)
    ctx.fillStyle = paint('var(--chart-lane)')
    ctx.fillText(gapWord, 0, 0)
    ctx.restore()
  }
  ctx.restore()
}

/** The states under the speed, colour and height by band, on the same hours. */
export function drawLane(plot: uPlot, lane: readonly StripPart[], room: number, name: string) {
  const { ctx, bbox, scales } = plot
  const { min, max } = scales.x ?? {}
  if (min === undefined || min === null || max === undefined || max === null) return
  const ratio = uPlot.pxRatio
  const bottom = bbox.top + bbox.height + (below + tall) * ratio
  ctx.save()
  ctx.font = `500 ${11 * ratio}px "Inter Variable", Inter, system-ui, sans-serif`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = paint('var(--chart-lane)')
  ctx.fillText(name, bbox.left - 8 * ratio, bbox.top + bbox.height + (room * ratio) / 2)
  const segments = stripSegments(
    lane,
    new Date(min * 1_000),
    new Date(max * 1_000),
    bbox.width / ratio,
  )
  const hatched = hatching(ratio)
  for (const segment of segments) {
    const high = Math.max(1, segment.height * tall) * ratio
    const left = bbox.left + segment.x * ratio
    const wide = segment.width * ratio
    ctx.fillStyle = paint(segment.colour)
    if (segment.hatched) {
      ctx.fillStyle = (hatched && ctx.createPattern(hatched, 'repeat')) ?? paint(segment.colour)
      ctx.fillRect(left, bottom - high, wide, high)
    } else if (segment.hollow) {
      ctx.globalAlpha = 0.4
      ctx.fillRect(left, bottom - high, wide, high)
      ctx.globalAlpha = 1
      ctx.fillRect(left, bottom - high, wide, 1.5 * ratio)
    } else ctx.fillRect(left, bottom - high, wide, high)
  }
  ctx.restore()
}
