import {
  closedSeconds,
  hiddenName,
  isStandingTime,
  notRunUnder,
  type Oee,
  type Output,
  oee,
  plannedSeconds,
  type TimeModel,
  withoutTaken,
} from '@packboard/model'
import type { PlannedTotal, TotalBy } from '@packboard/telemetry/read'
import { byText } from './contextSums.ts'
import type { FigureBasis } from './figureBasis.ts'

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
export type Restated = MovedBy & {
  readonly before: Pick<Oee, 'oee' | 'machineOee' | 'availability' | 'coverage'>
  readonly plannedSeconds: number
}

/** undefined where nothing moved the figures. `time` is what they are of, `window` that of the whole window. */
export function restatementOf(
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
