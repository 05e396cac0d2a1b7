import type { ClientSettings, PastChange, TargetInForce } from '@packboard/management'
import {
  closedSeconds,
  hiddenName,
  isStandingTime,
  machineState,
  notRunUnder,
  type Oee,
  type Output,
  oee,
  packsOf,
  plannedSeconds,
  type RuleEdition,
  type Target,
  type TimeModel,
  windowSeconds,
  withoutTaken,
} from '@packboard/model'
import type { ContextTotal, PlannedTotal, TotalBy } from '@packboard/telemetry/read'
import { byText, packsIn, rejectsIn } from './contextSums.ts'
import type { FigureBasis } from './readBasis.ts'
import { timeOfBasis } from './timeOf.ts'

/** The target speed of a product on a machine (D22), and the rules of its client; `since`: the mark of a sum, absent where it has none. */
export type TargetOf = ((
  machineId: number,
  product: string,
  since?: number,
) => Target & Partial<Pick<TargetInForce, 'of' | 'since'>>) & {
  /** By which rules a sum is judged (D111, D114); absent: by the earlier ones. */
  readonly rules?: (machineId: number, since?: number) => RuleEdition
  /** Absent where nothing was applied to the past of the window. */
  readonly past?: PastTargets
}

/** What was applied to the past of a window, and the targets without it (D98). */
export type PastTargets = {
  readonly asEntered: ClientSettings
  readonly targetOf: TargetOf
  readonly changes: readonly PastChange[]
  /** Not only targets were other ones: minutes were, too. */
  readonly movesMinutes: boolean
}

/** What the metrics are made of: not of tools and causes. */
export const metricDimensions = ['machineId', 'state', 'category', 'product'] as const
type MetricTotal = TotalBy<(typeof metricDimensions)[number]>

/** The figures of the metric cards, in seconds, packs and percent; nothing is rounded (D21). */
export type MetricFigures = {
  readonly packs: number
  /** Of these, read after an OFFLINE gap: in no term of OEEE, as their time is not (D63). */
  readonly packsAfterGap: number
  /** Of the others, counted in time that is not planned: in no term of OEEE either (D111). */
  readonly packsNotPlanned: number
  readonly rejects: number | null
  /** Under the filter; offline is of the whole window, independent of the filter. */
  readonly time: TimeModel
  readonly windowSeconds: number
  readonly oee: Oee
  /** The terms of OEEE: what was packed, by product, machine and target. */
  readonly outputs: readonly ProductOutput[]
  /** As they would be without plan, labels and modes (D75); undefined where these moved nothing. */
  readonly restated: Restated | undefined
  /** Without settings that were applied to the past, where these moved OEEE; null: minutes moved, which these sums do not know. */
  readonly asEntered?: {
    readonly before: Pick<Oee, 'oee' | 'machineOee'> | null
    readonly changes: readonly PastChange[]
  }
  /** Of time and packs, what was recovered of gaps (D71); absent where that is nothing. */
  readonly recovered?: { readonly seconds: number; readonly packs: number }
}

/** Metrics of any scope of machines, products and time (D20 to D25). Coverage refers to the whole window. */
export function metricsOf(basis: FigureBasis<MetricTotal>, targetOf: TargetOf): MetricFigures {
  const { contexts, whole } = basis
  const time = judgedTime(basis, targetOf)
  const window = timeOfBasis({ ...basis, contexts: whole })
  const observed = oee(window, [])
  const outputs = outputsOf(contexts, targetOf)
  return {
    packs: packsIn(contexts),
    packsAfterGap: packsIn(contexts.filter(isAfterGap)),
    packsNotPlanned: packsIn(
      contexts.filter((one) => !isAfterGap(one) && isNotRated(one, targetOf)),
    ),
    rejects: rejectsIn(contexts),
    time,
    windowSeconds: windowSeconds(window),
    oee: {
      ...oee(time, outputs),
      coverage: observed.coverage,
      lowCoverage: observed.lowCoverage,
    },
    outputs,
    restated: restatementOf(basis, { time, window }, targetOf),
    ...asEnteredOf(basis, targetOf, time),
    ...recoveredIn(basis),
  }
}

/** The time of a basis, of which Machine OEEE takes out what reasons say by the rules of the client (D114). */
function judgedTime(basis: FigureBasis<MetricTotal>, { rules }: TargetOf): TimeModel {
  const time = timeOfBasis(basis)
  const ms = basis.contexts.reduce((sum, one) => {
    return isExternalReason(one) && rules?.(one.machineId, one.since) === 'revised'
      ? sum + one.ms
      : sum
  }, 0)
  return ms === 0 ? time : { ...time, externalReasons: ms / 1_000 }
}

/** Planned time under a reason whose cause is external, in a state that is not. */
const isExternalReason = ({ category, state, under, external }: PlannedTotal<MetricTotal>) =>
  external !== undefined &&
  under === undefined &&
  isStandingTime(category) &&
  !machineState(state).external

