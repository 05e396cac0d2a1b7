/**
 * Time zones with nothing but the engine's own clock (D15): a wall time is looked for among all the offsets that the
 * zone has around it.
 */

const minute = 60_000
const hour = 60 * minute

/** [from, to) in milliseconds; nothing when from ≥ to. */
export type Span = { readonly from: number; readonly to: number }

/** Making one costs far more than asking it. */
const namesOfOffsets = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a zone are ahead of UTC, by the name that the engine has for it: `GMT`, `GMT+05:45`. */
function offsetAt(at: number, zone: string): number {
  const names =
    namesOfOffsets.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  namesOfOffsets.set(zone, names)
  const name = names.format(at).split(', ').at(-1) ?? ''
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? []
  if (!name.startsWith('GMT')) throw new Error(`No offset of ${zone} in ${name}`)
  const ahead = Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute
  return sign === '-' ? -ahead : ahead
}

/** What the clocks of a zone show, as if it were UTC. */
export const wall = (at: number, zone: string): number => at + offsetAt(at, zone)

/** The day on the calendar of a zone. */
export function dayAt(at: number, zone: string): string {
  return new Date(wall(at, zone)).toISOString().slice(0, 10)
}

/** The offsets that a zone has around a day, looked up once for all of its times. */
function offsetsAround(shown: number, zone: string): ReadonlySet<number> {
  const day = Math.floor(shown / (24 * hour)) * 24 * hour
  const key = `${zone} ${day}`
  const known = offsetsOf.get(key)
  if (known !== undefined) return known
  const offsets = new Set<number>()
  for (let at = day - 36 * hour; at <= day + 60 * hour; at += hour / 2) {
    offsets.add(wall(at, zone) - at)
  }
  offsetsOf.set(key, offsets)
  return offsets
}

const offsetsOf = new Map<string, ReadonlySet<number>>()

/** All moments at which the clocks show this, in order: none, one or two. */
function momentsOf(shown: number, zone: string): number[] {
  return [...offsetsAround(shown, zone)]
    .map((offset) => shown - offset)
    .filter((at) => wall(at, zone) === shown)
    .sort((a, b) => a - b)
}

/** The first moment at which the clocks show this time or, where they jump over it, a later one (D16). */
function nextShown(shown: number, zone: string): number {
  let at = shown - 36 * hour
  for (const step of [hour, minute, 1_000, 1]) {
    while (wall(at + step, zone) < shown) at += step
  }
  return at + 1
}

const shownBy = (date: string, time: string) => Date.parse(`${date}T${time}:00.000Z`)

/** D16: a time that does not exist moves forward; one that exists twice is the first as a start, the second as an end. */
export function momentOf(date: string, time: string, zone: string, side: 'start' | 'end'): number {
  const key = `${date} ${time} ${zone} ${side}`
  const known = found.get(key)
  if (known !== undefined) return known
  const moments = momentsOf(shownBy(date, time), zone)
  const moment = side === 'start' ? moments[0] : moments.at(-1)
  const answer = moment ?? nextShown(shownBy(date, time), zone)
  found.set(key, answer)
  return answer
}

/** Looking is slow; a moment that was found stays where it is. */
const found = new Map<string, number>()

/** The first moment of a calendar day. */
export const dayStart = (date: string, zone: string) => momentOf(date, '00:00', zone, 'start')

/** The calendar day after. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10)
}

/** What a filter bar holds. */
export type RequestedWindow = {
  readonly startDate: string
  readonly startTime: string
  readonly endDate: string
  readonly endTime: string
  readonly zone: string
}

/** D16: without break from start to end; an end of 23:59 reaches to the end of that minute. */
export function requestedSpan({
  startDate,
  startTime,
  endDate,
  endTime,
  zone,
}: RequestedWindow): Span {
  const from = momentOf(startDate, startTime, zone, 'start')
  const end = momentOf(endDate, endTime, zone, 'end')
  const exists = momentsOf(shownBy(endDate, endTime), zone).length > 0
  return { from, to: endTime === '23:59' && exists ? end + minute : end }
}

