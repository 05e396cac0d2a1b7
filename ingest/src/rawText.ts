/** The whole record as text. */
export function rawText(wire: unknown): string {
  if (typeof wire === 'string') return wire
  if (Buffer.isBuffer(wire)) return wire.toString('base64')
  return JSON.stringify(wire) ?? String(wire)
}
