import { setImmediate } from 'node:timers/promises'
import {
  type ClientMachine,
  type ClientSettings,
  machinesOfClient,
  type PreviewedClient,
} from '@packboard/management'
import {
  AppError,
  addDays,
  type ClientScope,
  cutIntoDays,
  type DayPart,
  dateOfDay,
  dayNumber,
  localDate,
  type Period,
  previewLimits,
  startOfDay,
} from '@packboard/model'
import {
  firstRecords,
  movedFrom,
  type PlannedTotal,
  plannedTotals,
  stopLengths,
  type TotalBy,
  totalsUnderRule,
} from '@packboard/telemetry/read'
import { isMicroStop } from '../compare/stopDetails.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricDimensions, metricsOf, type TargetOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { takenOut, windowMsOf } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { longestReach } from '../stops/bookStops.ts'

type Total = PlannedTotal<TotalBy<(typeof metricDimensions)[number]>>
type MoveDeps = Pick<Deps, 'telemetry' | 'management'> & PlanDeps

/** The totals of one machine in a week, and their target speeds. */
type WeekTotals = { readonly contexts: readonly Total[]; readonly targetOf: TargetOf }

/** What a change of the past would move at one client. */
export type ClientMoves = {
  readonly machines: readonly {
    readonly id: number
    readonly serialNo: string
    readonly days: number
  }[]
  /** By the first day of each ISO week, of the machines that move. */
  readonly weeks: ReadonlyMap<string, readonly { before: WeekTotals; after: WeekTotals }[]>
  /** Minutes that are to be computed anew: whole days of UTC. */
  readonly rebuilds: readonly {
    readonly machineId: number
    readonly firstDay: string
    readonly lastDay: string
  }[]
  /** Records before it are gone: what they once said stays. */
  readonly keptFrom: Date | null
  /** The first record, where the change begins before it. */
  readonly beforeFirst: Date | null
}

type Progress = {
  readonly signal: AbortSignal
  /** So many days of single machines are to be compared. */
  add(days: number): void
  /** So many more are. */
  done(days: number): void
}

