/** What a time axis shows, in ms since 1970. */
export type TimeWindow = { readonly from: number; readonly to: number }

/** Where a window may lie: never before `since` or after `until`, never shorter than `least` or longer than `most` ms. */
export type WindowBounds = {
  readonly since: number
  readonly until: number
  readonly least: number
  readonly most: number
}

/** One press of `+` or `-`, and one notch of a wheel (100 units of its scale). */
export const zoomStep = 2
const wheelStep = 1.25
const wheelNotch = 100
/** Shift and an arrow move by this share of the window. */
const panShare = 0.25

const lengthOf = ({ from, to }: TimeWindow) => to - from

/** The window of this length at this beginning, moved into its bounds. */
function placed(from: number, length: number, { since, until, least, most }: WindowBounds) {
  const long = Math.min(Math.max(length, least), most, until - since)
  const begin = Math.max(since, Math.min(from, until - long))
  return { from: begin, to: begin + long }
}

/** A window that a person chose, not shorter and not longer than is allowed; a short one grows around its middle. */
export function bounded(window: TimeWindow, bounds: WindowBounds): TimeWindow {
  const long = Math.min(Math.max(lengthOf(window), bounds.least), bounds.most)
  return placed((window.from + window.to - long) / 2, long, bounds)
}

/** Zooms so that the instant `at` stays where it is; a factor above 1 shows less. */
export function zoomed(
  window: TimeWindow,
  at: number,
  factor: number,
  bounds: WindowBounds,
): TimeWindow {
  const { least, most } = bounds
  const long = Math.min(Math.max(lengthOf(window) / factor, least), most)
  const share = (at - window.from) / lengthOf(window)
  return placed(at - share * long, long, bounds)
}

/** Moves a window by a share of its length; later is positive. */
export const panned = (window: TimeWindow, share: number, bounds: WindowBounds): TimeWindow =>
  placed(window.from + share * lengthOf(window), lengthOf(window), bounds)

/** How far a wheel zooms: towards the person shows more. */
export const wheelFactor = (deltaY: number) => wheelStep ** (-deltaY / wheelNotch)

/** Two fingers on an axis, in shares of its width. */
export type Fingers = readonly [number, number]

/** The window in which two fingers hold the instants that they took hold of, wherever they are now. */
export function pinched(
  window: TimeWindow,
  before: Fingers,
  now: Fingers,
  bounds: WindowBounds,
): TimeWindow {
  const apart = ([a, b]: Fingers) => Math.max(Math.abs(b - a), 0.02)
  const middle = ([a, b]: Fingers) => (a + b) / 2
  const long = Math.min(
    Math.max((lengthOf(window) * apart(before)) / apart(now), bounds.least),
    bounds.most,
  )
  const held = window.from + middle(before) * lengthOf(window)
  return placed(held - middle(now) * long, long, bounds)
}

/** What a key does to a window: another one, `whole` for the one before zooming, null where it does nothing. */
export function windowByKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  window: TimeWindow,
  at: number | null,
  bounds: WindowBounds,
): TimeWindow | 'whole' | null {
  const middle = at ?? (window.from + window.to) / 2
  switch (key) {
    case '+':
    case '=':
      return zoomed(window, middle, zoomStep, bounds)
    case '-':
    case '_':
      return zoomed(window, middle, 1 / zoomStep, bounds)
    case '0':
      return 'whole'
    case 'ArrowRight':
      return shiftKey ? panned(window, panShare, bounds) : null
    case 'ArrowLeft':
      return shiftKey ? panned(window, -panShare, bounds) : null
    default:
      return null
  }
}

export const sameWindow = (a: TimeWindow, b: TimeWindow) => a.from === b.from && a.to === b.to
