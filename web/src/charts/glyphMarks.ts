import type { GlyphShape } from '../ui/Glyph.tsx'

/** The shapes of the state vocabulary for canvases: the outlines that the glyphs on the page have, in their box of 16. */
const shapes: Record<GlyphShape, { readonly path: string; readonly line?: number }> = {
  square: {
    path: 'M4.3 2.5h7.4a1.8 1.8 0 0 1 1.8 1.8v7.4a1.8 1.8 0 0 1 -1.8 1.8h-7.4a1.8 1.8 0 0 1 -1.8 -1.8v-7.4a1.8 1.8 0 0 1 1.8 -1.8Z',
  },
  play: {
    path: 'M3.8 2.7v10.6a.8.8 0 0 0 1.22.68l8.5-5.3a.8.8 0 0 0 0-1.36l-8.5-5.3a.8.8 0 0 0-1.22.68Z',
  },
  playHollow: {
    path: 'M4.6 3.3v9.4a.6.6 0 0 0 .92.5l7.2-4.7a.6.6 0 0 0 0-1L5.52 2.8a.6.6 0 0 0-.92.5Z',
    line: 1.7,
  },
  pause: {
    path: 'M4.2 2.5h1.4a1.2 1.2 0 0 1 1.2 1.2v8.6a1.2 1.2 0 0 1 -1.2 1.2h-1.4a1.2 1.2 0 0 1 -1.2 -1.2v-8.6a1.2 1.2 0 0 1 1.2 -1.2ZM10.4 2.5h1.4a1.2 1.2 0 0 1 1.2 1.2v8.6a1.2 1.2 0 0 1 -1.2 1.2h-1.4a1.2 1.2 0 0 1 -1.2 -1.2v-8.6a1.2 1.2 0 0 1 1.2 -1.2Z',
  },
  diamond: {
    path: 'M7.3 1.5a1 1 0 0 1 1.4 0l5.8 5.8a1 1 0 0 1 0 1.4l-5.8 5.8a1 1 0 0 1-1.4 0L1.5 8.7a1 1 0 0 1 0-1.4Z',
  },
  slash: {
    path: 'M13.4 8a5.4 5.4 0 1 1 -10.8 0a5.4 5.4 0 1 1 10.8 0ZM4.3 11.7l7.4 -7.4',
    line: 1.7,
  },
}

/** Draws a shape with its middle at x, y. */
export function drawGlyph(
  pen: CanvasRenderingContext2D,
  shape: GlyphShape,
  at: { readonly x: number; readonly y: number; readonly size: number; readonly ink: string },
) {
  const { path, line } = shapes[shape]
  pen.save()
  pen.translate(at.x - at.size / 2, at.y - at.size / 2)
  pen.scale(at.size / 16, at.size / 16)
  pen.lineJoin = 'round'
  pen.fillStyle = at.ink
  pen.strokeStyle = at.ink
  if (line === undefined) pen.fill(new Path2D(path))
  else {
    pen.lineWidth = line
    pen.stroke(new Path2D(path))
  }
  pen.restore()
}

type Tile = {
  /** Of the tile, in px. */
  readonly size: number
  /** In degrees. */
  readonly turned: number
  readonly path: string
}

const tiles: readonly Tile[] = [
  { size: 7, turned: 30, path: 'M0 0h7v2h-7Z' },
  {
    size: 12,
    turned: 0,
    path: 'M6 3a3 3 0 1 1 -6 0a3 3 0 1 1 6 0ZM12 9a3 3 0 1 1 -6 0a3 3 0 1 1 6 0Z',
  },
  { size: 7, turned: -45, path: 'M0 0h7v4h-7Z' },
  { size: 12, turned: 0, path: 'M0 0h6v6h-6ZM6 6h6v6h-6Z' },
  { size: 7, turned: 45, path: 'M0 0h7v1h-6v6h-1Z' },
  { size: 14, turned: 0, path: 'M3.5 0l3.5 6h-7ZM10.5 7l3.5 6h-7Z' },
]

/**
 * The pattern of the part at this place in a chart, drawn over its colour, for users whose system requests more contrast;
 * null for all others.
 */
export function hatch(pen: CanvasRenderingContext2D, place: number): CanvasPattern | null {
  const tile = tiles[place % tiles.length]
  if (!tile || !window.matchMedia('(prefers-contrast: more)').matches) return null
  const canvas = document.createElement('canvas')
  canvas.width = tile.size
  canvas.height = tile.size
  const tilePen = canvas.getContext('2d')
  if (!tilePen) return null
  tilePen.fillStyle = 'rgb(0 0 0 / 20%)'
  tilePen.fill(new Path2D(tile.path))
  const pattern = pen.createPattern(canvas, 'repeat')
  pattern?.setTransform(new DOMMatrix().rotate(tile.turned))
  return pattern
}
