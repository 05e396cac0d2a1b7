import type { ClientSettings, PastChange, TargetInForce } from '@packboard/management'
import {
  closedSeconds,
  hiddenName,
  isStandingTime,
  notRunUnder,
  type Oee,
  type Output,
  oee,
  packsOf,
  plannedSeconds,
  type Target,
  type TimeModel,
  windowSeconds,
  withoutTaken,
} from '@packboard/model'
import type { ContextTotal, PlannedTotal, TotalBy } from '@packboard/telemetry/read'
import { byText, packsIn, rejectsIn } from './contextSums.ts'
import type { FigureBasis } from './readBasis.ts'
import { timeOfBasis } from './timeOf.ts'

/** The target speed of a product on a machine (D22); `since`: the mark of a sum, absent where it has none. */
export type TargetOf = ((
  machineId: number,
  product: string,
  since?: number,
) => Target & Partial<Pick<TargetInForce, 'of' | 'since'>>) & {
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
  const time = timeOfBasis(basis)
  const window = timeOfBasis({ ...basis, contexts: whole })
  const observed = oee(window, [])
  const outputs = outputsOf(contexts, targetOf)
  return {
    packs: packsIn(contexts),
    packsAfterGap: packsIn(contexts.filter(isAfterGap)),
    rejects: rejectsIn(contexts),
    time,
    windowSeconds: windowSeconds(window),
    oee: {
      ...oee(time, outputs),
      coverage: observed.coverage,
      lowCoverage: observed.lowCoverage,
    },
    outputs,
    restated: restatementOf(basis, { time, window }, outputs),
    ...asEnteredOf(basis, targetOf, time),
    ...recoveredIn(basis),
  }
}

function asEnteredOf(
  { contexts }: Pick<FigureBasis<MetricTotal>, 'contexts'>,
  targetOf: TargetOf,
  time: TimeModel,
): Pick<MetricFigures, 'asEntered'> {
  const { past } = targetOf
  if (past === undefined) return {}
  if (past.movesMinutes) return { asEntered: { before: null, changes: past.changes } }
  const now = outputsOf(contexts, targetOf)
  const before = outputsOf(contexts, past.targetOf)
  const [shown, other] = [oee(time, now), oee(time, before)]
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

/** Packs that were read after a gap have no time: what they were made in is offline (D63). */
const isAfterGap = ({ category }: Pick<ContextTotal, 'category'>) => category === 'offline'

/** Packs and rejects of every product on every machine at each of its target speeds; without those after a gap. */
export function outputsOf(
  contexts: readonly PlannedTotal<MetricTotal>[],
  targetOf: TargetOf,
): ProductOutput[] {
  const observed = contexts.filter((context) => !isAfterGap(context))
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
  basis: Pick<FigureBasis<MarkedTotal>, 'contexts' | 'authorOf'>,
  { time, window }: { readonly time: TimeModel; readonly window: TimeModel },
  outputs: readonly Output[],
): Restated | undefined {
  if (time.unplanned === undefined && window.unplanned === undefined) return undefined
  const labels = decided(basis.contexts)
  const takes = (kind: 'break' | 'closed' | 'mode') => notRunUnder(time, kind) > 0
  const plan = takes('break') || takes('closed') || closedSeconds(window) > 0
  const modes = takes('mode')
  if (labels.length === 0 && !plan && !modes) return undefined
  const whole = withoutTaken(time)
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

type MarkedTotal = PlannedTotal<TotalBy<'category'>>

/** The entries that decided over time in these sums. */
function decided(contexts: readonly MarkedTotal[]): number[] {
  const labels = contexts.flatMap(({ label, category, ms }) =>
    label !== undefined && ms > 0 && isStandingTime(category) ? [label] : [],
  )
  return [...new Set(labels)]
}
