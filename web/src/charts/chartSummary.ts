import { formatDateTime, formatTimeInState } from '@packboard/model'
import { formatCount } from '../i18n/formatNumber.ts'
import { type Say, textsOf } from '../i18n/useTexts.ts'

/** One value of a line as a summary needs it: when it was, and how fast. */
type SpokenPoint = { readonly at: Date; readonly ppm: number }

/** The summary of a chart with a line of speed. */
type SpokenLine = {
  /** What is drawn, up to the window: `Packs per minute, 480 points, per minute`. */
  readonly what: string
  readonly from: Date
  readonly to: Date
  /** The zone of the times, which is always named with them. */
  readonly zone: string
  readonly points: readonly SpokenPoint[]
  /** Seconds without data, one by one. */
  readonly gaps: readonly number[]
  /** What else lies over the line: `23 alarms`. */
  readonly besides?: readonly string[]
}

/**
 * A line of speed in a few sentences for screen readers: what and when, the mean, the slowest and
 * the fastest with its moment, what lies over it, and how much of it has no data.
 */
export function lineSummary(line: SpokenLine, say: Say<'charts'> = textsOf('charts')): string {
  const { zone, points, gaps, besides = [] } = line
  return [
    windowOf(line, say),
    speeds(points, zone, say),
    ...besides.map((each) => `${each}.`),
    missing(gaps, say),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Several lines, one a machine: what and when is said once, then each machine for itself. */
export function linesSummary(
  {
    lines,
    ...drawn
  }: Pick<SpokenLine, 'what' | 'from' | 'to' | 'zone'> & {
    readonly lines: readonly (Pick<SpokenLine, 'points' | 'gaps'> & { readonly name: string })[]
  },
  say: Say<'charts'> = textsOf('charts'),
): string {
  const each = lines.map(({ name, points, gaps }) =>
    [`${name}: ${speeds(points, drawn.zone, say)}`, missing(gaps, say)].filter(Boolean).join(' '),
  )
  return [windowOf(drawn, say), ...each].join(' ')
}

function windowOf(
  { what, from, to, zone }: Pick<SpokenLine, 'what' | 'from' | 'to' | 'zone'>,
  say: Say<'charts'>,
): string {
  const window = { from: formatDateTime(from, zone), to: formatDateTime(to, zone), zone }
  return say('lineOf', { what, ...window })
}

function speeds(points: readonly SpokenPoint[], zone: string, say: Say<'charts'>): string {
  const first = points[0]
  if (!first) return say('nothingKnown')
  let [lowest, highest, sum] = [first, first, 0]
  for (const point of points) {
    if (point.ppm < lowest.ppm) lowest = point
    if (point.ppm > highest.ppm) highest = point
    sum += point.ppm
  }
  return say('speeds', {
    mean: formatCount(sum / points.length),
    lowest: formatCount(lowest.ppm),
    highest: formatCount(highest.ppm),
    when: formatDateTime(highest.at, zone),
  })
}

function missing(gaps: readonly number[], say: Say<'charts'>): string {
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0)
  if (seconds <= 0) return ''
  return say('missing', {
    count: gaps.length,
    stretches: formatCount(gaps.length),
    time: formatTimeInState(seconds),
  })
}

/** One part of a whole as it is read aloud: its name, its value with the unit, its share. */
type SpokenPart = { readonly name: string; readonly value: string; readonly share: string }

/** At most so many parts are read aloud; the rest is in the table beside the chart. */
const mostSpoken = 8

/** `Machine Status: Run 7h 00m (82.4 %), Idle 0h 39m (7.6 %).`: the parts of a whole in one sentence. */
export function partsSummary(
  title: string,
  parts: readonly SpokenPart[],
  say: Say<'charts'> = textsOf('charts'),
): string {
  if (parts.length === 0) return say('noParts', { title })
  const spoken = parts
    .slice(0, mostSpoken)
    .map(({ name, value, share }) => (share ? `${name} ${value} (${share})` : `${name} ${value}`))
  const more = parts.length - spoken.length
  if (more > 0) spoken.push(say('andMore', { count: more }))
  return say('partsOf', { title, parts: spoken.join(', ') })
}

/** Seconds of each stretch of steps without data, one after the other. */
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

/** The points of a drawn line: columns of seconds and ppm, null where there are no data. */
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
