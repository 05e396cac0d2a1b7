import uPlot from 'uplot'
import { paint } from '../theme/paint.ts'
import { lastPoint, seriesColour, shortName, spreadLabels } from './speedSeries.ts'

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
