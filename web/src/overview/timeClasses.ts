import type { LiveCard } from '@packboard/model'
import { bandLooks } from '../charts/bandLook.ts'
import type { GlyphShape } from '../ui/Glyph.tsx'

/**
 * The four kinds of time on a card, in the order of the specification, with the glyphs of the state vocabulary. Idle
 * time is yellow although the Idle state is in the green band, so the word is always printed.
 */
export const timeClasses: readonly {
  kind: keyof Pick<LiveCard, 'run' | 'alarm' | 'idle' | 'ancillary'>
  shape: GlyphShape
  colour: string
}[] = [
  { kind: 'run', shape: 'play', colour: 'var(--go)' },
  { kind: 'alarm', shape: 'square', colour: bandLooks.stop.colour },
  { kind: 'idle', shape: 'pause', colour: bandLooks.hold.colour },
  { kind: 'ancillary', shape: 'diamond', colour: bandLooks.line.colour },
]
