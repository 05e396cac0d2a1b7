/** Where an axis of time has a line, and what stands under it. */
export type DateTick = { readonly at: Date; readonly text: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const hourSteps = [1, 2, 3, 4, 6, 12]
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6, 12]

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')
const month = (at: Date) => `${months[at.getMonth()]} ${at.getFullYear()}`
const day = (at: Date) => `${at.getDate()} ${months[at.getMonth()]}`

/**
 * Ticks of the browser's clock and calendar: full hours up to a few days, where a midnight carries its day; then days,
 * then months. At most `most` of them.
 */
export function dateTicks(from: Date, to: Date, most: number): DateTick[] {
  const span = Math.max(1, to.getTime() - from.getTime())
  const hours = hourSteps.find((each) => span / (each * hourMs) <= most)
  if (hours !== undefined) return hourTicks(from, to, hours)
  const days = daySteps.find((each) => span / (each * dayMs) <= most)
  if (days !== undefined) {
    return walk(from, to, (start, index) => {
      const first = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
      return new Date(first.getFullYear(), first.getMonth(), first.getDate() + index * days)
    }).map((at) => ({ at, text: day(at) }))
  }
  const every = monthSteps.find((each) => span / (each * 30 * dayMs) <= most) ?? 24
  return walk(from, to, (start, index) => {
    const first = Math.ceil((start.getMonth() + (start.getDate() === 1 ? 0 : 1)) / every) * every
    return new Date(start.getFullYear(), first + index * every, 1)
  }).map((at) => ({ at, text: month(at) }))
}

function hourTicks(from: Date, to: Date, step: number): DateTick[] {
  const ticks: DateTick[] = []
  const long = to.getTime() - from.getTime() > dayMs
  for (let at = fullHour(from.getTime()); at <= to.getTime(); at = fullHour(at + 1)) {
    const tick = new Date(at)
    if (tick.getHours() % step !== 0) continue
    const clock = `${two(tick.getHours())}:${two(tick.getMinutes())}`
    ticks.push({ at: tick, text: long && tick.getHours() === 0 ? day(tick) : clock })
  }
  return ticks
}

/** The first moment from `at` on when the browser's clock shows a full hour, half-hour zones included. */
function fullHour(at: number): number {
  const clock = new Date(at)
  const past = clock.getMinutes() * 60_000 + clock.getSeconds() * 1_000 + (at % 1_000)
  return past === 0 ? at : at - past + hourMs
}

function walk(from: Date, to: Date, nth: (start: Date, index: number) => Date): Date[] {
  const found: Date[] = []
  for (let index = 0; ; index++) {
    const at = nth(from, index)
    if (at > to) return found
    if (at >= from) found.push(at)
  }
}
