import { paint } from '../theme/paint.ts'

/** The tile of time of which no state is known: a gap, and one that was filled; `ratio` as the canvas has it. */
export function hatching(ratio: number): HTMLCanvasElement | null {
  const tile = document.createElement('canvas')
  const side = Math.round(8 * ratio)
  tile.width = side
  tile.height = side
  const pen = tile.getContext('2d')
  if (!pen) return null
  pen.fillStyle = paint('var(--no-data)')
  pen.fillRect(0, 0, side, side)
  pen.strokeStyle = paint('var(--hatch)')
  pen.lineWidth = 1.5 * ratio
  pen.beginPath()
  for (const shift of [-side, 0, side]) {
    pen.moveTo(shift, side)
    pen.lineTo(shift + side, 0)
  }
  pen.stroke()
  return tile
}
