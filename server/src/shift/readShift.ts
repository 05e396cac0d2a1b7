import type { FixedShift, Metrics, ShiftPage, ShiftStory } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import {
  type ClientScope,
  machineState,
  type Period,
  type ShiftFacts,
  shiftPageLimits,
  shiftSentences,
  sparseCoverageBelow,
  sumOfShift,
  unknownState,
} from '@packboard/model'
import {
  type AuditRow,
  auditPage,
  machineNow,
  type TotalBy,
  type UnplannedSpans,
} from '@packboard/telemetry/read'
import type { Viewer } from '../access/actor.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { byText, packsIn, rejectsIn, secondsOf, stopPieces } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import { metricDimensions, metricsOf, type TargetOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { type FigureBasis, readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { type SerialOf, serialsOf } from '../records/recordsWire.ts'
import { reasonCoverage, waitsForReason } from '../stops/bookFigures.ts'
import type { BookStop } from '../stops/bookStops.ts'
import { readStops } from '../stops/readStops.ts'
import { statesOf } from '../stops/stopRows.ts'
import { differences } from './differences.ts'
import { type FoundShift, stepsOf } from './findShift.ts'
import { type LinesOfShift, linesOfShift } from './linesOfShift.ts'
import { presentOf } from './presentOf.ts'
import { readProgress, type ShiftProgressRead } from './readProgress.ts'
import { changeBefore, costOfStops, dearestStops, lastNote, readStories } from './stories.ts'

export type ShiftDeps = Pick<Deps, 'management' | 'telemetry' | 'now'> & PlanDeps

/** What a page is made of: the shift, whose machines, and what its reader may see. */
export type ShiftQuestion = {
  readonly viewer: Viewer
  readonly scope: ClientScope
  /** By line, then by serial number. */
  readonly machines: readonly ClientMachine[]
  readonly shift: FoundShift
  /** OEEE of several machines, and the same shift a week before, are for premium clients (D51). */
  readonly compares: boolean
  /** A tablet reads the last day alone: nothing of earlier shifts. */
  readonly readsEarlier: boolean
  /** Its window has no target. */
  readonly withoutTarget?: boolean
}

export type ShiftRead = {
  readonly page: FixedShift
  readonly now: ShiftPage['now']
  readonly openQuestions: ShiftPage['openQuestions']
  readonly openCount: number
  /** Of the stops that are expected to have a reason, seconds. */
  readonly dueStopSeconds: number
  /** What a person wrote to a stop, and what was changed before it, as it is written now. */
  readonly quotesOf: (story: ShiftStory) => Promise<Pick<ShiftStory, 'note' | 'change'>>
}

/** Figures, stop causes and differences of a shift are folded from these sums. */
const shiftDimensions = [...metricDimensions, 'causeGroup', 'cause'] as const
type ShiftTotal = TotalBy<(typeof shiftDimensions)[number]>

const noSpans: UnplannedSpans = new Map()
const everyStop = { figure: 'all', part: '', partGroup: '' } as const

