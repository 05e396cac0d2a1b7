import { formatCount, formatDateTime, formatTimeInState } from '@packboard/model'

/** One value of a line as a summary needs it: when it was, and how fast. */
export type SpokenPoint = { readonly at: Date; readonly ppm: number }

/** What a chart with a line of speed has to tell. */
export type SpokenLine = {
  /** What is drawn, up to the window: `Packs per minute, 480 points, per minute`. */
  readonly what: string
  readonly from: Date
  readonly to: Date
  /** The zone of the times, which is always said with them. */
  readonly zone: string
  readonly points: readonly SpokenPoint[]
  /** Seconds of which nothing is known, one by one. */
  readonly gaps: readonly number[]
  /** What else lies over the line: `23 alarms`. */
  readonly besides?: readonly string[]
}

/**
 * A line of speed in a few sentences, for whoever hears the page read aloud: what and when, the mean, the slowest and
 * the fastest with its moment, what lies over it, and how much of it nobody knows.
 */
export function lineSummary(line: SpokenLine): string {
  const { what, from, to, zone, points, gaps, besides = [] } = line
  const window = `${formatDateTime(from, zone)} to ${formatDateTime(to, zone)}, ${zone}`
  return [
    `${what}, ${window}.`,
    speeds(points, zone),
    ...besides.map((each) => `${each}.`),
    missing(gaps),
  ]
    .filter(Boolean)
    .join(' ')
}

function speeds(points: readonly SpokenPoint[], zone: string): string {
  const first = points[0]
  if (!first) return 'No data.'
  let [lowest, highest, sum] = [first, first, 0]
  for (const point of points) {
    if (point.ppm < lowest.ppm) lowest = point
    if (point.ppm > highest.ppm) highest = point
    sum += point.ppm
  }
  const mean = formatCount(sum / points.length)
  const when = formatDateTime(highest.at, zone)
  return `Mean ${mean} ppm, lowest ${formatCount(lowest.ppm)} ppm, highest ${formatCount(highest.ppm)} ppm at ${when}.`
}

function missing(gaps: readonly number[]): string {
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0)
  if (seconds <= 0) return ''
  const stretches = gaps.length === 1 ? 'one stretch' : `${formatCount(gaps.length)} stretches`
  return `No data for ${formatTimeInState(seconds)} in ${stretches}.`
}

/** One part of a whole as it is read aloud: its name, its value with the unit, its share. */
export type SpokenPart = { readonly name: string; readonly value: string; readonly share: string }

/** `Machine Status: Run 7h 00m (82.4 %), Idle 0h 39m (7.6 %).`: the parts of a whole in one sentence. */
export function partsSummary(title: string, parts: readonly SpokenPart[]): string {
  if (parts.length === 0) return `${title}: no data.`
  const spoken = parts.map(({ name, value, share }) =>
    share ? `${name} ${value} (${share})` : `${name} ${value}`,
  )
  return `${title}: ${spoken.join(', ')}.`
}

/** Seconds of each stretch of steps in which nobody spoke, one after the other. */
export function silentStretches(
  ppm: readonly (number | null | undefined)[],
  stepSeconds: number,
): number[] {
  const stretches: number[] = []
  let silent = 0
  for (const speed of [...ppm, 0]) {
    if (speed === null || speed === undefined) silent += stepSeconds
    else if (silent > 0) {
      stretches.push(silent)
      silent = 0
    }
  }
  return stretches
}

/** The points of a drawn line: columns of seconds and ppm, null where nobody spoke. */
export function spokenColumns(
  at: ArrayLike<number>,
  ppm: ArrayLike<number | null | undefined>,
): SpokenPoint[] {
  const points: SpokenPoint[] = []
  for (let index = 0; index < at.length; index++) {
    const speed = ppm[index]
    const seconds = at[index]
    if (speed === null || speed === undefined || seconds === undefined) continue
    points.push({ at: new Date(seconds * 1_000), ppm: speed })
  }
  return points
}
