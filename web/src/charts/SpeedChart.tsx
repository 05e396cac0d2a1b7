import 'uplot/dist/uPlot.min.css'
import { formatClock } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { formatCount } from '../i18n/formatNumber.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { drawnInColours } from '../theme/drawnInColours.tsx'
import { paint } from '../theme/paint.ts'
import { useShownZone } from '../time/zone.ts'
import { ChartFrame, followFinger } from './ChartFrame.tsx'
import styles from './SpeedChart.module.css'
import {
  lastPoint,
  type SpeedColumns,
  seriesColour,
  shortName,
  speedScale,
  spreadLabels,
} from './speedSeries.ts'
import { timeTicks } from './timeTicks.ts'

const height = 312
const font = '500 11px "Inter Variable", Inter, system-ui, sans-serif'

type Pointed = {
  index: number
  left: number
  /** There is more space on the left of the pointer than on its right. */
  late: boolean
  focused: number | null
}

/** Combined Speed/Min: one line a machine, labelled at its end; gaps stay gaps; hovering one dims the others. */
export const SpeedChart = drawnInColours(function SpeedChart({
  label,
  columns,
  serialNos,
  from,
  to,
  stepSeconds,
  focused,
}: {
  /** Summary of the chart for screen readers. */
  label: string
  columns: SpeedColumns
  serialNos: readonly string[]
  from: Date
  to: Date
  stepSeconds: number
  /** The machine that the legend points at. */
  focused: number | null
}) {
  const zone = useShownZone()
  const say = useTexts('charts')
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const [pointed, point] = useState<Pointed | null>(null)

  // The data are read when the chart draws; only other machines or another zone build it anew.
  const shown = useRef({ columns, from, to })
  shown.current = { columns, from, to }
  const names = serialNos.join('\n')

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const made = new uPlot(
      options(names.split('\n'), zone, element.clientWidth, () => shown.current, point),
      shown.current.columns,
      element,
    )
    plot.current = made
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [names, zone])

  useEffect(() => {
    plot.current?.setData(columns)
  }, [columns])

  useEffect(() => {
    plot.current?.setSeries(focused === null ? null : focused + 1, { focus: true })
  }, [focused])

  const go = (index: number) => {
    const at = columns[0][index]
    if (at === undefined) return
    // Far from every line, so that none stands out.
    plot.current?.setCursor({ left: plot.current.valToPos(at, 'x'), top: -1_000 })
  }
  const leave = () => plot.current?.setCursor({ left: -10, top: -10 })
  const moment = pointed && momentOf(pointed.index, columns, serialNos, stepSeconds)
  return (
    <ChartFrame
      {...{ frame, label, height, go, leave }}
      count={columns[0].length}
      at={pointed?.index ?? null}
      follow={(event) => followFinger(plot.current, event)}
      tip={
        pointed &&
        moment && {
          left: pointed.left,
          late: pointed.late,
          content: <Tooltip {...{ moment, zone }} focused={pointed.focused} />,
          words: momentWords(moment, zone, say),
        }
      }
    />
  )
})

/** The speeds of one point of the line, the fastest first. */
function momentOf(
  index: number,
  columns: SpeedColumns,
  serialNos: readonly string[],
  stepSeconds: number,
) {
  const at = columns[0][index]
  if (at === undefined) return null
  const begin = Math.floor(at / stepSeconds) * stepSeconds
  const rows = serialNos
    .map((serialNo, series) => ({ serialNo, series, ppm: columns[series + 1]?.[index] ?? null }))
    .toSorted((a, b) => (b.ppm ?? -1) - (a.ppm ?? -1))
  return { begin, end: begin + stepSeconds, rows }
}

type Moment = NonNullable<ReturnType<typeof momentOf>>

/** One sentence for screen readers. */
const momentWords = ({ begin, end, rows }: Moment, zone: string, say: Say<'charts'>) =>
  [
    `${clock(begin, zone)} – ${clock(end, zone)} ${zone}`,
    ...rows.map(({ serialNo, ppm }) => `${serialNo} ${speedWords(ppm, say)}`),
  ].join(', ')

const speedWords = (ppm: number | null, say: Say<'charts'>) =>
  ppm === null ? say('noData') : say('ppm', { speed: formatCount(ppm) })

