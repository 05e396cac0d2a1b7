/** The coarser grain of the ledger: an hour of UTC, in milliseconds. */
export const hourMs = 3_600_000

/** The start of the hour that an instant belongs to. */
export function hourOf(at: number): number {
  return Math.floor(at / hourMs) * hourMs
}

/** The first whole hour that begins at or after an instant. */
export function hourFrom(at: number): number {
  return Math.ceil(at / hourMs) * hourMs
}
