import type { StopLabel } from '../fold/stops.ts'

/** The name of an open stop as text in a ledger row; empty when no stop is open. */
export function encodeLabel(label: StopLabel | null): string {
  return label === null ? '' : JSON.stringify([label.group, label.cause, label.byAlarm])
}

export function decodeLabel(text: string): StopLabel | null {
  if (text === '') return null
  // Only `encodeLabel` writes these texts.
  const [group, cause, byAlarm] = JSON.parse(text) as [string, string, boolean]
  return { group, cause, byAlarm }
}
