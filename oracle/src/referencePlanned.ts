import type { RawLabel } from './rawRecords.ts'
import { bookOf } from './referenceBook.ts'
import { type Filter, stretchAt, stretchesIn } from './referenceFilter.ts'
import { type Unplanned, unplannedIn } from './referencePlan.ts'
import type { KnownMachine, KnownPlant, RawPlant } from './referencePlant.ts'
import { figureEdges, isRevisedAt } from './referenceSettings.ts'
import { isExternal } from './referenceStates.ts'
import type { Counted, Stretch } from './referenceTimeline.ts'
import type { Span } from './referenceWindow.ts'

type Taken = 'label' | 'mode' | Unplanned['kind'] | null

/** Observed time with what takes it out of planned time. */
export type Piece = Stretch & {
  /** Of idle, alarm and ancillary alone: what ran is planned wherever it lies, unknown time never is. */
  readonly under: Taken
  /** The same of unknown time, too. */
  readonly taken: Taken
  /** The label with an unplanned reason whose cause is external (D114). */
  readonly external: RawLabel | null
  /** What the plan says, whatever came before it. */
  readonly plan: Unplanned['kind'] | null
  /** The label that decided: it took the time out, or gave back what something else would have taken. */
  readonly by: RawLabel | null
}

/**
 * D72, D73, letter 59: the observed time of a machine in a window, cut where something else holds. A person's label comes first:
 * a planned reason takes time out until its overrun, any other gives it back. Then the unit mode, then the plan.
 */
export function piecesIn(
  plant: RawPlant,
  machine: KnownMachine,
  span: Span,
  filter: Filter = {},
): Piece[] {
  const stretches = stretchesIn(machine, span, filter)
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (first === undefined || last === undefined) return []
  const near = unplannedIn(plant, machine, span).filter(
    ({ from, to }) => from < last.to && to > first.from,
  )
  const book = bookOf(plant, machine)
  const settings = figureEdges(plant, machine)
  return stretches.flatMap((stretch) => {
    const parts = stretch.stop === null ? [] : (book.get(stretch.stop) ?? [])
    const edges = [
      ...near.flatMap(({ from, to }) => [from, to]),
      ...parts.flatMap(({ from, to, overrunAt }) => [from, to, overrunAt ?? to]),
      ...settings,
    ].filter((at) => stretch.from < at && at < stretch.to)
    const starts = [...new Set([stretch.from, ...edges])].sort((a, b) => a - b)
    return starts.map((from, index): Piece => {
      const holds = (one: Span) => one.from <= from && from < one.to
      const plan = near.find(holds)?.kind ?? null
      const piece = { ...stretch, from, to: starts[index + 1] ?? stretch.to, plan }
      if (stretch.kind === 'run')
        return { ...piece, under: null, taken: null, by: null, external: null }
      const part = parts.find(holds)
      const without = stretch.otherMode ? 'mode' : plan
      const isPlanned = part?.reason?.planned && from < (part.overrunAt ?? part.to)
      const taken = !part?.reason ? without : isPlanned ? 'label' : null
      const under = isNotRun(stretch) ? taken : null
      const decides = part?.reason && isNotRun(stretch) && (isPlanned || without !== null)
      const isExternal = part?.reason?.cause === 'external' && !isPlanned
      return {
        ...{ ...piece, taken, under },
        by: decides ? part.label : null,
        external: isExternal ? part.label : null,
      }
    })
  })
}

/**
 * D111: does a count belong to planned time? Of a machine that was seen to stand a label or a mode decides at the last moment before the
 * reading, else the plan in the minute of the reading. Where the window begins, or the plan or a setting changes, the reading's own moment decides.
 */
export function isRated(
  plant: KnownPlant,
  machine: KnownMachine,
  span: Span,
  count: Counted,
): boolean {
  const { at, kind, stop } = count
  if (kind === 'offline') return false
  if (!isRevisedAt(plant, at) || kind === 'run') return true
  if (kind === 'unknown') return false
  const plans = unplannedIn(plant, machine, { from: span.from, to: span.to })
  const holds = (moment: number) => (one: Span) => one.from <= moment && moment < one.to
  const isEdge =
    at === span.from ||
    figureEdges(plant, machine).includes(at) ||
    plans.some(({ from, to }) => from === at || to === at)
  const moment = isEdge ? at : at - 1
  const part = stop === null ? undefined : bookOf(plant, machine).get(stop)?.find(holds(moment))
  const isOther = stretchAt(machine, moment)?.otherMode ?? false
  const planned = plans.find(holds(moment)) !== undefined
  if (part?.reason) {
    if (part.reason.planned && moment < (part.overrunAt ?? part.to)) return false
    if (isOther || planned) return true
  }
  if (isOther && !part?.reason) return false
  return plans.find(holds(at)) === undefined
}

/** What a plan can take out. */
export const isNotRun = ({ kind }: Stretch) => ['idle', 'alarm', 'ancillary'].includes(kind)

/** D114: what reasons say of time in other states, where the revised rules hold. */
export const reasonedIn = (plant: KnownPlant, pieces: readonly Piece[]) =>
  pieces.filter(
    (piece) =>
      piece.external !== null &&
      piece.under === null &&
      isNotRun(piece) &&
      !isExternal(piece.state) &&
      isRevisedAt(plant, piece.from),
  )