/** Everything that the page of a shift shows of its records, each figure by the function that gives it to its own page. */
export async function readShift(deps: ShiftDeps, question: ShiftQuestion): Promise<ShiftRead> {
  const { viewer, scope, machines, shift } = question
  const { period, at, zone, isRunning } = shift
  const { telemetry } = deps
  const requested: ChartQuestion = {
    ...{ viewer, scope, machines, zone, filter: {}, nothing: false },
    period: { from: period.from, to: at },
    present: isRunning ? at.getTime() : Math.floor(deps.now()),
  }
  const machineIds = machines.map(({ id }) => id)
  const steps = stepsOf(period, machines.length)
  const [progress, basis, stood, changes, moments, earlier, lines] = await Promise.all([
    readProgress(deps, scope, machines, { shift: period, at, steps: steps.starts }),
    readBasis(deps, requested, shiftDimensions),
    readStood(deps, requested, question),
    auditPage(telemetry, scope, {
      ...{ machineIds, period: requested.period },
      ...{ offset: 0, limit: shiftPageLimits.rows },
    }),
    isRunning && machineIds.length > 0 ? machineNow(telemetry, scope, { machineIds, at }) : [],
    readWeekBefore(deps, requested, question),
    linesOfShift(deps, scope, requested),
  ])
  const { found, thresholdSeconds, unplanned, stories } = stood
  const targetOf = await targetBook(deps, scope, {
    ...{ contexts: basis.contexts, from: period.from, before: at },
  })
  const serialOf = serialsOf(machines)
  const open = found.filter(waitsForReason)
  const figures = metricsOf(basis, targetOf)
  const coverage = reasonCoverage(found, thresholdSeconds)
  const parts = {
    ...linesAndSteps(machines, progress, question, lines.oeeeOf),
    stories,
    rejects: rejectRows(machines, basis.contexts),
    different:
      earlier === null
        ? null
        : {
            ...earlier.period,
            rows: isObserved(figures.oee.coverage)
              ? differences({ contexts: basis.contexts, figures }, earlier, {
                  serialOf,
                  showsOeee: question.compares,
                })
              : [],
          },
  }
  const firstOut = new Map(
    found
      .filter(({ goesOn, causeGroup }) => goesOn && causeGroup !== '')
      .map(({ machineId, cause, causeGroup: group }) => [serialOf(machineId), { cause, group }]),
  )
  const now = isRunning ? presentOf(machines, moments, { at, unplanned }) : null
  const sum = sumOfShift(progress.machines)
  const whole = question.withoutTarget ? { ...sum, ...noTarget } : sum
  const page: Omit<FixedShift, 'sentence' | 'also'> = {
    ...{ at, machines: machines.length, ...parts },
    figures: {
      ...whole,
      forecast: isRunning ? whole.forecast : null,
      metrics: shownMetrics(metricsWire(figures), question),
      before: earlier && isObserved(earlier.figures.oee.coverage) ? earlier.metrics : null,
      ...stopFigures(basis.contexts, targetOf),
      stopsWithoutReason: open.length,
      secondsWithoutReason: coverage.withoutReasonSeconds,
      plannedSeconds: sumOf(progress.machines, (row) => row.plannedSeconds),
      leftSeconds: (period.to.getTime() - at.getTime()) / 1_000,
    },
    stepSeconds: steps.seconds,
    planned: plannedForAll(machines, unplanned, period),
    changes: changes.rows.map((row) => changeWire(row, serialOf)),
    changeCount: changes.count,
  }
  return {
    page: {
      ...page,
      ...shiftSentences(factsOf(page, now, { isRunning, progress, firstOut, held: lines.held })),
    },
    now,
    openQuestions: openQuestionRows(open, serialOf),
    openCount: open.length,
    dueStopSeconds: coverage.seconds,
    quotesOf: (story) => quotesOf(deps, requested, found, story),
  }
}

/** The stops of the shift, what the plan takes out of it, and the stories of the stops that cost most. */
async function readStood(
  deps: ShiftDeps,
  requested: ChartQuestion,
  { scope, machines, shift, readsEarlier }: ShiftQuestion,
) {
  const schedule = await deps.plans.schedule(scope, machines, shift.period)
  const unplanned = schedule?.spans ?? noSpans
  const read = await readStops(deps, requested, everyStop, { cutBy: unplanned })
  const { found, thresholdSeconds, targetOf } = read
  const costs = costOfStops(found, { unplanned, targetOf })
  const before = readsEarlier ? shift.sameBefore() : []
  const stories = await readStories(deps, requested, dearestStops(costs), before)
  return { found, thresholdSeconds, unplanned, stories }
}

