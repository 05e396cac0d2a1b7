/** One step of a speed chart: where it begins, the mean, the slowest and the fastest that was held in it, in ppm. */
export type SpeedStep = {
  readonly at: Date
  readonly ppm: number
  readonly min: number
  readonly max: number
}

/** Seconds since 1970, mean, slowest and fastest; null is a gap. */
export type PacksColumns = [number[], (number | null)[], (number | null)[], (number | null)[]]

/** A stretch of the window without data, in seconds since 1970. */
export type Gap = { readonly from: number; readonly to: number }

/** Days and their parts are half an hour or an hour longer or shorter when the clocks change. */
const slack = 1.3

/**
 * Steps as columns, each value in the middle of its step. Where steps are missing the line breaks: a gap is never
 * bridged, and a stop is a zero, not a gap.
 */
export function packsSeries(
  steps: readonly SpeedStep[],
  stepSeconds: number,
  from: Date,
  to: Date,
): { columns: PacksColumns; gaps: Gap[] } {
  const start = from.getTime() / 1_000
  const end = to.getTime() / 1_000
  const columns: PacksColumns = [[], [], [], []]
  const gaps: Gap[] = []
  const gap = (since: number, until: number) => {
    if (until - since < Math.min(stepSeconds * (slack - 1), 1_800) || until <= since) return
    gaps.push({ from: since, to: until })
    push((since + until) / 2, null)
  }
  const push = (x: number, step: SpeedStep | null) => {
    columns[0].push(x)
    columns[1].push(step?.ppm ?? null)
    columns[2].push(step?.min ?? null)
    columns[3].push(step?.max ?? null)
  }
  let known = start
  steps.forEach((step, index) => {
    const begin = Math.max(start, step.at.getTime() / 1_000)
    const next = steps[index + 1]
    const nextBegin = next ? next.at.getTime() / 1_000 : end
    // Whole steps follow each other without a gap, also when one is an hour longer than the others.
    const usual = step.at.getTime() / 1_000 + stepSeconds
    const stop = Math.min(
      end,
      nextBegin <= step.at.getTime() / 1_000 + stepSeconds * slack ? nextBegin : usual,
    )
    gap(known, begin)
    push((begin + Math.max(begin, stop)) / 2, step)
    known = Math.max(begin, stop)
  })
  gap(known, end)
  return { columns, gaps }
}

/** The columns of a window in which no speed was reported: the line has no value, and each step of the lanes can be pointed at. */
export function withoutSpeed(steps: readonly { readonly at: Date; readonly to: Date }[]) {
  const middles = steps.map(({ at, to }) => (at.getTime() + to.getTime()) / 2_000)
  const none = middles.map(() => null)
  const columns: PacksColumns = [middles, none, none, none]
  return columns
}

/** Values that stand alone between gaps: no line reaches them, so they are drawn as dots. */
export function lonelyPoints(values: ArrayLike<number | null | undefined>): number[] {
  const alone: number[] = []
  const known = (index: number) => values[index] !== null && values[index] !== undefined
  for (let index = 0; index < values.length; index++) {
    if (known(index) && !known(index - 1) && !known(index + 1)) alone.push(index)
  }
  return alone
}

/** Packs in equal parts of the window, computed from the speed, for the small bars on a card. */
export function packsInParts(
  { columns: [at, ppm] }: { columns: PacksColumns },
  stepSeconds: number,
  from: Date,
  to: Date,
  parts: number,
): number[] {
  const start = from.getTime() / 1_000
  const long = (to.getTime() / 1_000 - start) / parts
  const packs = new Array<number>(parts).fill(0)
  at.forEach((x, index) => {
    const part = Math.min(parts - 1, Math.max(0, Math.floor((x - start) / long)))
    packs[part] = (packs[part] ?? 0) + ((ppm[index] ?? 0) * stepSeconds) / 60
  })
  return packs
}
