import { fullHour, wallClock } from './wallClock.ts'

const hourMs = 3_600_000
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