async function quotesOf(
  deps: ShiftDeps,
  { scope, machines, period }: ChartQuestion,
  found: readonly BookStop[],
  { machineId, start, end }: ShiftStory,
): Promise<Pick<ShiftStory, 'note' | 'change'>> {
  const machine = machines.find(({ serialNo }) => serialNo === machineId)
  if (machine === undefined) return { note: null, change: null }
  const stop = found.find((one) => one.machineId === machine.id && one.from < end && one.to > start)
  const began = { machineId: machine.id, from: start, beganBefore: start <= period.from }
  return {
    note: stop === undefined ? null : lastNote(stop),
    change: await changeBefore(deps, scope, began),
  }
}

const sumOf = <One>(list: readonly One[], of: (one: One) => number) =>
  list.reduce((sum, one) => sum + of(one), 0)

const isObserved = (coverage: number | null) => coverage !== null && coverage >= sparseCoverageBelow

/** The same shift a week before; null where its reader may not compare, or nothing was observed then. */
async function readWeekBefore(
  deps: ShiftDeps,
  requested: ChartQuestion,
  { compares, readsEarlier, shift, scope }: ShiftQuestion,
) {
  const { weekBefore: period } = shift
  if (!compares || !readsEarlier || period === null || requested.machines.length === 0) return null
  const basis = await readBasis(deps, { ...requested, period }, shiftDimensions)
  if (basis.whole.every(({ ms }) => ms === 0)) return null
  const targetOf = await targetBook(deps, scope, {
    ...{ contexts: basis.contexts, from: period.from, before: period.to },
  })
  const figures = metricsOf(basis, targetOf)
  return { period, contexts: basis.contexts, figures, metrics: metricsWire(figures) }
}

/** Without premium the figures that the day summary keeps for it are absent (D51); with one machine every client has them. */
export function shownMetrics(
  { restatement, ...metrics }: Metrics,
  { compares, machines }: Pick<ShiftQuestion, 'compares' | 'machines'>,
): Metrics {
  if (compares || machines.length === 1) return { ...metrics, ...(restatement && { restatement }) }
  return {
    ...metrics,
    ...{ OEEE: null, availability: null, performance: null, quality: null, machineOeee: null },
  }
}

/** What of a shift was lost in stops. */
export function stopFigures(
  contexts: FigureBasis<TotalBy<(typeof metricDimensions)[number]>>['contexts'],
  targetOf: TargetOf,
) {
  const stood = stopPieces(contexts)
  return {
    stopSeconds: secondsOf(stood),
    stopCauseCount: sumOf(stood, (total) => total.stops),
    lostPacks: lostPacks(stood, targetOf),
  }
}

const noTarget = { due: null, ofShift: null, forecast: null }

/** More lines are shown without their pieces. */
const mostLines = 50

function linesAndSteps(
  machines: readonly ClientMachine[],
  { machines: rows, stepsOf }: ShiftProgressRead,
  { shift: { isRunning }, withoutTarget = false }: ShiftQuestion,
  oeeeOf: LinesOfShift['oeeeOf'],
): Pick<FixedShift, 'lines' | 'steps'> {
  const lines = [...Map.groupBy(machines.entries(), ([, { lineName }]) => lineName)]
  const withTarget = (steps: FixedShift['steps']) =>
    withoutTarget ? steps.map((step) => ({ ...step, due: null })) : steps
  return {
    steps: withTarget(stepsOf(machines)),
    lines: lines.map(([line, entries]) => {
      const all = sumOfShift(entries.flatMap(([index]) => rows[index] ?? []))
      const sum = withoutTarget ? { ...all, ...noTarget } : all
      const oeee = oeeeOf.get(line)
      return {
        ...{ line, ...sum, forecast: isRunning ? sum.forecast : null },
        steps:
          lines.length > mostLines
            ? []
            : withTarget(stepsOf(entries.map(([, machine]) => machine))),
        ...(oeee && { oeee }),
      }
    }),
  }
}

