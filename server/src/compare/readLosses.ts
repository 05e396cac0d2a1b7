import { type CauseRows, lossTerms, reasonRowStops } from '@packboard/contract'
import { plainReasons } from '@packboard/management'
import {
  AppError,
  addSeconds,
  idealSeconds,
  isStandingTime,
  type LossAmount,
  type LossName,
  type LossTree,
  lossTree,
  plannedSeconds,
  type Reason,
  type TimeModel,
  withoutTaken,
} from '@packboard/model'
import type { PlannedTotal, TotalBy } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { secondsOf } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import {
  type MetricFigures,
  metricDimensions,
  metricsOf,
  type TargetOf,
} from '../figures/metricsOf.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { begins } from '../stops/bookFigures.ts'
import { readStops, spansOf } from '../stops/readStops.ts'
import { sectionsOf } from '../stops/stopSections.ts'

const dimensions = [...metricDimensions, 'causeGroup', 'cause'] as const
type Total = PlannedTotal<TotalBy<(typeof dimensions)[number]>>

/** What ran and what was made of one product on one machine at one target; times in seconds. */
export type LossTerm = {
  readonly machineId: number
  readonly product: string
  readonly targetPpm: number | null
  readonly packs: number
  readonly rejects: number | null
  readonly runSeconds: number
  readonly idealSeconds: number
  readonly goodSeconds: number
}

/** The losses of a window; `none`: why there are none. */
export type Losses = {
  readonly figures: MetricFigures | null
  readonly none: 'causeFilter' | 'noTarget' | 'nothingPlanned' | 'moving' | null
  readonly tree: LossTree | null
  readonly terms: readonly LossTerm[]
}

const nothing = (none: Losses['none'], figures: MetricFigures | null = null): Losses => ({
  ...{ figures, none, tree: null, terms: [] },
})

/** Of a window that reaches to the present: records may come between two questions. So often both are put, before it is said. */
const mostReads = 3

/**
 * The losses of OEEE (D99) of a window under its filter, by the terms that the cards are computed from. What did not run is divided by
 * cause from the sums of hours alone; by reason every stop is looked at.
 */
export async function readLosses(
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  by: CauseRows,
): Promise<Losses> {
  const { filter } = requested
  if (filter.state !== undefined || filter.causeGroup !== undefined) return nothing('causeFilter')
  for (let read = 1; ; read += 1) {
    const found = await readOnce(deps, requested, by)
    if (found.tree === null || found.tree.leftOver === 0) return found
    if (read === mostReads) return nothing('moving', found.figures)
  }
}

async function readOnce(
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  by: CauseRows,
): Promise<Losses> {
  const basis = await readBasis(deps, requested, dimensions)
  const { from, to: before } = requested.period
  const { contexts } = basis
  const targetOf = await targetBook(deps, requested.scope, { contexts, from, before })
  const figures = metricsOf(basis, targetOf)
  const { time, outputs } = figures
  const planned = plannedSeconds(time)
  if (planned <= 0) return nothing('nothingPlanned', figures)
  const { ideal, good } = idealSeconds(outputs)
  if (ideal === null || good === null) return nothing('noTarget', figures)
  const stood = contexts.filter(
    ({ category, under, ms }) => isStandingTime(category) && under === undefined && ms > 0,
  )
  const ran = contexts.filter(({ category }) => category === 'run')
  // What runs is planned wherever it lies.
  const made = lostPacks(
    ran.map(({ under: _, ...context }) => context),
    targetOf,
  )
  const packs = outputs.reduce((sum, output) => sum + output.packs, 0)
  const tree = lossTree({
    ...{ planned, run: time.run, ideal, good },
    stood: [
      ...(by === 'alarm'
        ? causesOf(stood, contexts, targetOf)
        : [...recoveredOf(stood, targetOf), ...(await reasonsOf(deps, requested, targetOf))]),
      ...silenceOf(time, planned),
    ],
    speedPacks: made === null ? null : made - packs,
    // What was rejected after a gap is in no term of OEEE, as its packs are not (D63).
    rejects: outputs.reduce<number | null>(
      (sum, { rejects }) => (rejects === null ? sum : (sum ?? 0) + rejects),
      null,
    ),
  })
  return { figures, none: null, tree, terms: termsOf(ran, outputs, targetOf) }
}

type Stood = LossName & LossAmount

/** The first-out cause of everything that stood, micro-stops and named stops with it. */
function causesOf(
  stood: readonly Total[],
  contexts: readonly Total[],
  targetOf: TargetOf,
): Stood[] {
  const keyOf = ({ causeGroup, cause }: Total) => JSON.stringify([causeGroup, cause])
  const begun = Map.groupBy(contexts, keyOf)
  return [...Map.groupBy(stood, keyOf)].flatMap(([id, own]): Stood[] => {
    const [first] = own
    if (first === undefined) return []
    const { causeGroup: group, cause: key } = first
    if (key === '') return recoveredOf(own, targetOf)
    const stops = (begun.get(id) ?? []).reduce((sum, one) => sum + one.stops, 0)
    return [{ kind: 'cause', key, group, ...amountOf(own, targetOf), stops }]
  })
}

const amountOf = (own: Parameters<typeof lostPacks>[0], targetOf: TargetOf) => ({
  seconds: secondsOf(own),
  lostPacks: lostPacks(own, targetOf),
})

