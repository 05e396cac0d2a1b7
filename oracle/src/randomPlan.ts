import type { Chance } from './chance.ts'
import type { PlanEntry, PlanException, PlanWeek, RawPlan } from './rawPlan.ts'

const day = 1_440
const dayMs = 86_400_000

const two = (value: number) => String(value).padStart(2, '0')
const timeAt = (minute: number) =>
  `${two(Math.floor((minute % day) / 60))}:${two((minute % day) % 60)}`
const dateAt = (at: number) => new Date(at).toISOString().slice(0, 10)

/** A plan of all lines and of some of them, whose weeks and exceptions begin and end around a moment. */
export function randomPlan(lines: readonly string[], around: number, chance: Chance): RawPlan {
  const own = lines.filter(() => chance.percent(45))
  return {
    weeks: [null, ...own].flatMap((line) => weeksOf(line, around, chance)),
    exceptions: [null, ...own].flatMap((line) => exceptionsOf(line, around, chance)),
  }
}

function weeksOf(line: string | null, around: number, chance: Chance): PlanWeek[] {
  const first = Math.floor(around / dayMs) * dayMs - chance.one([0, 1, 1, 3, 9, 20, 90]) * dayMs
  const week = (validFrom: number): PlanWeek => ({
    line,
    validFrom: dateAt(validFrom),
    entries: chance.percent(8) ? null : entriesOf(chance),
  })
  const second = Math.max(first, Math.floor(around / dayMs) * dayMs) + chance.whole(1, 2) * dayMs
  return chance.percent(30) ? [week(first), week(second)] : [week(first)]
}

/** Stretches of production and of closed time one after the other, with breaks in some; the last may end on Monday. */
function entriesOf(chance: Chance): PlanEntry[] {
  const step = chance.one([1, 5, 5, 30, 60])
  const length = (most: number) => Math.max(1, Math.ceil(chance.whole(1, most) / step)) * step
  const entries: PlanEntry[] = []
  const add = (from: number, to: number, kind: PlanEntry['kind']) => {
    const weekday = (Math.floor(from / day) % 7) + 1
    entries.push({ weekday, from: timeAt(from), to: timeAt(to), kind })
  }
  const begin = chance.percent(50) ? 0 : length(900)
  let at = begin
  while (entries.length < 40) {
    const to = at + length(day - step)
    if (to > 7 * day + begin || to - at > day) break
    const kind = chance.percent(90) ? 'production' : 'closed'
    add(at, to, kind)
    let pause = at + length(240)
    while (kind === 'production' && chance.percent(55)) {
      const until = pause + length(45)
      if (until > to) break
      add(pause, until, 'break')
      pause = until + length(200)
    }
    at = to + (chance.percent(40) ? 0 : length(chance.one([120, 600, 2_000])))
    if (at >= 7 * day) break
  }
  return entries
}

function exceptionsOf(line: string | null, around: number, chance: Chance): PlanException[] {
  const exceptions: PlanException[] = []
  let at = Math.floor((around - chance.whole(0, 3) * dayMs) / 60_000)
  for (let more = chance.whole(0, 3); more > 0; more--) {
    const start = at + chance.whole(0, 1_200)
    const end = start + chance.one([1, 37, 120, 600, day, 2 * day])
    exceptions.push({
      line,
      startDate: dateAt(start * 60_000),
      startTime: timeAt(start),
      endDate: dateAt(end * 60_000),
      endTime: timeAt(end),
      kind: chance.one(['closed', 'closed', 'production', 'break']),
      note: '',
    })
    at = end
  }
  return exceptions
}