function rejectRows(
  machines: readonly ClientMachine[],
  contexts: readonly ShiftTotal[],
): FixedShift['rejects'] {
  const ofMachine = Map.groupBy(contexts, ({ machineId }) => machineId)
  return machines
    .flatMap(({ id, serialNo }) => {
      const own = ofMachine.get(id) ?? []
      const packs = rejectsIn(own)
      const made = packsIn(own)
      if (packs === null || packs <= 0) return []
      return [{ machineId: serialNo, packs, percent: made > 0 ? (100 * packs) / made : null }]
    })
    .toSorted((a, b) => b.packs - a.packs || byText(a.machineId, b.machineId))
    .slice(0, shiftPageLimits.rejectMachines)
}

function changeWire(
  { machineId, ...row }: AuditRow,
  serialOf: SerialOf,
): FixedShift['changes'][number] {
  return { ...row, machineId: serialOf(machineId) }
}

/** The longest first: what is worth most to know. */
function openQuestionRows(
  open: readonly BookStop[],
  serialOf: SerialOf,
): ShiftPage['openQuestions'] {
  return open
    .map((stop) => ({ stop, seconds: secondsOf(stop.times) }))
    .toSorted((a, b) => b.seconds - a.seconds || a.stop.from.getTime() - b.stop.from.getTime())
    .slice(0, shiftPageLimits.rows)
    .map(({ stop, seconds }) => ({
      machineId: serialOf(stop.machineId),
      ...{ start: stop.from, end: stop.to, seconds },
      ...{ cause: stop.cause, group: stop.causeGroup },
      state: statesOf(stop.times)[0]?.code ?? unknownState,
      proposal: stop.proposal(),
    }))
}

/** What the plan takes out of the shift for every machine. */
function plannedForAll(
  machines: readonly ClientMachine[],
  unplanned: UnplannedSpans,
  { from, to }: Period,
): FixedShift['planned'] {
  const lists = new Set(machines.map(({ id }) => unplanned.get(id) ?? []))
  const [first = [], ...others] = lists
  let common = first.flatMap(({ from: start, to: end, plan: kind }) =>
    kind === null ? [] : [{ from: start, to: end, kind }],
  )
  for (const list of others) {
    common = common.flatMap((one) =>
      list
        .filter(({ plan }) => plan === one.kind)
        .map((span) => ({
          from: Math.max(one.from, span.from),
          to: Math.min(one.to, span.to),
          kind: one.kind,
        }))
        .filter((span) => span.from < span.to),
    )
  }
  return common
    .map((span) => ({
      from: new Date(Math.max(span.from, from.getTime())),
      to: new Date(Math.min(span.to, to.getTime())),
      kind: span.kind,
    }))
    .filter((span) => span.from < span.to)
}

/** The figures of the page that its sentences are made of. */
function factsOf(
  page: Omit<FixedShift, 'sentence' | 'also'>,
  now: ShiftPage['now'],
  {
    isRunning,
    progress,
    firstOut,
    held,
  }: Pick<LinesOfShift, 'held'> & {
    readonly isRunning: boolean
    readonly progress: ShiftProgressRead
    /** The first-out alarm of machines whose stop goes on. */
    readonly firstOut: ReadonlyMap<string, { readonly cause: string; readonly group: string }>
  },
): ShiftFacts {
  const { figures, different } = page
  const newCause = different?.rows.find(({ what, before }) => what === 'cause' && before === null)
  return {
    isRunning,
    at: page.at,
    machines: page.machines,
    made: figures.made,
    due: figures.due,
    plannedSeconds: figures.plannedSeconds,
    plannedLeftSeconds: sumOf(progress.machines, (row) => row.leftSeconds),
    leftSeconds: figures.leftSeconds,
    coverage: figures.metrics.coverage,
    stories: page.stories,
    lines: page.lines,
    held,
    stopsWithoutReason: figures.stopsWithoutReason,
    secondsWithoutReason: figures.secondsWithoutReason,
    rejects: page.rejects,
    newCause: newCause ? { ...newCause, seconds: newCause.now ?? 0 } : null,
    now: now && {
      reporting: now.reporting,
      standing: now.standing.map(({ machineId, state, since }) => ({
        ...{ machineId, since },
        ...(firstOut.get(machineId) ?? { cause: machineState(state).name, group: '' }),
      })),
    },
  }
}
