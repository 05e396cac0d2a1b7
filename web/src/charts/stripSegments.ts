import { recoveredState, type StripPart, stripHours } from '@packboard/model'
import { bandLooks, shownBand } from './bandLook.ts'
import { type Tick, timeTicks } from './timeTicks.ts'

type StripSegment = {
  readonly x: number
  readonly width: number
  /** 0 to 1 of the strip's height. */
  readonly height: number
  readonly colour: string
  readonly hollow: boolean
  /** Recovered of a gap (D71). */
  readonly hatched: boolean
}

/** A stop of seconds must be seen in a strip of hours. */
const leastWidth = 2
/** A gap narrower than this is not seen: a quarter of a pixel. */
const leastGap = 0.25
const idle = 8
const recoveredLook = { height: 0.55, colour: 'var(--hatch)' } as const

/**
 * The states of a window as columns, `width` units wide in all. Taller bands come last, so that a short stop is drawn
 * over its running neighbours and never vanishes under them. Time without data stays empty. Columns that look alike and touch
 * are one: a machine that changes every few seconds has thousands of states in 8 hours, and as many elements on each card.
 */
export function stripSegments(
  parts: readonly StripPart[],
  from: Date,
  to: Date,
  width: number,
): StripSegment[] {
  const scale = width / (to.getTime() - from.getTime())
  const columns = parts
    .filter((part) => part.to > from && part.from < to)
    .map((part) => {
      const start = (Math.max(part.from.getTime(), from.getTime()) - from.getTime()) * scale
      const end = (Math.min(part.to.getTime(), to.getTime()) - from.getTime()) * scale
      const band = shownBand(part.state, false)
      const quiet = band === 'go'
      const hatched = part.state === recoveredState
      const look = hatched ? recoveredLook : bandLooks[band]
      const wide = Math.max(end - start, quiet ? 0 : leastWidth)
      return {
        x: Math.min(start, width - wide),
        width: wide,
        height: look.height,
        colour: look.colour,
        hollow: part.state === idle,
        hatched,
      }
    })
    .sort((a, b) => a.height - b.height)
  const joined: StripSegment[] = []
  for (const column of columns) {
    const last = joined.at(-1)
    if (last && looksAlike(last, column) && touches(last, column)) {
      const end = Math.max(last.x + last.width, column.x + column.width)
      joined[joined.length - 1] = { ...last, width: end - last.x }
    } else joined.push(column)
  }
  return joined
}

const looksAlike = (a: StripSegment, b: StripSegment) =>
  a.colour === b.colour && a.height === b.height && a.hollow === b.hollow && a.hatched === b.hatched

const touches = (before: StripSegment, after: StripSegment) =>
  after.x >= before.x && after.x - (before.x + before.width) <= leastGap

/** The even hours of a zone's clock that get a tick: every second one in 8 hours. */
export function stripTicks(from: Date, to: Date, zone: string): Tick[] {
  return timeTicks(from, to, stripHours / 2, zone)
}
