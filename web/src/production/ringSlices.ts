import { alarmGroupLook } from '../charts/GroupChip.tsx'
import type { Slice } from '../charts/ringSeries.ts'
import { seriesColour } from '../charts/speedSeries.ts'
import { notScheduled } from '../i18n/stateWords.ts'

type Named = { readonly name: string; readonly value: number }

/** The kinds of time with the glyphs of the state vocabulary; idle time is yellow, so the word is always printed. */
const timeLooks: Record<string, Pick<Slice, 'colour' | 'shape'>> = {
  Run: { colour: 'var(--go)', shape: 'play' },
  Idle: { colour: 'var(--hold)', shape: 'pause' },
  Alarm: { colour: 'var(--stop)', shape: 'square' },
  Ancillary: { colour: 'var(--line)', shape: 'diamond' },
  Offline: { colour: 'var(--dark)', shape: 'slash' },
  [notScheduled]: { colour: 'var(--dark-quiet)', shape: 'slash' },
}
const unknownTime = { colour: 'var(--text-3)', shape: 'slash' } as const

const byValue = (a: Named, b: Named) => b.value - a.value

/** Machine Status: the kinds of time, most first. */
export function statusSlices(chunks: readonly Named[]): Slice[] {
  return chunks
    .toSorted(byValue)
    .map(({ name, value }) => ({ name, value, ...(timeLooks[name] ?? unknownTime) }))
}

/** Alarms: groups by number, in the colours of their keywords. */
export function alarmSlices(chunks: readonly Named[]): Slice[] {
  return chunks
    .toSorted(byValue)
    .map(({ name, value }) => ({ name, value, ...alarmGroupLook(name) }))
}

/** Products: by packs, in series colours, lettered A, B, C… */
export function productSlices(chunks: readonly Named[]): Slice[] {
  return chunks.toSorted(byValue).map(({ name, value }, index) => ({
    name,
    value,
    colour: seriesColour(index),
    code: index < 26 ? String.fromCharCode(65 + index) : '',
  }))
}

/** Packs that were counted while no product was reported, as the answer names them; no filter can select it (D17). */
export const noProduct = 'No product'
