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
