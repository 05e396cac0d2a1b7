import { type RefObject, useEffect, useRef } from 'react'
import { drawnInColours } from '../theme/drawnInColours.tsx'
import { paint as colourOf } from '../theme/paint.ts'

/** Returns a chart as it is drawn, to be saved as a picture. */
export type TakePicture = () => HTMLCanvasElement | null

/** Draws a chart; sizes are CSS px. */
export type Draw = (pen: CanvasRenderingContext2D, width: number, height: number) => void

/** Parts of a chart that a click chooses. */
export type Choice = {
  /** The name of the part at x, y, in CSS px. */
  readonly partAt: (x: number, y: number) => string | undefined
  readonly choose: (name: string) => void
}

/** A canvas that follows the size of its container. */
export const Drawing = drawnInColours(function Drawing({
  draw,
  height,
  width,
  label,
  choice,
  picture,
}: {
  draw: Draw
  height: number
  width?: number
  /** Summary of the chart for screen readers. */
  label: string
  choice?: Choice | undefined
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const element = frame.current
    const target = canvas.current
    if (!element || !target) return
    const paint = () => paintOn(target, draw, element.clientWidth, height, window.devicePixelRatio)
    paint()
    const watcher = new ResizeObserver(paint)
    watcher.observe(element)
    // Words that were drawn before their typeface came are drawn again.
    document.fonts.addEventListener('loadingdone', paint)
    if (picture) {
      picture.current = () => {
        const taken = document.createElement('canvas')
        const whole: Draw = (pen, wide, high) => {
          pen.fillStyle = colourOf('var(--card)')
          pen.fillRect(0, 0, wide, high)
          draw(pen, wide, high)
        }
        paintOn(taken, whole, element.clientWidth, height, 2)
        return taken
      }
    }
    return () => {
      watcher.disconnect()
      document.fonts.removeEventListener('loadingdone', paint)
      if (picture) picture.current = null
    }
  }, [draw, height, picture])

  useEffect(() => {
    const target = canvas.current
    if (!target) return
    if (!choice) {
      target.style.cursor = 'default'
      return
    }
    const partOf = ({ offsetX, offsetY }: MouseEvent) => choice.partAt(offsetX, offsetY)
    const click = (event: MouseEvent) => {
      const name = partOf(event)
      if (name !== undefined) choice.choose(name)
    }
    const point = (event: MouseEvent) => {
      target.style.cursor = partOf(event) === undefined ? 'default' : 'pointer'
    }
    target.addEventListener('click', click)
    target.addEventListener('pointermove', point)
    return () => {
      target.removeEventListener('click', click)
      target.removeEventListener('pointermove', point)
    }
  }, [choice])

  return (
    <div
      ref={frame}
      role="img"
      aria-label={label}
      style={{ position: 'relative', height, width: width ?? '100%' }}
    >
      {/* Out of the flow, so that its width of before never keeps the frame from becoming narrower. */}
      <canvas ref={canvas} style={{ position: 'absolute', left: 0, top: 0 }} />
    </div>
  )
})

/** Draws on a canvas of this size in CSS px, with `ratio` dots for each of these. */
function paintOn(
  canvas: HTMLCanvasElement,
  draw: Draw,
  width: number,
  height: number,
  ratio: number,
) {
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  const pen = canvas.getContext('2d')
  if (!pen || width === 0) return
  pen.scale(ratio, ratio)
  draw(pen, width, height)
}