function asEnteredOf(
  basis: FigureBasis<MetricTotal>,
  targetOf: TargetOf,
  time: TimeModel,
): Pick<MetricFigures, 'asEntered'> {
  const { contexts } = basis
  const { past } = targetOf
  if (past === undefined) return {}
  if (past.movesMinutes) return { asEntered: { before: null, changes: past.changes } }
  const now = outputsOf(contexts, targetOf)
  const before = outputsOf(contexts, past.targetOf)
  const [shown, other] = [oee(time, now), oee(judgedTime(basis, past.targetOf), before)]
  if (shown.oee === other.oee && shown.machineOee === other.machineOee) return {}
  const packed = new Set(now.map(({ product }) => product))
  const changes = past.changes.filter(({ product }) => product === null || packed.has(product))
  return { asEntered: { before: other, changes } }
}

function recoveredIn({
  recovered,
}: Pick<FigureBasis, 'recovered'>): Pick<MetricFigures, 'recovered'> {
  if (recovered === undefined) return {}
  const ms = Object.values(recovered.ms).reduce((sum, one) => sum + one, 0)
  return { recovered: { seconds: ms / 1_000, packs: packsOf(recovered.packs) } }
}

/** The output of each product on each machine: the terms of OEEE (D20). */
type ProductOutput = Output & {
  readonly machineId: number
  readonly product: string
  readonly target: ReturnType<TargetOf>
}

type MadeTotal = Pick<MetricTotal, 'machineId' | 'product' | 'category' | 'packs' | 'rejects'>

/** Packs that were read after a gap have no time: what they were made in is offline (D63). */
const isAfterGap = ({ category }: Pick<ContextTotal, 'category'>) => category === 'offline'

/** Whether packs are left out of ideal and good: their time is not in the planned one (D63, D111). */
export function isNotRated(
  {
    machineId,
    category,
    under,
    since,
  }: Pick<PlannedTotal<MetricTotal>, 'machineId' | 'category' | 'under' | 'since'>,
  { rules }: TargetOf,
): boolean {
  if (category === 'offline') return true
  const isNotPlanned = category === 'unknown' || (under !== undefined && isStandingTime(category))
  return isNotPlanned && rules?.(machineId, since) === 'revised'
}

/** Packs and rejects of every product on every machine at each of its target speeds; without those whose time is not planned. */
export function outputsOf(
  contexts: readonly PlannedTotal<MadeTotal>[],
  targetOf: TargetOf,
): ProductOutput[] {
  const observed = contexts.filter((context) => !isNotRated(context, targetOf))
  // Another setting that changes no target divides nothing: the order of sums is the same.
  const groups = Map.groupBy(observed, ({ machineId, product, since }) => {
    const { ppm, source } = targetOf(machineId, product, since)
    return `${machineId} ${ppm} ${source} ${product}`
  })
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { machineId, product, since } = first
    return [
      {
        machineId,
        product,
        packs: packsIn(group),
        rejects: rejectsIn(group),
        target: targetOf(machineId, product, since),
      },
    ]
  })
}

/** Who and what moved figures (D75). */
export type MovedBy = {
  /** Entries of the stop book that decided over time that did not run. */
  readonly labels: number
  /** Their authors, each once, in order; null, at the end: accounts that are gone. Empty: the client forbids this caller to read names. */
  readonly people: readonly (string | null)[]
  readonly plan: boolean
  readonly modes: boolean
}

/** Figures as they would be without plan, labels and modes. */
type Restated = MovedBy & {
  readonly before: Pick<Oee, 'oee' | 'machineOee' | 'availability' | 'coverage'>
  readonly plannedSeconds: number
}

/** undefined where nothing moved the figures. `time` is what they are of, `window` that of the whole window. */
function restatementOf(
  basis: Pick<FigureBasis<MetricTotal>, 'contexts' | 'authorOf'>,
  { time, window }: { readonly time: TimeModel; readonly window: TimeModel },
  targetOf: TargetOf,
): Restated | undefined {
  const isMoved = [time.unplanned, window.unplanned, time.externalReasons].some(
    (one) => one !== undefined,
  )
  if (!isMoved) return undefined
  const labels = decided(basis.contexts, targetOf)
  const takes = (kind: 'break' | 'closed' | 'mode') => notRunUnder(time, kind) > 0
  const plan = takes('break') || takes('closed') || closedSeconds(window) > 0
  const modes = takes('mode')
  if (labels.length === 0 && !plan && !modes) return undefined
  const whole = withoutTaken(time)
  // Without plan, labels and modes what was counted under them is rated.
  const outputs = outputsOf(
    basis.contexts.map(({ under: _, ...context }) => context),
    targetOf,
  )
  const authors = labels
    .map((label) => basis.authorOf?.(label) ?? null)
    .filter((author) => author !== hiddenName)
  return {
    labels: labels.length,
    people: [...new Set(authors)].sort((a, b) => (a === null ? 1 : b === null ? -1 : byText(a, b))),
    ...{ plan, modes },
    before: { ...oee(whole, outputs), coverage: oee(withoutTaken(window), []).coverage },
    plannedSeconds: plannedSeconds(whole),
  }
}

/** The entries that decided over time in these sums: of planned time, or of where its cause was. */
function decided(contexts: readonly PlannedTotal<MetricTotal>[], { rules }: TargetOf): number[] {
  const labels = contexts.flatMap((context) => {
    const { machineId, label, external, category, ms, since } = context
    if (ms <= 0 || !isStandingTime(category)) return []
    const isCause = isExternalReason(context) && rules?.(machineId, since) === 'revised'
    return [label, isCause ? external : undefined].filter((one) => one !== undefined)
  })
  return [...new Set(labels)]
}
