import type { labelStop, StopPart, StopRow } from '@packboard/contract'
import type { z } from 'zod'

export type StopLabelBody = z.input<typeof labelStop.body>
export type LabelChange = StopLabelBody['change']

/** A stretch with the labels in it, as a change names them. */
export function stretchOf(parts: readonly Pick<StopPart, 'start' | 'end' | 'labelId'>[]): {
  from: string
  to: string
  replaces: number[]
} {
  const starts = parts.map(({ start }) => start.getTime())
  const ends = parts.map(({ end }) => end.getTime())
  return {
    from: new Date(Math.min(...starts)).toISOString(),
    to: new Date(Math.max(...ends)).toISOString(),
    replaces: [...new Set(parts.flatMap(({ labelId }) => labelId ?? []))],
  }
}

/** A random UUID. Of the browser's own maker there is none on an address without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The parts that one press names: all where none has a reason, else the first stretch without one. */
export function partsToName(parts: readonly StopPart[]): readonly StopPart[] {
  const first = parts.findIndex(({ reason }) => reason === null)
  if (first < 0) return []
  const after = parts.findIndex(({ reason }, index) => index > first && reason !== null)
  return parts.slice(first, after < 0 ? undefined : after)
}

/** A label on parts of a stop; on the end of one that goes on it holds until the machine runs. */
export function labelChange(
  { parts: all, goesOn }: Pick<StopRow, 'parts' | 'goesOn'>,
  parts: readonly StopPart[],
  reason: string,
  note: string,
): LabelChange {
  const untilRun = goesOn && parts.at(-1) === all.at(-1)
  return { action: 'label', ...stretchOf(parts), reason, note, untilRun }
}