/** What is still to come is part of no figure: the window ends now at the latest. */
export function windowOf(requested: RequestedWindow, now: number): Span {
  const { from, to } = requestedSpan(requested)
  return { from, to: Math.max(from, Math.min(to, now)) }
}

/** D15: a window cut into the calendar days of a zone. */
export function daysOf({ from, to }: Span, zone: string): (Span & { readonly date: string })[] {
  const days: (Span & { date: string })[] = []
  if (from >= to) return days
  for (let date = dayAt(from, zone); dayStart(date, zone) < to; date = dayAfter(date)) {
    const begin = Math.max(from, dayStart(date, zone))
    const end = Math.min(to, dayStart(dayAfter(date), zone))
    if (begin < end) days.push({ date, from: begin, to: end })
  }
  return days
}

const stepNames = ['as-is', '5 minutes', '15 minutes', '1 hour', '6 hours', '1 day'] as const

/** The steps of a chart: how long, and each with its beginning and end. */
type Steps = { readonly name: (typeof stepNames)[number]; readonly spans: readonly Span[] }

/**
 * D27: a minute up to 24 hours; beyond, the first of 5 and 15 minutes, 1 and 6 hours, 1 day with at most 1,500 steps.
 * Hours are counted from each midnight of the zone, minutes from that of UTC.
 */
export function stepsOf({ from, to }: Span, zone: string, wanted: Span): Steps {
  const length = to - from
  if (length <= 24 * hour) return { name: 'as-is', spans: grid(wanted, minute) }
  for (const minutes of [5, 15] as const) {
    if (length > 1_500 * minutes * minute) continue
    return { name: `${minutes} minutes`, spans: grid(wanted, minutes * minute) }
  }
  const days = wholeDaysOf(wanted, zone)
  for (const [name, hours] of [
    ['1 hour', 1],
    ['6 hours', 6],
  ] as const) {
    if (length > 1_500 * hours * hour) continue
    const spans = days.flatMap((day) => {
      const parts: Span[] = []
      for (let at = day.from; at < day.to; at += hours * hour) {
        parts.push({ from: at, to: Math.min(day.to, at + hours * hour) })
      }
      return parts
    })
    return { name, spans }
  }
  return { name: '1 day', spans: days }
}

/** The steps of the lanes of states and rejects (decision letter 37). */
export function laneStepsOf(span: Span, zone: string): Steps {
  const hours = (span.to - span.from) / hour
  if (span.from >= span.to) return { name: stepNames[hours <= 4 ? 0 : 1], spans: [] }
  if (hours <= 4) return { name: 'as-is', spans: grid(span, minute) }
  if (hours <= 24) return { name: '5 minutes', spans: grid(span, 5 * minute) }
  if (hours <= 72) return { name: '15 minutes', spans: grid(span, 15 * minute) }
  const days = wholeDaysOf(span, zone)
  if (hours > 14 * 24) return { name: '1 day', spans: days }
  const spans = days.flatMap((day) => {
    const parts: Span[] = []
    for (let at = day.from; at < day.to; at += hour) {
      parts.push({ from: at, to: Math.min(day.to, at + hour) })
    }
    return parts
  })
  return { name: '1 hour', spans: spans.filter(({ from, to }) => to > span.from && from < span.to) }
}

function grid({ from, to }: Span, step: number): Span[] {
  const spans: Span[] = []
  for (let at = from - (from % step); at < to; at += step) spans.push({ from: at, to: at + step })
  return spans
}

/** The days that a span touches, whole. */
function wholeDaysOf(span: Span, zone: string): Span[] {
  return daysOf(span, zone).map(({ date }) => ({
    from: dayStart(date, zone),
    to: dayStart(dayAfter(date), zone),
  }))
}
