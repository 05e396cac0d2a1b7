import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { lastPoint, type SpeedColumns, seriesColour, spreadLabels } from './speedSeries.ts'

const height = 264
const labelGap = 15

/** Combined Speed/Min: one line a machine, labelled at its end; gaps stay gaps; hovering one dims the others. */
export function SpeedChart({
  columns,
  serialNos,
  focused,
}: {
  columns: SpeedColumns
  serialNos: readonly string[]
  /** The machine that the legend points at. */
  focused: number | null
}) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const names = serialNos.join(' ')

  // The names alone decide the chart's shape: new points are set, they do not build it anew.
  const newest = useRef(columns)
  newest.current = columns

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const made = new uPlot(
      options(names.split(' '), element.clientWidth),
      newest.current as uPlot.AlignedData,
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
  }, [names])

  useEffect(() => {
    plot.current?.setData(columns as uPlot.AlignedData)
  }, [columns])

  useEffect(() => {
    plot.current?.setSeries(focused === null ? null : focused + 1, { focus: true })
  }, [focused])

  return (
    <div
      ref={frame}
      role="img"
      aria-label={`Speed in packs per minute of ${serialNos.length} machines, ${columns[0].length} points; the table beside it has the values`}
      style={{ minHeight: height }}
    />
  )
}

function options(serialNos: readonly string[], width: number): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: '#8E98A6',
    font: '500 11px "Inter Variable", Inter, system-ui, sans-serif',
    grid: { stroke: '#1E242C', width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    padding: [12, 64, 0, 0],
    legend: { show: false },
    focus: { alpha: 0.3 },
    cursor: { y: false, points: { size: 6 }, focus: { prox: 24 }, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, gridMost(most)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        values: '{HH}:{mm}',
        border: { show: true, stroke: '#2C343E', width: 1 },
      },
      { ...axis, size: 40, splits: (_, __, ___, most) => gridLines(most) },
    ],
    series: [
      {},
      ...serialNos.map((serialNo, index) => ({
        label: serialNo,
        stroke: seriesColour(index),
        width: 1.5,
        spanGaps: false,
        points: { show: false },
      })),
    ],
    hooks: { draw: [drawEndLabels(serialNos)] },
  }
}

const steps = [5, 10, 20, 25, 50, 60, 100, 200, 250, 500, 1_000]

/** Grid lines at round numbers, four or five of them above zero. */
function gridStep(most: number): number {
  return steps.find((step) => most <= step * 5) ?? Math.ceil(most / 5)
}

function gridMost(most: number): number {
  if (!(most > 0)) return 60
  return Math.ceil(most / gridStep(most)) * gridStep(most)
}

function gridLines(most: number): number[] {
  const step = gridStep(most)
  return Array.from({ length: Math.round(most / step) + 1 }, (_, index) => index * step)
}

/** Direct labels at the ends of the lines, by the digits of the serial number, moved apart where they would meet. */
function drawEndLabels(serialNos: readonly string[]) {
  return (plot: uPlot) => {
    const ratio = uPlot.pxRatio
    const ends = serialNos.flatMap((serialNo, index) => {
      const end = lastPoint(plot.data, index + 1)
      if (!end) return []
      const x = plot.valToPos(end.at, 'x', true)
      const y = plot.valToPos(end.ppm, 'y', true)
      return [{ serialNo, x, y, colour: seriesColour(index) }]
    })
    const { ctx, bbox } = plot
    const placed = spreadLabels(
      ends.map(({ y }) => y - bbox.top),
      labelGap * ratio,
      bbox.height,
    )
    ctx.save()
    ctx.font = `600 ${11 * ratio}px "Inter Variable", Inter, system-ui, sans-serif`
    ctx.textBaseline = 'middle'
    ends.forEach((end, index) => {
      const labelX = Math.max(end.x + 16 * ratio, bbox.left + bbox.width + 12 * ratio)
      const labelY = bbox.top + placed[index]!
      ctx.globalAlpha = 0.5
      ctx.strokeStyle = end.colour
      ctx.lineWidth = ratio
      ctx.beginPath()
      ctx.moveTo(end.x, end.y)
      ctx.lineTo(labelX - 4 * ratio, labelY)
      ctx.stroke()
      ctx.globalAlpha = 1
      ctx.fillStyle = end.colour
      ctx.fillText(end.serialNo.replace(/^\D+/, '') || end.serialNo, labelX, labelY)
    })
    ctx.restore()
  }
}
