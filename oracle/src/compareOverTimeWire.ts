import type { Call, Query } from './callWire.ts'
import type { Chance } from './chance.ts'
import { isMoving, rowsOf } from './compareWire.ts'
import { metrics } from './daysWire.ts'
import { lengthOf, msOf, type Scope, secondsOf, stretchesIn } from './referenceFilter.ts'
import { unplannedIn } from './referencePlan.ts'
import { daysOf, type Span, wall } from './referenceWindow.ts'

const hour = 3_600_000
const day = 24 * hour
const heatDays = 28

const iso = ({ from, to }: Span) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

type Hour = Span & { readonly date: string; readonly hour: number }

/** A window cut where the clocks of a zone begin an hour; what they show twice is two. No zone begins one elsewhere than at a quarter of UTC. */
function hoursOf({ from, to }: Span, zone: string): Hour[] {
  const hours: Hour[] = []
  for (let at = from; at < to; at = at - (at % (hour / 4)) + hour / 4) {
    const shown = wall(at, zone)
    const before = hours.at(-1)
    const begins = before === undefined || shown % hour === 0 || shown - at !== ahead(before, zone)
    if (begins) {
      const [date = '', time = ''] = new Date(shown).toISOString().split('T')
      hours.push({ from: at, to, date, hour: Number(time.slice(0, 2)) })
    }
  }
  return hours.map((one, index) => ({ ...one, to: hours[index + 1]?.from ?? to }))
}

const ahead = ({ from }: Span, zone: string) => wall(from, zone) - from

/** 1 is Monday; 1970-01-01 was a Thursday. */
const weekdayOf = (date: string) => ((Date.parse(`${date}T00:00:00Z`) / day + 3) % 7) + 1

/** By the hour up to two days, by the day up to 62, else by the week from Monday on. */
const stepOf = (span: Span) =>
  lengthOf(span) <= 2 * day ? 'hour' : lengthOf(span) <= 62 * day ? 'day' : 'week'

function stepsIn(span: Span, zone: string, step: ReturnType<typeof stepOf>): readonly Span[] {
  if (step === 'hour') return hoursOf(span, zone)
  const days = daysOf(span, zone)
  if (step === 'day') return days
  const weeks: Span[] = []
  for (const { date, from, to } of days) {
    const last = weeks.at(-1)
    if (last === undefined || weekdayOf(date) === 1) weeks.push({ from, to })
    else weeks[weeks.length - 1] = { from: last.from, to }
  }
  return weeks
}

/** The OEEE of each row over time: each step is the figure of its own window. The period before has steps of its own on the clock, of the same kind. */
function trend(scope: Scope, then: Scope | null, by: string) {
  const step = stepOf(scope.span)
  const spans = stepsIn(scope.span, scope.zone, step)
  const spansThen = then ? stepsIn(then.span, scope.zone, step) : []
  const courseOf = (own: Scope, steps: readonly Span[]) =>
    steps.map((span) => metrics({ ...own, span }).OEEE)
  const before = new Map(
    then && rowsOf(then, by).map(({ key, scope: own }) => [key, courseOf(own, spansThen)] as const),
  )
  return {
    step,
    steps: spans.map(iso),
    previousPeriod: then && iso(then.span),
    rows: rowsOf(scope, by).map(({ key, scope: own }) => ({
      key,
      oeee: courseOf(own, spans),
      previous: then && (before.get(key) ?? spansThen.map(() => null)),
    })),
    total: { oeee: courseOf(scope, spans), previous: then && courseOf(then, spansThen) },
  }
}

/** Stop time of each hour of each weekday over the last 28 days of a window. */
function heat(scope: Scope) {
  const { machines, plant, zone } = scope
  const { from, to } = scope.span
  const span = { from: Math.max(from, to - heatDays * day), to }
  const cells = new Map<string, { readonly weekday: number; readonly hour: number; own: Hour[] }>()
  for (const one of hoursOf(span, zone)) {
    const weekday = weekdayOf(one.date)
    const key = `${weekday} ${String(one.hour).padStart(2, '0')}`
    const cell = cells.get(key) ?? { weekday, hour: one.hour, own: [] }
    cell.own.push(one)
    cells.set(key, cell)
  }
  const stopSeconds = (own: Span) =>
    secondsOf(
      machines.flatMap((machine) =>
        stretchesIn(machine, own, scope.filter).filter(({ kind }) => kind !== 'run'),
      ),
    )
  const closedMs = (own: Span) =>
    machines.reduce(
      (ms, machine) =>
        ms + msOf(unplannedIn(plant, machine, own).filter(({ kind }) => kind === 'closed')),
      0,
    )
  return {
    ...iso(span),
    cells: [...cells]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { weekday, hour: shown, own }]) => {
        const times = own.map((one) => ({ one, stood: stopSeconds(one) }))
        const worst = times.reduce((most, next) => (next.stood > most.stood ? next : most))
        return {
          weekday,
          hour: shown,
          times: new Set(own.map(({ date }) => date)).size,
          stopSeconds: times.reduce((sum, { stood }) => sum + stood, 0),
          closed:
            machines.length === 0
              ? 0
              : own.reduce((ms, one) => ms + closedMs(one), 0) / (machines.length * msOf(own)),
          worst: iso(worst.one),
        }
      }),
  }
}

/** The course of one kind of rows, a different one each time because each step is a whole figure, and the map of the week; D51 for clients without premium. */
export function compareOverTimeCalls(
  chart: Query,
  scope: Scope,
  earlier: Scope | null,
  chance: Chance,
): Call[] {
  const several = chart.machine === 'All' && chart.machineId === 'All'
  const allowed = scope.plant.premium || !several
  const chosen = chance.one(['machine', 'line', 'machineType', 'product', 'tool'])
  const moves = isMoving(scope) || (earlier !== null && isMoving(earlier))
  const by = chosen === 'line' && moves ? 'machine' : chosen
  const answered = (body: () => unknown) =>
    allowed ? { status: 200, body: body() } : { status: 403 }
  return [
    {
      name: `compare trend ${by}`,
      expected: answered(() => trend(scope, earlier, by)),
      ask: (endpoint) => endpoint('admin/compare-trend', { ...chart, by, previous: 'yes' }),
    },
    {
      name: 'stop heat',
      expected: answered(() => heat(scope)),
      ask: (endpoint) => endpoint('admin/stop-heat', chart),
    },
  ]
}
