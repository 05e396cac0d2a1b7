import { paint } from '../theme/paint.ts'
import type { Draw } from './Drawing.tsx'
import { drawGlyph, hatch } from './glyphMarks.ts'
import type { RingPart } from './ringSeries.ts'

/** Width and height of a ring, in px. */
export const ringSize = 152
const centre = ringSize / 2
const outer = 75
const inner = 49
const face = '"Inter Variable", Inter, system-ui, sans-serif'

/** Draws the parts of a ring, their letters or shapes, and the figure in the middle. */
export function drawRing(
  parts: readonly RingPart[],
  middle: { readonly value: string; readonly unit: string },
): Draw {
  return (pen) => {
    pen.lineJoin = 'round'
    pen.lineWidth = 2
    pen.strokeStyle = paint('var(--card)')
    parts.forEach((part, place) => {
      pen.globalAlpha = part.faded ? 0.35 : 1
      bandOf(pen, part)
      pen.fillStyle = paint(part.colour)
      pen.fill('evenodd')
      const pattern = hatch(pen, place)
      if (pattern) {
        pen.fillStyle = pattern
        pen.fill('evenodd')
      }
      // A line of the ground keeps parts of like colours apart.
      if (parts.length > 1) pen.stroke()
    })
    pen.globalAlpha = 1
    for (const part of parts) if (part.marked) drawMark(pen, part)
    write(
      pen,
      middle.value,
      centre,
      centre - 5,
      `600 ${fitted(middle.value)}px ${face}`,
      paint('var(--text-1)'),
    )
    write(pen, middle.unit, centre, centre + 14, `500 11px ${face}`, paint('var(--text-3)'))
  }
}

/** The name of the part at x, y. */
export function ringPartAt(parts: readonly RingPart[], x: number, y: number): string | undefined {
  const right = x - centre
  const down = y - centre
  const radius = Math.hypot(right, down)
  if (radius < inner || radius > outer) return
  const fromTop = Math.atan2(right, -down)
  const angle = fromTop < 0 ? fromTop + 2 * Math.PI : fromTop
  return parts.find((part) => angle <= part.angle + Math.PI * part.share)?.name
}

function bandOf(pen: CanvasRenderingContext2D, { angle, share }: RingPart) {
  const half = Math.PI * share
  const from = angle - half - Math.PI / 2
  const to = angle + half - Math.PI / 2
  pen.beginPath()
  pen.arc(centre, centre, outer, from, to)
  if (share >= 1) {
    pen.closePath()
    pen.moveTo(centre + inner * Math.cos(to), centre + inner * Math.sin(to))
  }
  pen.arc(centre, centre, inner, to, from, true)
  pen.closePath()
}

/** The letters or the shape of a part, in the middle of its band. */
function drawMark(pen: CanvasRenderingContext2D, { angle, shape, code }: RingPart) {
  const radius = (inner + outer) / 2
  const x = centre + radius * Math.sin(angle)
  const y = centre - radius * Math.cos(angle)
  if (shape) drawGlyph(pen, shape, { x, y, size: 12, ink: paint('var(--ink)') })
  else if (code) write(pen, code, x, y, `700 11px ${face}`, paint('var(--ink)'))
}

/** Eight digits and more have to fit into the hole. */
const fitted = ({ length }: string) => (length > 13 ? 10 : length > 9 ? 13 : length > 7 ? 16 : 18)

function write(
  pen: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  font: string,
  colour: string,
) {
  pen.font = font
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = colour
  pen.fillText(words, x, y)
}
