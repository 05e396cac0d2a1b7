import type { LineStopWire } from '@packboard/contract'
import { stripSegments } from '../charts/stripSegments.ts'
import type { Lane } from '../timeline/lanes.ts'
import { grouped } from './attributed.ts'

type Kind = LineStopWire['attribution']['kind']

/** Columns of one lane that look alike, as the path of an SVG. */
export type LaneShape = {
  readonly kind: Kind
  readonly colour: string
  readonly path: string
}

type Attributed = Pick<LineStopWire, 'from' | 'to' | 'seconds' | 'attribution'>

const rounded = (value: number) => Math.round(value * 10) / 10

/**
 * A lane as few paths: running time and own stops are solid, inherited ones are hatched over it, and withheld ones an outline. The
 * stop that lies over most of a piece says what it is. `width` and `height` in px; ms since 1970.
 */
export function laneShapes(
  pieces: Lane['pieces'],
  stops: readonly Attributed[],
  { from, to }: { readonly from: number; readonly to: number },
  { width, height }: { readonly width: number; readonly height: number },
): LaneShape[] {
  if (width <= 0 || to <= from) return []
  const kindOf = kindFinder(stops)
  const byKind = grouped(pieces, kindOf)
  return (['own', 'inherited', 'withheld'] as const).flatMap((kind) => {
    const parts = (byKind.get(kind) ?? []).map((piece) => ({
      ...{ from: new Date(piece.from), to: new Date(piece.to), state: piece.state },
    }))
    const columns = stripSegments(parts, new Date(from), new Date(to), width)
    const byColour = grouped(columns, ({ colour }) => colour)
    return [...byColour].map(([colour, alike]) => ({
      ...{ kind, colour },
      path: alike
        .map(({ x, width: wide, height: share }) => {
          const tall = Math.max(1, rounded(share * height))
          return `M${rounded(x)} ${rounded(height - tall)}h${rounded(wide)}v${tall}h-${rounded(wide)}z`
        })
        .join(''),
    }))
  })
}

/** The kind of the stop with the longest overlap; `own` where none lies over a piece. Pieces are given in order. */
function kindFinder(stops: readonly Attributed[]): (piece: Lane['pieces'][number]) => Kind {
  const counted = stops
    .filter(({ seconds }) => seconds > 0)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime())
  let first = 0
  return ({ from, to, band }) => {
    if (band === 'dark') return 'own'
    while ((counted[first]?.to.getTime() ?? Number.POSITIVE_INFINITY) <= from) first += 1
    let [kind, longest]: [Kind, number] = ['own', 0]
    for (let at = first; at < counted.length; at += 1) {
      const stop = counted[at]
      if (!stop || stop.from.getTime() >= to) break
      const ms = Math.min(to, stop.to.getTime()) - Math.max(from, stop.from.getTime())
      if (ms > longest) [kind, longest] = [stop.attribution.kind, ms]
    }
    return kind
  }
}
