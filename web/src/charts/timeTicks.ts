const hourMs = 3_600_000
const hourSteps = [1, 2, 3, 4, 6, 12, 24]

export type Tick = { readonly at: Date /** 0 to 1 of the window. */; readonly share: number }

/** The full hours of the browser's clock that get a tick: every hour where there is room for `most`, else every second… */
export function timeTicks(from: Date, to: Date, most: number): Tick[] {
  const span = Math.max(1, to.getTime() - from.getTime())
  const step = hourSteps.find((hours) => span / (hours * hourMs) <= most) ?? 24
  const ticks: Tick[] = []
  for (let at = fullHour(from.getTime()); at <= to.getTime(); at = fullHour(at + 1)) {
    const tick = new Date(at)
    if (tick.getHours() % step !== 0) continue
    ticks.push({ at: tick, share: (at - from.getTime()) / span })
  }
  return ticks
}

/** The first moment from `at` on when the browser's clock shows a full hour, half-hour zones included. */
function fullHour(at: number): number {
  const clock = new Date(at)
  const past = clock.getMinutes() * 60_000 + clock.getSeconds() * 1_000 + (at % 1_000)
  return past === 0 ? at : at - past + hourMs
}
