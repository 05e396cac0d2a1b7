import type { RawLabel } from './rawLabels.ts'
import { bookOf } from './referenceBook.ts'
import { type Filter, lengthOf, msOf, stretchesIn } from './referenceFilter.ts'
import { msUnder, type Unplanned, unplannedIn } from './referencePlan.ts'
import type { KnownMachine, RawPlant } from './referencePlant.ts'
import type { Stretch } from './referenceTimeline.ts'
import type { Span } from './referenceWindow.ts'

/** Observed time with what takes it out of planned time. */
export type Piece = Stretch & {
  /** Of idle, alarm and ancillary alone: what ran is planned wherever it lies, unknown time never is. */
  readonly under: 'label' | 'mode' | Unplanned['kind'] | null
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
  return stretches.flatMap((stretch) => {
    const parts = stretch.stop === null ? [] : (book.get(stretch.stop) ?? [])
    const edges = [
      ...near.flatMap(({ from, to }) => [from, to]),
      ...parts.flatMap(({ from, to, overrunAt }) => [from, to, overrunAt ?? to]),
    ].filter((at) => stretch.from < at && at < stretch.to)
    const starts = [...new Set([stretch.from, ...edges])].sort((a, b) => a - b)
    return starts.map((from, index): Piece => {
      const holds = (one: Span) => one.from <= from && from < one.to
      const plan = near.find(holds)?.kind ?? null
      const piece = { ...stretch, from, to: starts[index + 1] ?? stretch.to, plan }
      if (!isNotRun(stretch)) return { ...piece, under: null, by: null }
      const part = parts.find(holds)
      const without = stretch.otherMode ? 'mode' : plan
      if (!part?.reason) return { ...piece, under: without, by: null }
      const isPlanned = part.reason.planned && from < (part.overrunAt ?? part.to)
      if (isPlanned) return { ...piece, under: 'label', by: part.label }
      return { ...piece, under: null, by: without === null ? null : part.label }
    })
  })
}

/** What a plan can take out. */
const isNotRun = ({ kind }: Stretch) => ['idle', 'alarm', 'ancillary'].includes(kind)

/** The closed time of the plan in which nothing was observed. */
function silentMs(plant: RawPlant, machine: KnownMachine, span: Span): number {
  const closed = unplannedIn(plant, machine, span).filter(({ kind }) => kind === 'closed')
  return msOf(closed) - msUnder(stretchesIn(machine, span), closed)
}

/** What a plan, labels and modes do to the time of one machine, in ms. */
export function movedTime(plant: RawPlant, machine: KnownMachine, span: Span, filter: Filter) {
  const all = piecesIn(plant, machine, span)
  const own = piecesIn(plant, machine, span, filter)
  const msOfAll = (pieces: readonly Piece[], of: (piece: Piece) => boolean) =>
    pieces.reduce((ms, piece) => ms + (of(piece) ? lengthOf(piece) : 0), 0)
  const isClosed = ({ under, kind, plan }: Piece) =>
    under === 'closed' || (kind === 'unknown' && plan === 'closed')
  const silent = silentMs(plant, machine, span)
  return {
    /** Is there a break or closed time in the window, or anything else that moves what the filter keeps? */
    isThere:
      unplannedIn(plant, machine, span).length > 0 ||
      own.some(({ under, by }) => under !== null || by !== null),
    own,
    silent,
    takenOut: msOfAll(own, ({ under }) => under !== null),
    label: msOfAll(own, ({ under }) => under === 'label'),
    mode: msOfAll(own, ({ under }) => under === 'mode'),
    closed: msOfAll(own, isClosed) + silent,
    /** Of the whole window, for coverage. */
    observedInClosed: msOfAll(all, isClosed),
  }
}
