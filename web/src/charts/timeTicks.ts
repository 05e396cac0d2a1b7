import { zoneOffsetMinutes } from '@packboard/model'

const hourSteps = [1, 2, 3, 4, 6, 12, 24]

export type Tick = { readonly at: Date /** 0 to 1 of the window. */; readonly share: number }

/** The full hours of a zone's clock that get a tick: every hour where `most` of them fit, else every second… */
export function timeTicks(from: Date, to: Date, most: number, zone: string): Tick[] {
  const span = Math.max(1, to.getTime() - from.getTime())
  const step = hourSteps.find((hours) => span / (hours * hourMs) <= most) ?? 24
  const ticks: Tick[] = []
  for (let at = fullHour(from.getTime(), zone); at <= to.getTime(); at = fullHour(at + 1, zone)) {
    const tick = new Date(at)
    if (wallClock(tick, zone).getUTCHours() % step !== 0) continue
    ticks.push({ at: tick, share: (at - from.getTime()) / span })
  }
  return ticks
}

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
