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