/** The window of a client that a change may move, up to the last whole minute; it begins with a week. */
function windowOf(
  { from, zone, machines }: PreviewedClient,
  records: ReadonlyMap<number, { readonly oldest: number; readonly isFirst: boolean }>,
  now: number,
) {
  const known = machines.flatMap(({ id }) => records.get(id) ?? [])
  const first = Math.min(...known.map(({ oldest, isFirst }) => (isFirst ? oldest : from)))
  const begin = Math.max(from, first)
  const to = new Date(Math.floor(now / minuteMs) * minuteMs)
  if (to.getTime() - begin > (previewLimits.days + 1) * dayMs) {
    throw new AppError('settings.previewTooLong')
  }
  const gone = known.filter(({ oldest, isFirst }) => !isFirst && oldest > from)
  return {
    begin,
    to,
    beforeFirst: Number.isFinite(first) && from < first ? new Date(first) : null,
    keptFrom: gone.length > 0 ? new Date(Math.max(...gone.map(({ oldest }) => oldest))) : null,
    // Without a record there is nothing to compare.
    weekStart: startOfDay(mondayOf(localDate(new Date(Math.min(begin, to.getTime())), zone)), zone),
  }
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** 1970-01-01, day 0, was a Thursday. */
const mondayOf = (date: string) => addDays(date, -((dayNumber(date) + 3) % 7))

/**
 * The days and weeks of a client that a change of the past would move, and what of its ledger would be computed anew: the figures of each
 * day by the settings of now and by those of after, to the last digit. Machine by machine, so that no more than one is in memory.
 */
export async function clientMoves(
  deps: MoveDeps,
  scope: ClientScope,
  client: PreviewedClient,
  now: number,
  progress: Progress,
): Promise<ClientMoves> {
  const ids = client.machines.map(({ id }) => id)
  const records = await firstRecords(deps.telemetry, scope, ids)
  const window = windowOf(client, records, now)
  const { keptFrom, beforeFirst } = window
  const period = { from: window.weekStart, to: window.to }
  const days = records.size === 0 ? [] : cutIntoDays(period, client.zone)
  const compared = days.filter(({ period: day }) => day.to.getTime() > window.begin)
  const known = await machinesOfClient(deps.management, scope)
  const machines = known.filter(({ id }) => records.has(id) && ids.includes(id))
  progress.add(compared.length * machines.length)
  const moved: { id: number; serialNo: string; days: number }[] = []
  const weeks = new Map<string, { before: WeekTotals; after: WeekTotals }[]>()
  const rebuilds: { machineId: number; firstDay: string; lastDay: string }[] = []
  for (const machine of machines) {
    progress.signal.throwIfAborted()
    const rule = client.after.rule(machine.id)
    const from = movedFrom(deps.telemetry, scope, machine.id, rule)
    if (from !== null && from < window.to.getTime()) {
      const [firstDay, lastDay] = [from, now].map((at) => dateOfDay(Math.floor(at / dayMs)))
      rebuilds.push({ machineId: machine.id, firstDay: firstDay ?? '', lastDay: lastDay ?? '' })
    }
    const question = { scope, client, machine, period, days, compared, from, progress }
    const found = await machineMoves(deps, question)
    if (found === null) continue
    moved.push({ id: machine.id, serialNo: machine.serialNo, days: found.days })
    for (const [week, totals] of found.weeks) {
      weeks.set(week, [...(weeks.get(week) ?? []), totals])
    }
  }
  return { machines: moved, weeks, rebuilds, keptFrom, beforeFirst }
}

type MachineQuestion = {
  readonly scope: ClientScope
  readonly client: PreviewedClient
  readonly machine: ClientMachine
  readonly period: Period
  /** Of the whole window, and of these the ones that the change may move. */
  readonly days: readonly DayPart[]
  readonly compared: readonly DayPart[]
  /** From when on its ledger would be another one; null: it stays. */
  readonly from: number | null
  readonly progress: Progress
}

/** null: no day of it moves. */
async function machineMoves(deps: MoveDeps, question: MachineQuestion) {
  const { scope, client, machine, days, compared, progress } = question
  const skipped = days.length - compared.length
  const [before, after] = [
    await sideOf(deps, question, client.before),
    await sideOf(deps, question, client.after),
  ]
  const micro = await microDays(deps, question)
  let moved = 0
  for (const [index, day] of compared.entries()) {
    progress.signal.throwIfAborted()
    // Each day is some tenths of a millisecond.
    await setImmediate()
    const [old, next] = [
      await before.figures(index + skipped),
      await after.figures(index + skipped),
    ]
    if (old !== next || micro.has(day.date)) moved += 1
  }
  // What was folded was counted as it came.
  if (question.from === null) progress.done(compared.length)
  if (moved === 0) return null
  const weeks = new Map<string, { before: WeekTotals; after: WeekTotals }>()
  for (const [week, own] of Map.groupBy(days.entries(), ([, { date }]) => mondayOf(date))) {
    const indexes = own.map(([index]) => index)
    const begin = startOfDay(week, client.zone)
    const end = days[indexes.at(-1) ?? 0]?.period.to ?? question.period.to
    const weekOf = async (side: Side, settings: ClientSettings): Promise<WeekTotals> => {
      const contexts = indexes.flatMap((index) => side.totals[index] ?? [])
      const { folded } = side
      const window = {
        ...{ contexts, from: question.period.from, before: end, settings },
        ...(folded && { folded }),
      }
      return { contexts, targetOf: await targetBook(deps, scope, window) }
    }
    weeks.set(localDate(begin, client.zone), {
      before: await weekOf(before, client.before),
      after: await weekOf(after, client.after),
    })
  }
  return { id: machine.id, days: moved, weeks }
}

type Side = {
  readonly totals: readonly (readonly Total[])[]
  /** What its ledger would have of minutes in full run, where that is something else. */
  readonly folded: Awaited<ReturnType<typeof totalsUnderRule>>['folded'] | undefined
  /** What screens show of a day, as text. */
  figures(index: number): Promise<string>
}

/** The days of a machine by some settings: those of before from the ledger, those of after as it would be. */
async function sideOf(
  deps: MoveDeps,
  { scope, client, machine, period, days, compared, from, progress }: MachineQuestion,
  settings: ClientSettings,
): Promise<Side> {
  const { telemetry } = deps
  const planned = await deps.plans.withSettings(settings).window(scope, [machine], period)
  const question = {
    ...{ period, by: metricDimensions, spans: planned?.spans ?? new Map() },
    starts: days.map(({ period: day }) => day.from),
  }
  const isAfter = settings === client.after
  let noted = compared.filter(({ period: day }) => from !== null && day.to.getTime() <= from).length
  if (isAfter && from !== null) progress.done(noted)
  const { totals, folded } =
    isAfter && from !== null
      ? await totalsUnderRule(telemetry, scope, {
          ...{ ...question, machineId: machine.id, rule: settings.rule(machine.id), from },
          signal: progress.signal,
          onProgress(until) {
            const past = compared.filter(({ period: day }) => day.to.getTime() <= until).length
            if (past <= noted) return
            progress.done(past - noted)
            noted = past
          },
        })
      : {
          totals: await plannedTotals(telemetry, scope, {
            ...{ ...question, machineIds: [machine.id], filter: {} },
          }),
          folded: undefined,
        }
  return {
    ...{ totals, folded },
    async figures(index) {
      const whole = totals[index] ?? []
      const { period: day } = days[index] ?? { period }
      const targetOf = await targetBook(deps, scope, {
        ...{ contexts: whole, from: period.from, before: day.to, settings },
        ...(folded && { folded }),
      })
      const basis = {
        ...{ whole, contexts: whole, filtered: false, windowMs: windowMsOf(day, 1) },
        ...(planned && takenOut(planned.msOf([machine], day))),
      }
      const figures = metricsWire(metricsOf(basis, targetOf))
      const { restatement: _, targetSource: __, settingChanges: ___, ...shown } = figures
      return JSON.stringify(shown)
    },
  }
}

/** Stops of so much time are looked at together. */
const stopDays = 7

/** The days with a stop that would be a micro-stop, or would be none any more (D74). */
async function microDays(
  { telemetry }: MoveDeps,
  { scope, client, machine, compared, period, progress }: MachineQuestion,
): Promise<ReadonlySet<string>> {
  const [old, next] = [client.before.thresholds(machine.id), client.after.thresholds(machine.id)]
  const moved = new Set<string>()
  if (!client.kinds.has('stopThreshold')) return moved
  for (let index = 0; index < compared.length; index += stopDays) {
    const some = compared.slice(index, index + stopDays)
    const [from, to] = [some[0]?.period.from, some.at(-1)?.period.to]
    if (from === undefined || to === undefined) break
    const window = { from, to }
    const reaches = [old, next].map((of) => longestReach([machine.id], window, () => of))
    progress.signal.throwIfAborted()
    const stops = await stopLengths(telemetry, scope, {
      ...{ machineIds: [machine.id], period: window },
      ...{ reachMs: Math.max(...reaches), present: period.to },
    })
    for (const stop of stops) {
      if (isMicroStop(stop, old) !== isMicroStop(stop, next)) {
        moved.add(localDate(stop.at, client.zone))
      }
    }
  }
  return moved
}

/** The OEEE of weeks by two sides, a share: of machines of any clients together. Weeks that do not move are left out. */
export function movedWeeks(clients: readonly ClientMoves[]) {
  const weeks = new Map<string, { before: WeekTotals; after: WeekTotals }[]>()
  for (const client of clients) {
    for (const [week, totals] of client.weeks) {
      weeks.set(week, [...(weeks.get(week) ?? []), ...totals])
    }
  }
  return [...weeks]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, sides]) => ({
      ...{ week: isoWeek(from), from },
      before: oeeeOf(sides.map(({ before }) => before)),
      after: oeeeOf(sides.map(({ after }) => after)),
    }))
    .filter(({ before, after }) => before !== after)
}

function oeeeOf(machines: readonly WeekTotals[]): number | null {
  const contexts = machines.flatMap((one) => one.contexts)
  const targets = new Map<number, TargetOf>()
  for (const { contexts: own, targetOf } of machines) {
    for (const { machineId } of own) targets.set(machineId, targetOf)
  }
  const ofMachine: TargetOf = (machineId, product, since) =>
    targets.get(machineId)?.(machineId, product, since) ?? { ppm: null, source: null }
  const targetOf = Object.assign(ofMachine, {
    rules: (machineId: number, since?: number) =>
      targets.get(machineId)?.rules?.(machineId, since) ?? 'earlier',
  })
  const basis = { contexts, whole: contexts, windowMs: 0, filtered: false }
  const { oee } = metricsOf(basis, targetOf).oee
  return oee === null ? null : oee / 100
}

/** ISO 8601: the week of its Thursday, counted from the first Thursday of the year. */
function isoWeek(monday: string): string {
  const thursday = addDays(monday, 3)
  const year = thursday.slice(0, 4)
  const week = Math.floor((dayNumber(thursday) - dayNumber(`${year}-01-01`)) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
