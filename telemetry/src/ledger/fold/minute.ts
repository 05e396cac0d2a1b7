/** The grain of the ledger, in milliseconds. Every zone's offset is a whole number of minutes (D15). */
export const minuteMs = 60_000

/** The start of the minute that an instant belongs to. */
export function minuteOf(at: number): number {
  return Math.floor(at / minuteMs) * minuteMs
}

/** The first whole minute that begins at or after an instant. */
export function minuteFrom(at: number): number {
  return Math.ceil(at / minuteMs) * minuteMs
}

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

/** A day of UTC, in milliseconds. */
export const dayMs = 24 * hourMs

/** The start of the day of UTC that an instant belongs to. */
export const dayOf = (at: number) => Math.floor(at / dayMs) * dayMs
