import type { MachineDay } from '../machine/machineDay.ts'
import { isRunning, poweredOff, State } from '../machine/states.ts'
import type { PlantLine } from '../plantLayout.ts'
import type { MachineHour } from './piade.ts'

/** The states of PIADE; its idle and its scheduled downtime are one here. */
export type Class = 'production' | 'downtime' | 'performanceLoss' | 'idleAndScheduled'

type Stretch = { readonly class: Class; readonly from: number; readonly to: number }

/** Held belongs to what stopped the machine: an alarm, a plan of a quarter of an hour, or nothing but a moment. */
function classOf(state: number, running: boolean, ms: number): Class {
  if (running) return 'production'
  if (state >= State.Suspending && state <= State.Unsuspending) return 'performanceLoss'
  if (state === State.Downstream) return 'performanceLoss'
  if (state === State.Held) return ms > 8 * 60_000 ? 'idleAndScheduled' : 'downtime'
  const planned: number[] = [State.Stopped, State.Completed, State.Idle, State.Stopping]
  return planned.includes(state) ? 'idleAndScheduled' : 'downtime'
}

/** The powered-on time of a day, as PIADE would have written it. */
export function stretchesOf({ pieces, to }: MachineDay): Stretch[] {
  const list: Stretch[] = []
  pieces.forEach((piece, index) => {
    if (piece.state === poweredOff) return
    const until = pieces[index + 1]?.from ?? to
    const kind = classOf(piece.state, piece.paceTenths > 0, until - piece.from)
    const last = list.at(-1)
    if (last?.class === kind && last.to === piece.from)
      list[list.length - 1] = { ...last, to: until }
    else list.push({ class: kind, from: piece.from, to: until })
  })
  return list
}

export type PlayedDay = { readonly line: PlantLine; readonly day: MachineDay }

const hourMs = 3_600_000

/** Lengths in seconds of all stretches of a class, and of all stops: times between two stretches of production. */
export function lengths(played: readonly PlayedDay[]) {
  const of: Record<Class | 'stop', number[]> = {
    production: [],
    downtime: [],
    performanceLoss: [],
    idleAndScheduled: [],
    stop: [],
  }
  for (const { day } of played) {
    let stopMs = 0
    for (const { class: kind, from, to } of stretchesOf(day)) {
      of[kind].push((to - from) / 1_000)
      if (kind !== 'production') stopMs += to - from
      else if (stopMs > 0) {
        of.stop.push(stopMs / 1_000)
        stopMs = 0
      }
    }
  }
  return of
}

/** The clock hours that a machine was powered on from end to end. */
export function machineHours(played: readonly PlayedDay[]): MachineHour[] {
  return played.flatMap(({ day }) => {
    const stretches = stretchesOf(day)
    const hours: MachineHour[] = []
    for (let from = day.from; from < day.to; from += hourMs) {
      const to = from + hourMs
      const inside = stretches.filter((one) => one.to > from && one.from < to)
      const share = (kind: Class) => shareOf(inside, kind, from, to)
      const known = inside.reduce((sum, one) => sum + overlap(one, from, to), 0)
      if (known < hourMs) continue
      hours.push({
        production: share('production'),
        downtime: share('downtime'),
        performanceLoss: share('performanceLoss'),
        alarms: day.alarms.filter(({ raisedAt }) => raisedAt >= from && raisedAt < to).length,
        changes: inside.filter((one) => one.from > from).length,
      })
    }
    return hours
  })
}

const overlap = (one: Stretch, from: number, to: number) =>
  Math.min(one.to, to) - Math.max(one.from, from)

function shareOf(inside: readonly Stretch[], kind: Class, from: number, to: number): number {
  const ms = inside
    .filter((one) => one.class === kind)
    .reduce((sum, one) => sum + overlap(one, from, to), 0)
  return ms / (to - from)
}

/** How often each alarm came, the most frequent first. */
export function alarmCounts(played: readonly PlayedDay[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { day } of played) {
    for (const { code, description } of day.alarms) {
      const name = `${code} ${description.split('\n')[0]}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

type MachineFigures = {
  readonly serialNo: string
  readonly oeee: number
  readonly stopsPerHour: number
  readonly alarmsPerHour: number
}

/** OEEE in percent (D20) and counts an hour of powered-on time, of each machine. */
export function machineFigures(played: readonly PlayedDay[]): MachineFigures[] {
  const sums = new Map<string, { planned: number; good: number; stops: number; alarms: number }>()
  for (const { line, day } of played) {
    const targets = new Map(line.products.map(({ name, targetPpm }) => [name, targetPpm]))
    const sum = sums.get(day.machine.serialNo) ?? { planned: 0, good: 0, stops: 0, alarms: 0 }
    sums.set(day.machine.serialNo, sum)
    sum.alarms += day.alarms.length
    let ran = false
    day.pieces.forEach((piece, index) => {
      const ms = (day.pieces[index + 1]?.from ?? day.to) - piece.from
      const runs = isRunning(piece.state, piece.paceTenths > 0)
      if (ran && !runs && piece.state !== poweredOff) sum.stops += 1
      ran = runs
      if (piece.state === poweredOff) return
      sum.planned += ms
      const targetPpm = targets.get(piece.product) ?? Number.NaN
      const targetTenths = 10 * targetPpm * day.machine.targetShare
      sum.good += (ms * piece.paceTenths * (1 - piece.rejectsPer10k / 10_000)) / targetTenths
    })
  }
  return [...sums].map(([serialNo, { planned, good, stops, alarms }]) => ({
    serialNo,
    oeee: (100 * good) / planned,
    stopsPerHour: (stops * hourMs) / planned,
    alarmsPerHour: (alarms * hourMs) / planned,
  }))
}

/** Kolmogorov–Smirnov: the greatest distance between two distributions, 0 (alike) … 1 (nothing in common). */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): number {
  const a = [...one].sort((x, y) => x - y)
  const b = [...other].sort((x, y) => x - y)
  let [i, j, most] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? 0, b[j] ?? 0)
    while ((a[i] ?? Number.POSITIVE_INFINITY) <= value) i += 1
    while ((b[j] ?? Number.POSITIVE_INFINITY) <= value) j += 1
    most = Math.max(most, Math.abs(i / a.length - j / b.length))
  }
  return most
}

/** How far two means are apart, as a factor: 1 for alike, 2 for twice or half. */
export function factor(one: number, other: number): number {
  return Math.max(one, other) / Math.min(one, other)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((x, y) => x - y)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
