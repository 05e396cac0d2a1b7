import type { SpeedColumns } from './speedSeries.ts'

export type Lane = {
  /** SVG path of the line; a gap begins a new piece. */
  readonly line: string
  /** The same closed down to zero. */
  readonly area: string
  /** Stretches without data, as shares of the width. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

/**
 * One machine's speed as a lane of `width` × `height` on its own scale: a stop is a zero, a gap is a gap. The lane spans
 * the window from `from` to `to`, in seconds since 1970.
 */
export function speedLane(
  columns: SpeedColumns,
  series: number,
  { from, to }: { from: number; to: number },
  width: number,
  height: number,
): Lane {
  const times = columns[0]
  const values = columns[series] ?? []
  const span = Math.max(1, to - from)
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  // A little air above the fastest minute.
  const y = (ppm: number) => round(height - (ppm / most) * (height - 2))
  const x = (index: number) => round((((times[index] ?? from) - from) / span) * width)
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / span))

  const pieces: { first: number; last: number }[] = []
  values.forEach((value, index) => {
    if (value === null || value === undefined) return
    const piece = pieces.at(-1)
    if (piece && piece.last === index - 1) piece.last = index
    else pieces.push({ first: index, last: index })
  })
  /** Where the step of a point begins: half way to the one before. */
  const edge = (index: number) => {
    const before = times[index - 1]
    const at = times[index]
    if (before === undefined) return from
    return at === undefined ? to : (before + at) / 2
  }
  const gaps: { from: number; to: number }[] = []
  let known = from
  for (const { first, last } of pieces) {
    if (edge(first) > known) gaps.push({ from: share(known), to: share(edge(first)) })
    known = edge(last + 1)
  }
  if (known < to) gaps.push({ from: share(known), to: 1 })

  const points = ({ first, last }: { first: number; last: number }) =>
    values
      .slice(first, last + 1)
      .map((value, index) => `${x(first + index)} ${y(value ?? 0)}`)
      .join('L')
  return {
    line: pieces.map((piece) => `M${points(piece)}`).join(''),
    area: pieces
      .map((piece) => `M${x(piece.first)} ${height}L${points(piece)}L${x(piece.last)} ${height}Z`)
      .join(''),
    gaps,
  }
}

const round = (value: number) => Math.round(value * 10) / 10
