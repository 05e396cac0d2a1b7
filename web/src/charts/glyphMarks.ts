import type { GlyphShape } from '../ui/Glyph.tsx'

/** The shapes of the state vocabulary for canvases, as corners in the box of 16 that the glyphs on the page have. */
const corners: Record<'play' | 'diamond' | 'square', readonly (readonly [number, number])[]> = {
  play: [
    [4, 2.4],
    [13.6, 8],
    [4, 13.6],
  ],
  diamond: [
    [8, 1.2],
    [14.8, 8],
    [8, 14.8],
    [1.2, 8],
  ],
  square: [
    [2.5, 2.5],
    [13.5, 2.5],
    [13.5, 13.5],
    [2.5, 13.5],
  ],
}

/** The layer of marks: over the parts that they stand on. */
export const aboveTheRing = 10

/** A shape as elements of an ECharts `graphic`, its middle at x, y. */
export function glyphMarks(shape: GlyphShape, x: number, y: number, size: number, fill: string) {
  const scale = size / 16
  const place = {
    x: x - size / 2,
    y: y - size / 2,
    scaleX: scale,
    scaleY: scale,
    silent: true,
    z: aboveTheRing,
  }
  if (shape === 'pause') {
    return [3, 9.2].map((left) => ({
      type: 'rect' as const,
      ...place,
      shape: { x: left, y: 2.5, width: 3.8, height: 11, r: 1.2 },
      style: { fill },
    }))
  }
  if (shape === 'slash') {
    return [
      {
        type: 'circle' as const,
        ...place,
        shape: { cx: 8, cy: 8, r: 5.4 },
        style: { fill: 'none', stroke: fill, lineWidth: 1.7 },
      },
      {
        type: 'line' as const,
        ...place,
        shape: { x1: 4.3, y1: 11.7, x2: 11.7, y2: 4.3 },
        style: { stroke: fill, lineWidth: 1.7 },
      },
    ]
  }
  const points = corners[shape === 'playHollow' ? 'play' : shape].map(([left, top]) => [left, top])
  return [{ type: 'polygon' as const, ...place, shape: { points }, style: { fill } }]
}