/** The speeds at the moment under the pointer. */
function Tooltip({
  focused,
  moment: { begin, end, rows },
  zone,
}: {
  focused: number | null
  moment: Moment
  zone: string
}) {
  const say = useTexts('charts')
  return (
    <div className={styles.tip}>
      <p>
        {clock(begin, zone)} – {clock(end, zone)} <small>{zone}</small>
      </p>
      <table>
        <tbody>
          {rows.map(({ serialNo, series, ppm }) => (
            <tr key={serialNo} data-focused={focused === series + 1}>
              <td>
                <i style={{ background: seriesColour(series) }} />
                {serialNo}
              </td>
              <td>{speedWords(ppm, say)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function options(
  serialNos: readonly string[],
  zone: string,
  width: number,
  shown: () => { columns: SpeedColumns; from: Date; to: Date },
  point: (pointed: Pointed | null) => void,
): uPlot.Options {
  let focused: number | null = null
  const notify = ({ cursor, over }: uPlot) => {
    const { idx, left = -1 } = cursor
    if (idx === null || idx === undefined || left < 0) return point(null)
    const { offsetLeft, offsetWidth } = over
    point({ index: idx, left: left + offsetLeft, late: left > offsetWidth / 2, focused })
  }
  const axis: uPlot.Axis = {
    stroke: paint('var(--text-3)'),
    font,
    grid: { stroke: paint('var(--chart-grid)'), width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    padding: [8, 56, 0, 0],
    legend: { show: false },
    focus: { alpha: 0.3 },
    cursor: {
      y: false,
      points: { size: 7 },
      focus: { prox: 24 },
      drag: { x: false, y: false },
    },
    scales: {
      x: { range: () => [shown().from.getTime() / 1_000, shown().to.getTime() / 1_000] },
      y: { range: (_, __, most) => [0, speedScale(most ?? 0).most] },
    },
    axes: [
      {
        ...axis,
        size: 24,
        gap: 7,
        grid: { show: false },
        splits: (plot) => {
          const { from, to } = shown()
          const room = Math.max(2, plot.width / 72)
          return timeTicks(from, to, room, zone).map(({ at }) => at.getTime() / 1_000)
        },
        values: (_, splits) => splits.map((at) => clock(at, zone)),
      },
      {
        ...axis,
        size: 36,
        gap: 8,
        splits: (_, __, ___, most) => {
          const { step } = speedScale(most)
          return Array.from({ length: Math.round(most / step) + 1 }, (____, index) => index * step)
        },
        values: (_, splits) => splits.map((ppm) => formatCount(ppm)),
      },
    ],
    series: [
      {},
      ...serialNos.map((serialNo, index) => ({
        label: serialNo,
        stroke: paint(seriesColour(index)),
        width: 1.5,
        spanGaps: false,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [drawEndLabels(serialNos)],
      setCursor: [notify],
      setSeries: [
        (plot, series) => {
          focused = series
          if ((plot.cursor.left ?? -1) >= 0) notify(plot)
        },
      ],
    },
  }
}

/** `14:30`, of seconds since 1970. */
const clock = (at: number, zone: string) => formatClock(new Date(at * 1_000), zone).slice(0, 5)

const gap = 15

/**
 * Direct labels at the ends of the lines, moved apart where they would meet. The line of a machine that fell silent
 * ends in a ring, with its label there and not at the edge, so that it does not look like a running one.
 */
export function drawEndLabels(serialNos: readonly string[]) {
  return (plot: uPlot) => {
    const { ctx, bbox } = plot
    const ratio = uPlot.pxRatio
    const newest = (plot.data[0]?.length ?? 0) - 1
    const right = bbox.left + bbox.width
    const ends = serialNos.flatMap((serialNo, index) => {
      const end = lastPoint(plot.data, index + 1)
      if (!end) return []
      return {
        name: shortName(serialNo),
        silent: end.index < newest - 1,
        x: plot.valToPos(end.at, 'x', true),
        y: plot.valToPos(end.ppm, 'y', true),
        colour: paint(seriesColour(index)),
        // Less than 1 while another line is pointed at.
        alpha: plot.series[index + 1]?.alpha ?? 1,
      }
    })
    ctx.save()
    ctx.font = `600 ${11 * ratio}px "Inter Variable", Inter, system-ui, sans-serif`
    ctx.textBaseline = 'middle'
    ctx.textAlign = 'left'
    ctx.lineJoin = 'round'

    const write = (text: string, x: number, y: number, colour: string) => {
      ctx.strokeStyle = paint('var(--card)')
      ctx.lineWidth = 4 * ratio
      ctx.strokeText(text, x, y)
      ctx.fillStyle = colour
      ctx.fillText(text, x, y)
    }
    for (const end of ends.filter(({ silent }) => silent)) {
      ctx.globalAlpha = end.alpha
      ctx.beginPath()
      ctx.arc(end.x, end.y, 3 * ratio, 0, 2 * Math.PI)
      ctx.fillStyle = paint('var(--card)')
      ctx.fill()
      ctx.strokeStyle = end.colour
      ctx.lineWidth = 1.5 * ratio
      ctx.stroke()
      write(end.name, end.x + 8 * ratio, end.y, end.colour)
    }
    const running = ends.filter(({ silent }) => !silent)
    // More names than there is room for: only that of the line that is pointed at; the table beside has all.
    const fits = running.length * gap * ratio <= bbox.height
    const pointed = ends.some(({ alpha }) => alpha < 1)
    const live = fits ? running : running.filter(({ alpha }) => pointed && alpha === 1)
    const places = spreadLabels(
      live.map(({ y }) => y - bbox.top),
      gap * ratio,
      bbox.height,
    )
    live.forEach((end, index) => {
      const y = bbox.top + (places[index] ?? 0)
      ctx.globalAlpha = 0.6 * end.alpha
      ctx.strokeStyle = end.colour
      ctx.lineWidth = ratio
      ctx.beginPath()
      ctx.moveTo(end.x, end.y)
      ctx.lineTo(right + 12 * ratio, y)
      ctx.stroke()
      ctx.globalAlpha = end.alpha
      write(end.name, right + 16 * ratio, y, end.colour)
    })
    ctx.restore()
  }
}