/** What machines counted themselves in a gap belongs to no stop (D71). */
function recoveredOf(stood: readonly Total[], targetOf: TargetOf): Stood[] {
  const own = stood.filter(({ cause }) => cause === '')
  if (own.length === 0) return []
  const name = { kind: 'recovered', key: '', group: '' } as const
  return [{ ...name, ...amountOf(own, targetOf), stops: null }]
}

/** OFFLINE seconds that count as planned: what planned time holds beside what was observed (D113). */
function silenceOf(time: TimeModel, planned: number): Stood[] {
  const { run, idle, alarm, ancillary } = withoutTaken(time)
  const taken = Object.values(time.unplanned ?? {}).flatMap((under) => [
    -under.idle,
    -under.alarm,
    -under.ancillary,
  ])
  const observed = [idle, alarm, ancillary, ...taken].reduce(addSeconds, run)
  const seconds = addSeconds(planned, -observed)
  if (seconds <= 0) return []
  return [{ kind: 'silence', key: '', group: '', seconds, lostPacks: null, stops: null }]
}

/** Time of stops by what a person said, else by what they were; without what is not planned, and without unknown states. */
async function reasonsOf(
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  targetOf: TargetOf,
): Promise<Stood[]> {
  const [divided, reasons] = await Promise.all([
    spansOf(deps, requested),
    plainReasons(deps.management, requested.scope),
  ])
  const all = { figure: 'all', part: '', partGroup: '' } as const
  const { found } = await readStops(deps, requested, all, { divided, most: reasonRowStops })
  const reasonOf = new Map(reasons.map((reason) => [reason.id, reason]))
  type Row = { readonly name: LossName; times: Parameters<typeof lostPacks>[0][number][] } & {
    stops: number
  }
  const rows = new Map<string, Row>()
  for (const stop of found) {
    const { machineId } = stop
    const counted = new Set<Row>()
    for (const { kind, reason, group, cause, times } of sectionsOf(stop, divided)) {
      const lost = times.filter(({ category }) => isStandingTime(category))
      const name = lossName(kind, reason === null ? undefined : reasonOf.get(reason))
      if (name === null || lost.length === 0) continue
      const own = name.kind === 'cause' ? { ...name, key: cause, group } : name
      const id = JSON.stringify([own.kind, own.key, own.group])
      const row = rows.get(id) ?? { name: own, times: [], stops: 0 }
      rows.set(id, row)
      for (const time of lost) row.times.push({ ...time, machineId })
      counted.add(row)
    }
    if (begins(stop)) for (const row of counted) row.stops += 1
  }
  return [...rows.values()].map(({ name, times, stops }) => ({
    ...{ ...name, stops },
    ...amountOf(times, targetOf),
  }))
}

/** Which loss a section of a stop is; null: it is no planned time. What is left of a planned reason is its overrun. */
function lossName(
  kind: ReturnType<typeof sectionsOf>[number]['kind'],
  reason: Reason | undefined,
): LossName | null {
  const of = { key: reason?.id ?? '', group: '' }
  switch (kind) {
    case 'planned':
    case 'plan':
      return null
    case 'unplanned':
      if (reason?.setUp) return { kind: 'setUp', ...of }
      return { kind: reason?.planned ? 'overrun' : 'reason', ...of }
    case 'micro':
      return { kind, ...of }
    default:
      return { kind: 'cause', ...of }
  }
}

/** The terms of speed loss and rejects, by machine, product and target: their sums are both rows. */
function termsOf(
  ran: readonly Total[],
  outputs: MetricFigures['outputs'],
  targetOf: TargetOf,
): LossTerm[] {
  type Key = Pick<LossTerm, 'machineId' | 'product' | 'targetPpm'>
  const keyOf = ({ machineId, product, targetPpm }: Key) =>
    JSON.stringify([machineId, product, targetPpm])
  const terms = new Map<string, LossTerm>()
  const add = (key: Key, more: Partial<LossTerm>) => {
    const none = { packs: 0, rejects: null, runSeconds: 0, idealSeconds: 0, goodSeconds: 0 }
    const id = keyOf(key)
    terms.set(id, { ...none, ...key, ...terms.get(id), ...more })
  }
  const time = Map.groupBy(ran, ({ machineId, product, since }) =>
    keyOf({ machineId, product, targetPpm: targetOf(machineId, product, since).ppm }),
  )
  for (const own of time.values()) {
    const [first] = own
    if (first === undefined) continue
    const { machineId, product, since } = first
    const targetPpm = targetOf(machineId, product, since).ppm
    add({ machineId, product, targetPpm }, { runSeconds: secondsOf(own) })
  }
  for (const output of outputs) {
    const { machineId, product, packs, rejects, target } = output
    const { ideal, good } = idealSeconds([output])
    if (packs === 0 && !rejects) continue
    add(
      { machineId, product, targetPpm: target.ppm },
      { packs, rejects, idealSeconds: ideal ?? 0, goodSeconds: good ?? 0 },
    )
  }
  if (terms.size > lossTerms) throw new AppError('answer.tooManyRows')
  return [...terms.values()].sort(
    (a, b) => b.runSeconds - b.idealSeconds - (a.runSeconds - a.idealSeconds),
  )
}
