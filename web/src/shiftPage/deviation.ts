import type { ShiftPage } from '@packboard/contract'
import type { DeviationPoint } from '@packboard/model'

/** A piece of a shift: what was made in it, and what was due; null where a target is missing. */
export type ShiftStep = ShiftPage['steps'][number]

/** An hour of a shift, or a longer piece: made against due in it. */
export type ShiftHour = {
  readonly from: Date
  readonly to: Date
  readonly made: number
  /** null: a target is missing. */
  readonly due: number | null
}

const hourSeconds = 3_600

/** The pieces of a shift in groups of an hour: whole pieces, so that every sum is one of the answer. */
export function shiftHours(steps: readonly ShiftStep[], stepSeconds: number): readonly ShiftHour[] {
  const count = Math.max(1, Math.round(hourSeconds / Math.max(1, stepSeconds)))
  const hours: ShiftHour[] = []
  for (let index = 0; index < steps.length; index += count) {
    const group = steps.slice(index, index + count)
    const [first] = group
    const last = group.at(-1)
    if (!first || !last) break
    hours.push({
      from: first.from,
      to: last.to,
      made: group.reduce((sum, { made }) => sum + made, 0),
      due: group.reduce<number | null>(
        (sum, { due }) => (sum === null || due === null ? null : sum + due),
        0,
      ),
    })
  }
  return hours
}

/** Where the curve of a deviation lies: heights from 0 at the upper edge to 1 at the lower one. */
export type DeviationScale = { readonly y: (packs: number) => number }

/** From the furthest ahead to the furthest behind; a shift that keeps its target has its line in the middle. */
export function deviationScale(points: readonly DeviationPoint[]): DeviationScale {
  const packs = points.map((point) => point.packs)
  const highest = Math.max(0, ...packs)
  const lowest = Math.min(0, ...packs)
  const room = highest - lowest
  return { y: (value) => (room === 0 ? 0.5 : (highest - value) / room) }
}

/** The curve and the area between it and the target, as paths of an SVG of this width and height. */
export function deviationPaths(
  points: readonly DeviationPoint[],
  { from, to }: { readonly from: number; readonly to: number },
  { width, height }: { readonly width: number; readonly height: number },
): { readonly line: string; readonly area: string; readonly target: number } {
  const { y } = deviationScale(points)
  const place = ({ at, packs }: DeviationPoint) => {
    const x = (width * (at - from)) / Math.max(1, to - from)
    return `${rounded(x)} ${rounded(height * y(packs))}`
  }
  const target = rounded(height * y(0))
  const line = points.map(place).join('L')
  const ends = [points[0], points.at(-1)].map((point) =>
    point ? place({ at: point.at, packs: 0 }) : '',
  )
  return { line: `M${line}`, area: `M${ends[0]}L${line}L${ends[1]}Z`, target }
}

const rounded = (value: number) => Math.round(value * 100) / 100
