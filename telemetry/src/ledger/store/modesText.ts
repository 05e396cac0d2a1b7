import type { ModeSpan } from '@packboard/model'

type Texts = readonly (readonly [from: number, to: number, mode: string])[]

/** The times in other modes of a minute as the column of its row; empty without any. The engine reads it, too (`writeModeHours.ts`). */
export function encodeModes(spans: readonly ModeSpan[]): string {
  if (spans.length === 0) return ''
  return JSON.stringify(spans.map(({ from, to, mode }) => [from, to, mode]))
}

/** The same in ms since 1970, of a row that begins at `start`. */
export function decodeModes(text: string, start: number): ModeSpan[] {
  if (text === '') return []
  // Only `encodeModes` and `writeModeHours` write these texts.
  const texts = JSON.parse(text) as Texts
  return texts.map(([from, to, mode]) => ({ from: start + from, to: start + to, mode }))
}
