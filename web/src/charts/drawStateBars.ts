import { paint } from '../theme/paint.ts'
import type { Draw } from './Drawing.tsx'
import { drawGlyph } from './glyphMarks.ts'
import { hatch } from './hatch.ts'
import { barColours, type StateBar } from './stateBarsSeries.ts'

const face = '"Inter Variable", Inter, system-ui, sans-serif'
const bright = 'var(--text-1)'
const quiet = 'var(--text-3)'

const row = 28
const narrowRow = 44
/** The first name stands above the middle of its row. */
const headroom = 10
const nameAbove = 19

/** Room for the names before the bars and for the times after them, in px. */
const nameRoom = 200
const timeRoom = 150
/** Room for the share at the right edge of a phone. */
const shareRoom = 60

/** A state of a second beside one of a day is still seen. */
const leastWidth = 2
const places = Object.keys(barColours)

export const stateBarsHeight = ({ length }: readonly StateBar[], narrow: boolean) =>
  narrow ? length * narrowRow + headroom : length * row

/** A bar between its name and its time; all bars have one scale. */
export function drawStateBars(bars: readonly StateBar[]): Draw {
  return (pen, width, height) => {
    const most = Math.max(1, ...bars.map(({ seconds }) => seconds))
    pen.fillStyle = paint('var(--line-2)')
    pen.fillRect(nameRoom - 1, 0, 1, height)
    bars.forEach((bar, index) => {
      const y = index * row + row / 2
      const share = Math.max(leastWidth, ((width - nameRoom - timeRoom) * bar.seconds) / most)
      drawBar(pen, bar, { x: nameRoom, y, width: share, thick: 14, round: 3 })
      drawName(pen, bar, y)
      const x = nameRoom + share + 10
      write(pen, bar.time, { x, y, size: 14, ink: bright })
      const after = x + pen.measureText(bar.time).width + 8
      write(pen, bar.share, { x: after, y, size: 13, ink: quiet })
    })
  }
}

/** On a phone a bar lies under its name and its time. */
export function drawNarrowStateBars(bars: readonly StateBar[]): Draw {
  return (pen, width) => {
    const most = Math.max(1, ...bars.map(({ seconds }) => seconds))
    bars.forEach((bar, index) => {
      const middle = headroom + index * narrowRow + narrowRow / 2
      const share = Math.max(leastWidth, (width * bar.seconds) / most)
      drawBar(pen, bar, { x: 0, y: middle, width: share, thick: 8, round: 2 })
      const y = middle - nameAbove
      drawName(pen, bar, y)
      write(pen, bar.time, { x: width - shareRoom, y, size: 14, ink: bright, align: 'right' })
      write(pen, bar.share, { x: width, y, size: 13, ink: quiet, align: 'right' })
    })
  }
}

/** A bar with its middle at `y`; the one of Idle is hollow, as its glyph is. */
function drawBar(
  pen: CanvasRenderingContext2D,
  { band, hollow, faded = false }: StateBar,
  bar: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly thick: number
    readonly round: number
  },
) {
  const line = hollow ? 1.5 : 0
  const corner = Math.min(bar.round, bar.width / 2)
  pen.save()
  if (faded) pen.globalAlpha = 0.28
  pen.beginPath()
  pen.roundRect(
    bar.x + line / 2,
    bar.y - (bar.thick - line) / 2,
    Math.max(0, bar.width - line),
    bar.thick - line,
    [0, corner, corner, 0],
  )
  if (hollow) {
    pen.lineWidth = line
    pen.strokeStyle = paint(barColours[band])
    pen.stroke()
    pen.restore()
    return
  }
  pen.fillStyle = paint(barColours[band])
  pen.fill()
  const pattern = hatch(pen, places.indexOf(band))
  if (pattern) {
    pen.fillStyle = pattern
    pen.fill()
  }
  pen.restore()
}

function drawName(pen: CanvasRenderingContext2D, { shape, band, name }: StateBar, y: number) {
  drawGlyph(pen, shape, { x: 6, y, size: 12, ink: paint(barColours[band]) })
  write(pen, name, { x: 22, y, size: 14, ink: bright })
}

function write(
  pen: CanvasRenderingContext2D,
  words: string,
  at: {
    readonly x: number
    readonly y: number
    readonly size: number
    readonly ink: string
    readonly align?: CanvasTextAlign
  },
) {
  pen.font = `500 ${at.size}px ${face}`
  pen.textAlign = at.align ?? 'left'
  pen.textBaseline = 'middle'
  pen.fillStyle = paint(at.ink)
  pen.fillText(words, at.x, at.y)
}
