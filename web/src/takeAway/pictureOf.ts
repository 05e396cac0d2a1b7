/** What a chart is drawn on: a picture without it would show its pale lines on white paper. */
const cardColour = '#13171C'

/**
 * Everything that is drawn on canvases inside `element`, each at its place, on the card's own colour. Null where there
 * is no canvas, or only ones of no size.
 */
export function pictureOf(element: Element): HTMLCanvasElement | null {
  const canvases = [...element.querySelectorAll('canvas')].filter(
    ({ width, height }) => width > 0 && height > 0,
  )
  if (canvases.length === 0) return null
  const frame = element.getBoundingClientRect()
  // Canvases are drawn in the pixels of the screen; the picture keeps them all.
  const ratio = Math.max(
    ...canvases.map((canvas) => canvas.width / (canvas.getBoundingClientRect().width || 1)),
  )
  const picture = document.createElement('canvas')
  picture.width = Math.round(frame.width * ratio)
  picture.height = Math.round(frame.height * ratio)
  const pen = picture.getContext('2d')
  if (!pen) return null
  pen.fillStyle = cardColour
  pen.fillRect(0, 0, picture.width, picture.height)
  for (const canvas of canvases) {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    pen.drawImage(
      canvas,
      (left - frame.left) * ratio,
      (top - frame.top) * ratio,
      width * ratio,
      height * ratio,
    )
  }
  return picture
}
