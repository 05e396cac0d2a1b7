import type { Chance } from './chance.ts'
import type {
  PlanEntry,
  PlanException,
  PlanWeek,
  RawBook,
  RawLabel,
  RawPlan,
  RawReason,
  RawSample,
} from './rawRecords.ts'
import { observedOf, partsOf } from './referenceBook.ts'
import type { ModeRule } from './referenceModes.ts'
import { type KnownMachine, knownMachine, type RawPlant } from './referencePlant.ts'
import type { Stop } from './referenceTimeline.ts'
import { dayAt, type Span } from './referenceWindow.ts'

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

type Unlabelled = Omit<RawPlant, 'book'>

/** Reasons, and labels that two people set after each receipt on the stops that were known then. */
export function randomBook(plant: Unlabelled, chance: Chance): RawBook {
  const reasons = randomReasons(plant.seed, chance)
  const labels: RawLabel[] = []
  const receipts = [...new Set(plant.arrivals.map(({ receivedAt }) => receivedAt))]
  for (const at of receipts.sort((a, b) => a - b)) {
    for (const machine of chance.shuffled(plant.machines)) {
      const known = knownMachine(machine, plant, at)
      const stops = stopsUntil(known, at)
      if (stops.length === 0) continue
      for (let more = chance.whole(0, 6); more > 0; more--) {
        const book = { reasons, labels: labels.filter((one) => one.serialNo === known.serialNo) }
        const labelled = stops.filter((stop) => book.labels.some((one) => meets(one, stop)))
        const again = labelled.length > 0 && chance.percent(50)
        const label = randomLabel(book, chance.one(again ? labelled : stops), at, chance)
        const by = `${chance.one(['first', 'second'])}-${plant.seed}`
        labels.push({ ...label, by, serialNo: known.serialNo, place: labels.length + 1 })
      }
    }
  }
  return { reasons, labels }
}

const meets = (a: Span, b: Span) => a.from < b.to && a.to > b.from

type KnownStop = Span & { readonly stop: Stop; readonly states: readonly number[] }

/** The observed time of each stop, with the moments at which its state changed. */
function stopsUntil({ timeline }: KnownMachine, now: number): KnownStop[] {
  return [...observedOf(timeline.stretches)].flatMap(([stop, { from, to }]) => {
    const states = timeline.stretches.filter((one) => one.stop === stop).map((one) => one.from)
    return from < now ? [{ stop, states, from, to: Math.min(to, now) }] : []
  })
}

function randomLabel(book: RawBook, known: KnownStop, at: number, chance: Chance) {
  const { stop } = known
  const parts = partsOf(book, book.labels, { from: stop.from, to: known.to })
  const edges = [...known.states, ...parts.flatMap(({ from, to }) => [from, to])].filter(
    (one) => known.from <= one && one <= known.to,
  )
  const edge = () => (chance.percent(60) ? chance.one(edges) : chance.whole(stop.from, known.to))
  const [a, b] = [edge(), edge()]
  const whole = a === b || chance.percent(40)
  const from = whole ? known.from : Math.min(a, b)
  const to = whole ? known.to : Math.max(a, b)
  const untilRun = chance.percent(to === known.to ? 40 : 5)
  const reach = untilRun ? known.to : to
  const there = parts.filter((part) => part.from < reach && part.to > from && part.label !== null)
  const replaces = [...new Set(there.map(({ label }) => label?.place ?? 0))].sort((x, y) => x - y)
  const isBack = there.some(({ reason }) => reason !== null) && chance.percent(30)
  const areNamed = there.length > 1 && there.every(({ reason }) => reason !== null)
  const isMerge = areNamed && !isBack && !untilRun && replaces.length > 1
  const action = isBack ? 'takeBack' : isMerge && chance.percent(60) ? 'merge' : 'label'
  const { group, cause } = stop
  return {
    action,
    ...{ from, to, at, replaces },
    untilRun,
    reason: isBack ? null : chance.one(book.reasons).id,
    note: isBack ? '' : chance.one(['', '', 'Rolle gewechselt', 'twice\ntoday']),
    alarm: group === '' ? null : { group, description: cause },
  } as const
}

/** An alarm or a state is of one reason. */
function randomReasons(seed: number, chance: Chance): RawReason[] {
  const uuid = (index: number) =>
    `00000000-0000-4000-8000-${String(seed * 100 + index).padStart(12, '0')}`
  const plain = {
    ...{ planned: false, overrunSeconds: null, alarms: [], states: [], retired: false },
    cause: 'machine',
  }
  const external = { ...plain, cause: 'external' }
  const overrun = () => chance.one([null, 1, 45, 300, 1_800, 86_400])
  return [
    { ...plain, alarms: [{ kind: 'text', value: 'Film ends' }], states: [5] },
    { ...external, alarms: [{ kind: 'group', value: 'Seal' }], states: [18] },
    { ...plain, planned: true, overrunSeconds: overrun(), states: [13, 6] },
    { ...external, planned: true, overrunSeconds: overrun(), states: [16] },
    { ...plain, planned: true, retired: chance.percent(50) },
    {
      ...plain,
      alarms: [{ kind: 'text', value: 'Door open' }],
      states: [3],
      retired: chance.percent(50),
    },
  ].map(
    (reason, index) =>
      ({
        ...reason,
        ...((seed + index) % 4 === 0 && { setUp: true }),
        id: uuid(index),
      }) as RawReason,
  )
}

const modes = [
  ...['Production', 'Maintenance', 'Manual', 'Maintenance', ' producing ', '1', '3', 'MANUAL '],
  ...['', '0', 'Invalid', 'Undefined', 'Automatik'],
]

/** Now and then another unit mode, in any state. */
export function withModes(samples: readonly RawSample[], chance: Chance): RawSample[] {
  return samples.map((sample) =>
    chance.percent(6) ? { ...sample, unitMode: chance.one(modes) } : sample,
  )
}

/** Rules of modes that begin around a moment. */
export function randomModeRules(around: number, zone: string, chance: Chance): ModeRule[] {
  const rule = (validFrom: string | null): ModeRule => ({
    validFrom,
    counts: chance.percent(70),
    production: chance.one([[], ['Automatik'], ['maintenance', 'automatik']]),
  })
  const later = dayAt(around + chance.whole(-1, 1) * dayMs, zone)
  return chance.one([[rule(null)], [rule(later)], [rule(null), rule(later)]])
}

/** Of a machine type, whose days begin on the clock of who looks. */
export function randomThresholds(around: number, zone: string, chance: Chance) {
  const later = dayAt(around + chance.whole(-1, 1) * dayMs, zone)
  const seconds = () => chance.one([10, 60, 121, 600, 3_600])
  const first = { validFrom: null, seconds: seconds() }
  const second = { validFrom: later, seconds: seconds() }
  return chance.one([[first], [second], [first, second]])
}
