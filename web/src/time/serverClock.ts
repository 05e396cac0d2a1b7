/**
 * The time of the server. A browser whose clock is wrong by minutes would otherwise show every
 * machine OFFLINE, or none, and cut the newest figures off.
 */

/** Milliseconds that the server's clock is ahead of the browser's. */
let ahead = 0

/** The `Date` header has whole seconds and travels a while; a smaller difference is ignored. */
const tolerance = 2_000

/** Learns from the `Date` of an answer that was requested at `sentAt` and came at `heardAt`. */
export function learnServerTime(date: string | null, sentAt: number, heardAt: number) {
  const reported = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(reported)) return
  const difference = reported + 500 - (sentAt + heardAt) / 2
  ahead = Math.abs(difference) > tolerance ? difference : 0
}

/** Milliseconds since 1970 on the server's clock. */
export function serverNow(): number {
  return Date.now() + ahead
}
