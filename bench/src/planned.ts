import { setTimeout as sleep } from 'node:timers/promises'
import {
  datedSpans,
  grantClientScope,
  type LabelSpan,
  type Plan,
  type PlanEntry,
  type PlanSpan,
  plannedSpans,
  planOfLine,
  timeSpans,
} from '@packboard/model'
import { contextTotals, plannedTotals, type UnplannedSpans } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { load, median, temporaryDirectory } from './measure.ts'
import { filledStore } from './verifyStore.ts'

const machines = 50
const dayMs = 86_400_000
const end = new Date(Date.UTC(2026, 9, 31, 6))
const scope = grantClientScope(1)
const zone = 'Europe/London'
const by = ['machineId', 'state', 'category', 'product'] as const

const everyDay = (from: string, to: string, kind: PlanEntry['kind']): PlanEntry[] =>
  [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from, to, kind }))

/** A planned reason of twenty minutes each eight hours of each machine, to the ms: 90 a month. */
const labelEveryMs = 8 * 3_600_000
const labelMs = 1_234_567

/** No plan, and each machine has a setting that changes in the midst of each month, at a minute of its own (D98). */
const oneEdge = 'a setting that changes'
const monthMs = 30 * dayMs

/** The week of the demo, and one whose shifts have breaks inside of hours. */
const plans: Record<string, PlanEntry[]> = {
  'no plan, three labels a day': [],
  [oneEdge]: [],
  'closed Sundays': everyDay('06:00', '06:00', 'production'),
  'two shifts with four breaks': [
    ...everyDay('06:00', '22:00', 'production'),
    ...everyDay('09:00', '09:15', 'break'),
    ...everyDay('12:10', '12:40', 'break'),
    ...everyDay('17:00', '17:15', 'break'),
    ...everyDay('19:40', '20:10', 'break'),
  ],
}

/**
 * The sums of the metric cards with and without a plan, in alternating rounds: one machine and 50, a day and all days. The sums of both are
 * compared first. Ms on the clock, the first time and the median of the rounds; `only`: a word in the names of the plans that are measured.
 */
export async function main([rounds = '15', only = '', allDays = '30']: string[]) {
  await using directory = await temporaryDirectory('planned')
  const days = Number(allDays)
  const from = new Date(end.getTime() - days * dayMs)
  // Two products a day, as in the measurement of answers.
  const fill = { machines, minutes: days * 1_440, from, contexts: 1, productMinutes: 720 }
  const { telemetry } = await filledStore(directory.path, fill)
  for (const [name, entries] of Object.entries(plans)) {
    if (!name.includes(only)) continue
    for (const count of [1, machines]) {
      for (const length of [1, days]) {
        const period = { from: new Date(end.getTime() - length * dayMs), to: end }
        await measure(telemetry, { name, entries, count, period }, Number(rounds))
      }
    }
  }
  await telemetry.close()
}

type Case = {
  readonly name: string
  readonly entries: readonly PlanEntry[]
  readonly count: number
  readonly period: { readonly from: Date; readonly to: Date }
}

async function measure(
  telemetry: Telemetry,
  { name, entries, count, period }: Case,
  rounds: number,
) {
  const machineIds = Array.from({ length: count }, (_, i) => i + 1)
  const question = { machineIds, period, filter: {}, by }
  const spansOf = (): UnplannedSpans => {
    if (name === oneEdge) {
      return new Map(
        machineIds.map((id) => [id, datedSpans([], edgesOf(id, period), period.to.getTime())]),
      )
    }
    if (entries.length === 0)
      return new Map(machineIds.map((id) => [id, labelledSpans(id, period)]))
    const plan: Plan = { weeks: [{ line: null, validFrom: '2026-01-01', entries }], exceptions: [] }
    const found = plannedSpans(
      planOfLine(plan, null),
      period.from.getTime(),
      period.to.getTime(),
      zone,
    )
    const breaks = found.flatMap(({ kind, ...span }): PlanSpan[] =>
      kind === 'break' || kind === 'closed' ? [{ ...span, kind }] : [],
    )
    const list = timeSpans({ plan: breaks, modes: [], labels: [] })
    return new Map(machineIds.map((machineId) => [machineId, list]))
  }
  const without = () => contextTotals(telemetry, scope, question)
  const withPlan = async () => {
    const starts = [period.from]
    const [totals = []] = await plannedTotals(telemetry, scope, {
      ...question,
      starts,
      spans: spansOf(),
    })
    return totals
  }
  const sum = (totals: readonly { readonly ms: number }[]) =>
    totals.reduce((all, { ms }) => all + ms, 0)
  const begin = performance.now()
  const all = sum(await without())
  const between = performance.now()
  if (all !== sum(await withPlan())) throw new Error(`${name}: the sums differ`)
  const [firstBare, firstPlanned] = [between - begin, performance.now() - between]
  await warmed(telemetry, async () => {
    await without()
    await withPlan()
  })
  const [bare, planned]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timeOf(without))
    planned.push(await timeOf(withPlan))
  }
  const [a, b] = [median(bare), median(planned)]
  const length = (period.to.getTime() - period.from.getTime()) / dayMs
  console.log(
    `${name}, ${count} × ${length} d: first without ${firstBare.toFixed(0)} ms, with ${firstPlanned.toFixed(0)} ms; ` +
      `then without ${a.toFixed(1)} ms, with ${b.toFixed(1)} ms, ${(b / a).toFixed(2)} × (${load()})`,
  )
}

/** One in each 30 days of the window, on no whole hour; in half of a shorter one. */
function edgesOf(machineId: number, { from, to }: Case['period']): number[] {
  const stepMs = Math.min(monthMs, to.getTime() - from.getTime())
  const ownMs = (machineId * 61 + 7) * 60_000
  const edges: number[] = []
  for (let at = from.getTime() + stepMs / 2; at < to.getTime(); at += stepMs) {
    edges.push(at + (ownMs % (stepMs / 4)))
  }
  return edges
}

/** What questions wanted is read into memory in the background: until they read nothing from the store, a minute at most. */
async function warmed(telemetry: Telemetry, work: () => Promise<void>) {
  for (let second = 0; second < 60; second += 1) {
    await sleep(1_000)
    const before = telemetry.metrics().sumsFromStore
    await work()
    if (telemetry.metrics().sumsFromStore === before) return
  }
}

function labelledSpans(machineId: number, period: Case['period']) {
  const labels: LabelSpan[] = []
  const begin = period.from.getTime() + machineId * 67_890
  for (let from = begin; from < period.to.getTime(); from += labelEveryMs) {
    labels.push({ from, to: from + labelMs, label: labels.length, planned: true })
  }
  return timeSpans({ plan: [], modes: [], labels })
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
