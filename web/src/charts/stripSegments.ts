import { type StripPart, stripHours } from '@packboard/model'
import { bandLooks, shownBand } from './bandLook.ts'
import { type Tick, timeTicks } from './timeTicks.ts'

export type StripSegment = {
  readonly x: number
  readonly width: number
  /** 0 to 1 of the strip's height. */
  readonly height: number
  readonly colour: string
  readonly hollow: boolean
}

/** A stop of seconds must be seen in a strip of hours. */
const leastWidth = 2
const idle = 8

/**
 * The states of a window as columns, `width` units wide in all. Taller bands come last, so that a short stop is drawn
 * over its running neighbours and never vanishes under them. Time without data stays empty.
 */
export function stripSegments(
  parts: readonly StripPart[],
  from: Date,
  to: Date,
  width: number,
): StripSegment[] {
  const scale = width / (to.getTime() - from.getTime())
  return parts
    .filter((part) => part.to > from && part.from < to)
    .map((part) => {
      const start = (Math.max(part.from.getTime(), from.getTime()) - from.getTime()) * scale
      const end = (Math.min(part.to.getTime(), to.getTime()) - from.getTime()) * scale
      const band = shownBand(part.state, false)
      const quiet = band === 'go'
      const wide = Math.max(end - start, quiet ? 0 : leastWidth)
      return {
        x: Math.min(start, width - wide),
        width: wide,
        height: bandLooks[band].height,
        colour: bandLooks[band].colour,
        hollow: part.state === idle,
      }
    })
    .sort((a, b) => a.height - b.height)
}

/** The even hours of a zone's clock that get a tick: every second one in 8 hours. */
export function stripTicks(from: Date, to: Date, zone: string): Tick[] {
  return timeTicks(from, to, stripHours / 2, zone)
}
