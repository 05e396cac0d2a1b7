import type { LiveCard } from '@packboard/model'
import { bandLooks } from '../charts/bandLook.ts'
import type { GlyphShape } from '../ui/Glyph.tsx'

/**
 * The four kinds of time on a card, in the order of the specification, with the glyphs of the state vocabulary. Idle
 * time is yellow although the Idle state is in the green band, so the word is always printed.
 */
export const timeClasses: readonly {
  kind: keyof Pick<LiveCard, 'run' | 'alarm' | 'idle' | 'ancillary'>
  label: string
  shape: GlyphShape
  colour: string
}[] = [
  { kind: 'run', label: 'Run', shape: 'play', colour: '#2FA36D' },
  { kind: 'alarm', label: 'Alarm', shape: 'square', colour: bandLooks.stop.colour },
  { kind: 'idle', label: 'Idle', shape: 'pause', colour: bandLooks.hold.colour },
  { kind: 'ancillary', label: 'Ancillary', shape: 'diamond', colour: bandLooks.line.colour },
]
