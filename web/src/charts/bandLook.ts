import { machineState, type StateBand } from '@packboard/model'
import type { GlyphShape } from '../ui/Glyph.tsx'

/** How a band looks wherever it appears: colour, shape and height together, never colour alone. */
export type BandLook = {
  readonly shape: GlyphShape
  /** Of the strip, 0 to 1. */
  readonly height: number
  /** Solid colour of the strip and of quiet glyphs. */
  readonly colour: string
  /** Of the glyph in the summary and beside a lane, where green must be seen on its own; never of a text. */
  readonly chipColour: string
}

export const bandLooks: Record<StateBand, BandLook> = {
  stop: { shape: 'square', height: 1, colour: 'var(--stop)', chipColour: 'var(--stop)' },
  line: {
    shape: 'diamond',
    height: 0.78,
    colour: 'var(--line)',
    chipColour: 'var(--line)',
  },
  hold: { shape: 'pause', height: 0.55, colour: 'var(--hold)', chipColour: 'var(--hold)' },
  go: {
    shape: 'play',
    height: 0.3,
    colour: 'var(--go-quiet)',
    chipColour: 'var(--go-text)',
  },
  dark: {
    shape: 'slash',
    height: 0.05,
    colour: 'var(--dark)',
    chipColour: 'var(--text-3)',
  },
}

/** Attention first: the order of the summary and of the cards on a phone. */
export const bandOrder: readonly StateBand[] = ['stop', 'line', 'hold', 'go', 'dark']

const idle = 8

/** The band of a machine as shown: an OFFLINE one is dark, independent of its last state. */
export function shownBand(state: number, offline: boolean): StateBand {
  return offline ? 'dark' : machineState(state).band
}

/** Idle is in the green band and does not run: its play is hollow. */
export function shownShape(state: number, offline: boolean): GlyphShape {
  if (!offline && state === idle) return 'playHollow'
  return bandLooks[shownBand(state, offline)].shape
}
