import type { SpeedGraph } from '@packboard/model'

/** Columns as uPlot reads them: seconds since 1970, then packs per minute of each machine; null is a gap. */
export type SpeedColumns = [number[], ...(number | null)[][]]

/**
 * Puts the speeds of several machines on one time grid, each value in the middle of its step. A step that a machine has
 * no value for is a gap, never a zero and never bridged, also when no machine has one.
 */
export function speedSeries(
  graphs: readonly SpeedGraph[],
  stepSeconds: number,
  from: Date,
  to: Date,
): SpeedColumns {
  const start = from.getTime() / 1_000
  const end = to.getTime() / 1_000
  const stepOf = (at: number) => Math.floor(at / stepSeconds)
  const steps: number[] = []
  for (let step = stepOf(start); step * stepSeconds < end; step++) steps.push(step)
  const columns = graphs.map((graph) => {
    const known = new Map(
      graph.at.map((at, index) => [stepOf(at.getTime() / 1_000), graph.ppm[index]]),
    )
    return steps.map((step) => known.get(step) ?? null)
  })
  // The first and the last step may be cut by the window.
  const middle = (step: number) =>
    (Math.max(step * stepSeconds, start) + Math.min((step + 1) * stepSeconds, end)) / 2
  return [steps.map(middle), ...columns]
}

/** Series colours; their hues are free of machine states. */
export const seriesColours = [
  'var(--series-1)',
  'var(--series-2)',
  'var(--series-3)',
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-6)',
  'var(--series-7)',
  'var(--series-8)',
] as const

export const seriesColour = (index: number) =>
  seriesColours[index % seriesColours.length] ?? seriesColours[0]

/** Where a machine's line ends: the last point that it has. */
export function lastPoint(
  columns: ArrayLike<ArrayLike<number | null | undefined>>,
  series: number,
): { at: number; ppm: number; index: number } | undefined {
  const grid = columns[0] ?? []
  const values = columns[series] ?? []
  for (let index = values.length - 1; index >= 0; index--) {
    const ppm = values[index]
    const at = grid[index]
    if (ppm !== null && ppm !== undefined && at) return { at, ppm, index }
  }
  return undefined
}

/** The top of a speed axis and the distance of its lines: at most four above zero, at round numbers. */
export function speedScale(most: number): { most: number; step: number } {
  const steps = [5, 10, 15, 20, 30, 50, 60, 100, 150, 200, 300, 500, 1_000]
  const step = steps.find((each) => most <= each * 4) ?? Math.ceil(most / 4_000) * 1_000
  return { step, most: Math.max(1, Math.ceil(most / step)) * step }
}

/** The digits that distinguish machines of a client: `FW-101` is 101. */
export function shortName(serialNo: string): string {
  return /\d+$/.exec(serialNo)?.[0] ?? serialNo
}

/** Moves labels apart so that none lies on another; keeps their order and stays inside 0 to `height`. */
export function spreadLabels(wanted: readonly number[], gap: number, height: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y)
  let floor = 0
  for (const label of order) {
    label.y = Math.max(label.y, floor)
    floor = label.y + gap
  }
  let ceiling = height
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, ceiling)
    ceiling = label.y - gap
  }
  const placed = new Array<number>(wanted.length)
  for (const { y, index } of order) placed[index] = y
  return placed
}
