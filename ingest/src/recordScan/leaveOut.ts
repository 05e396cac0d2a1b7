import { randomUUID } from 'node:crypto'
import type { Incoming } from '../connector.ts'
import { cutRecord } from './cutRecord.ts'
import type { Span } from './scanRecords.ts'

/** A text of JSON whose records are all within the bounds. */
export type WithinBounds = {
  readonly text: Buffer
  /** The record that this value stands for, where one was left out. */
  cutAt(value: unknown): Incoming | undefined
}

/**
 * The text with a name in the place of each record that breaks a bound, so that the parser sees its grammar and builds nothing of
 * them. No sender can know the names.
 */
export function leaveOut(text: Buffer, beyond: readonly Span[]): WithinBounds {
  if (beyond.length === 0) return { text, cutAt: () => undefined }
  const names = randomUUID()
  const cut = new Map<string, Incoming>()
  const pieces: Buffer[] = []
  let behind = 0
  for (const { start, end, bound } of beyond) {
    const name = `${names} ${cut.size}`
    cut.set(name, cutRecord(text.subarray(start, end), bound))
    pieces.push(text.subarray(behind, start), Buffer.from(`"${name}"`))
    behind = end
  }
  pieces.push(text.subarray(behind))
  return {
    text: Buffer.concat(pieces),
    cutAt: (value) => (typeof value === 'string' ? cut.get(value) : undefined),
  }
}
