import { zoneOffsetMinutes } from '@packboard/model'

const hourMs = 3_600_000

/** What calendar and clock of a zone show at a moment, as the UTC fields of a Date. */
export function wallClock(at: Date, zone: string): Date {
  return new Date(at.getTime() + zoneOffsetMinutes(zone, at) * 60_000)
}

/** The first moment from `at` on when the clock of a zone shows a full hour, half-hour zones included. */
export function fullHour(at: number, zone: string): number {
  const past = wallClock(new Date(at), zone).getTime() % hourMs
  return past === 0 ? at : at - past + hourMs
}
