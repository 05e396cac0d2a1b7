import type { GlyphShape } from '../ui/Glyph.tsx'
import type { ShownKind } from './packsData.ts'

/** How a kind of time looks in the lane of shares and beside its figure: colour and shape together. */
export const kindLooks: Record<ShownKind, { readonly colour: string; readonly shape: GlyphShape }> =
  {
    run: { colour: 'var(--go)', shape: 'play' },
    ancillary: { colour: 'var(--line)', shape: 'diamond' },
    idle: { colour: 'var(--hold)', shape: 'pause' },
    unknown: { colour: 'var(--dark)', shape: 'slash' },
    alarm: { colour: 'var(--stop)', shape: 'square' },
    notScheduled: { colour: 'var(--dark-quiet)', shape: 'slash' },
  }
