/** What a chart is drawn on: a picture without it would show its pale lines on white paper. */
const pageColour = '#13171C'

/**
 * A PNG of everything that is drawn on canvases inside `element`, each at its place, on the card's own colour. Null where
 * there is no canvas, or one of no size.
 */
export async function chartPicture(element: Element): Promise<Blob | null> {
  const canvases = [...element.querySelectorAll('canvas')].filter(
    ({ width, height }) => width > 0 && height > 0,
  )
  if (canvases.length === 0) return null
  const frame = element.getBoundingClientRect()
  // Canvases are drawn in the pixels of the screen; the picture keeps them all.
  const ratio = Math.max(
    ...canvases.map((canvas) => canvas.width / (canvas.getBoundingClientRect().width || 1)),
  )
  const paper = document.createElement('canvas')
  paper.width = Math.round(frame.width * ratio)
  paper.height = Math.round(frame.height * ratio)
  const pen = paper.getContext('2d')
  if (!pen) return null
  pen.fillStyle = pageColour
  pen.fillRect(0, 0, paper.width, paper.height)
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
  return new Promise((done) => paper.toBlob(done, 'image/png'))
}
