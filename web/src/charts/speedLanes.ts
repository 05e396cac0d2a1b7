import type { SpeedColumns } from './speedSeries.ts'

export type Lane = {
  /** SVG path of the line; a gap begins a new piece. */
  readonly line: string
  /** The same closed down to zero. */
  readonly area: string
  /** Stretches without data, as shares of the width. */
  readonly gaps: readonly { from: number; to: number }[]
}

/** One machine's speed as a lane of `width` × `height`: a stop is a zero, a gap is a gap. */
export function speedLane(
  columns: SpeedColumns,
  series: number,
  most: number,
  width: number,
  height: number,
): Lane {
  const values = columns[series]!
  const last = Math.max(1, values.length - 1)
  const x = (index: number) => round((index / last) * width)
  const y = (ppm: number) => round(height - (ppm / Math.max(most, 1)) * height)
  const pieces: [number, number][] = []
  const gaps: { from: number; to: number }[] = []
  values.forEach((value, index) => {
    const known = value !== null && value !== undefined
    const piece = pieces.at(-1)
    if (known && piece && piece[1] === index - 1) piece[1] = index
    else if (known) pieces.push([index, index])
  })
  let end = 0
  for (const [from, to] of pieces) {
    if (from > end) gaps.push({ from: end / last, to: from / last })
    end = to
  }
  if (pieces.length === 0 || end < values.length - 1) gaps.push({ from: end / last, to: 1 })
  const points = ([from, to]: [number, number]) =>
    values.slice(from, to + 1).map((value, index) => `${x(from + index)} ${y(value ?? 0)}`)
  return {
    line: pieces.map((piece) => `M${points(piece).join('L')}`).join(''),
    area: pieces
      .map(
        (piece) => `M${x(piece[0])} ${height}L${points(piece).join('L')}L${x(piece[1])} ${height}Z`,
      )
      .join(''),
    gaps,
  }
}

const round = (value: number) => Math.round(value * 10) / 10
