import { inPageSizes } from '../charts/pictureSizes.ts'
import { wrapWords } from '../charts/wrapWords.ts'
import { paint } from '../theme/paint.ts'

const face = '"Inter Variable", Inter, system-ui, sans-serif'
const margin = 16
/** A ring is narrower than its caption. */
const narrowest = 360

/**
 * A chart as it is drawn, with a caption: a picture in an e-mail still shows its machine, its hours and
 * their zone. Sizes are those of the page; the picture has as many pixels for each as the chart has.
 */
export function captionPicture(
  drawn: HTMLCanvasElement,
  title: string,
  about: string,
): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  const pen = picture.getContext('2d')
  // Without a canvas context the chart is exported without its caption.
  if (!pen) return drawn
  const { ratio, width: chartWidth } = inPageSizes(drawn)
  const width = Math.max(chartWidth, narrowest) + 2 * margin
  const lines = [
    ...linesOf(pen, title, `600 16px ${face}`, 24, paint('var(--text-1)'), width),
    ...linesOf(pen, about, `500 12px ${face}`, 18, paint('var(--text-3)'), width),
  ]
  const top = margin + lines.reduce((sum, { height }) => sum + height, 0) + 12
  picture.width = Math.ceil(width * ratio)
  picture.height = Math.ceil((top + margin) * ratio) + drawn.height
  pen.fillStyle = paint('var(--card)')
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(drawn, Math.round(((width - chartWidth) / 2) * ratio), Math.round(top * ratio))
  pen.scale(ratio, ratio)
  pen.textBaseline = 'middle'
  let y = margin
  for (const { words, font, height, colour } of lines) {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(words, margin, y + height / 2)
    y += height
  }
  return picture
}

function linesOf(
  pen: CanvasRenderingContext2D,
  text: string,
  font: string,
  height: number,
  colour: string,
  width: number,
) {
  pen.font = font
  const widthOf = (words: string) => pen.measureText(words).width
  return wrapWords(text, width - 2 * margin, widthOf).map((words) => ({
    words,
    font,
    height,
    colour,
  }))
}
