import type { TelemetryContext } from '../context.ts'
import { decodeCarry } from '../ledger/fold/carry.ts'
import type { StoredMinute } from '../ledger/fold/ledgerMinute.ts'
import { minuteFrom, minuteMs } from '../ledger/fold/minute.ts'
import { type StopLabel, sameLabel } from '../ledger/fold/stops.ts'
import { type LedgerView, RowsAreOutdated } from '../ledger/ledgerView.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { readAlarms, readSamples } from '../ledger/store/readRecords.ts'
import { minutesBefore } from '../ledger/store/readStretches.ts'
import { type FoldEvent, foldNamed, type UnnamedFold } from './namedFold.ts'

/** Time of one machine that is folded from raw: [from, to), beginning the fold at the minute `start`. */
export type Edge = MachinePlace & {
  readonly start: number
  readonly from: number
  readonly to: number
}

/** A stop that continues after a window may get its name from records up to this long after it; beyond, the ledger has it. */
const nameReachMs = 2 * 60 * minuteMs

/**
 * Folds edges from raw, each from the carry of the newest row before it: the events of each, in order. At most one edge for each machine.
 * With names their stops are named as the ledger does: a stop that is open at the end of an edge has the name that the row there gives
 * it, or, where rows are uncertain, the one that all newer records give it. Without names the causes are not to be used.
 */
export async function edgeEvents(
  context: TelemetryContext,
  view: LedgerView,
  edges: readonly Edge[],
  named: boolean,
): Promise<FoldEvent[][]> {
  const folded = await foldEdges(context, view, edges, named)
  if (!named) return folded.map(({ fold }) => fold.events(null))
  // The rows at the ends of edges name the stops that are open there.
  const labels = await rowsBefore(
    context,
    view,
    folded
      .filter(({ certain, fold, edge, end }) => {
        const more = view.newestOf(edge.machineId) >= end
        return certain && more && fold.unnamed !== null && fold.reports(fold.unnamed)
      })
      .map(({ edge, end }) => ({ ...edge, start: end })),
  )
  return folded.map(({ certain, edge, end, before, fold }) => {
    const { entered, unnamed } = fold
    if (certain) return fold.events(labelIn(labels.get(edge.machineId), unnamed))
    const goesOn = unnamed !== null && view.newestOf(edge.machineId) >= end
    if (goesOn && (unnamed === entered || fold.reports(unnamed))) throw new RowsAreOutdated()
    // Rows before the edge contain the stop that was open there; its name in them must still be right.
    const reported = before?.openLabel
    if (entered !== null && reported && !sameLabel(reported, fold.nameOf(entered, null))) {
      throw new RowsAreOutdated()
    }
    return fold.events(null)
  })
}

/**
 * Makes sure that newer records do not rename a stop in the rows of a window. `machines` are those of the
 * window whose uncertain time is not folded anyway.
 */
export async function namesHold(
  context: TelemetryContext,
  view: LedgerView,
  machines: readonly MachinePlace[],
  to: number,
): Promise<void> {
  const uncertain = machines
    .map((place) => ({ ...place, start: view.uncertainFrom(place.machineId) }))
    .filter(({ start }) => Number.isFinite(start))
  const rows = await rowsBefore(context, view, uncertain)
  const open = uncertain.filter(({ machineId }) => {
    const row = rows.get(machineId)
    const stop = row ? decodeCarry(row.carry).stop : null
    return stop !== null && stop.since < to
  })
  // No event of these edges is emitted: they are followed for the names alone.
  const edges = open.map((place) => ({ ...place, from: place.start + 1, to: place.start + 1 }))
  await edgeEvents(context, view, edges, true)
}

type FoldedEdge = {
  readonly edge: Edge
  readonly certain: boolean
  readonly end: number
  readonly before: StoredMinute | null
  readonly fold: UnnamedFold
}

async function foldEdges(
  context: TelemetryContext,
  view: LedgerView,
  edges: readonly Edge[],
  named: boolean,
): Promise<FoldedEdge[]> {
  const places = edges.map((edge) => {
    const certain = edge.to <= view.uncertainFrom(edge.machineId)
    const end = !named ? edge.to : minuteFrom(edge.to) + (certain ? 0 : nameReachMs)
    return { ...edge, edge, certain, end }
  })
  const found = await recordsAfterRows(context, view, places, named)
  return found.map(({ edge, certain, end, before, samples, alarms }): FoldedEdge => {
    const rule = view.ruleOf(edge.machineId)
    return {
      edge,
      certain,
      end,
      before,
      fold: foldNamed({ ...edge, rule, before, end, samples, alarms }),
    }
  })
}

/** The newest row of each machine before the minute `start`, and its records from there to `end`; alarms only with names. */
export async function recordsAfterRows<
  Place extends MachinePlace & { readonly start: number; readonly end: number },
>(context: TelemetryContext, view: LedgerView, places: readonly Place[], named: boolean) {
  if (places.length === 0) return []
  const rows = await rowsBefore(context, view, places)
  const stretches = places.map((place) => {
    const before = rows.get(place.machineId) ?? null
    return { ...place, before, from: recordsFrom(before, place.start), to: place.end }
  })
  const [samples, alarms] = await Promise.all([
    readSamples(context, stretches, view.revision),
    named ? readAlarms(context, stretches, view.revision) : undefined,
  ])
  return stretches.map((stretch) => ({
    ...stretch,
    samples: samples.get(stretch.machineId) ?? [],
    alarms: alarms?.get(stretch.machineId) ?? [],
  }))
}

/**
 * Records are read from where the row before ended: a death may lie in a minute without a row, and an alarm may name a stop that began in
 * a gap, or 5 s after it (D18).
 */
export const recordsFrom = (before: StoredMinute | null, start: number): number =>
  before === null ? start - minuteMs : before.minute + minuteMs

/** How a row names this stop, if it is the one that is open at its end. */
export function labelIn(
  row: StoredMinute | undefined,
  stop: { readonly since: number } | null,
): StopLabel | null {
  if (row === undefined || stop === null) return null
  return decodeCarry(row.carry).stop?.since === stop.since ? row.openLabel : null
}

/** The newest row of each machine before a minute. */
async function rowsBefore(
  context: TelemetryContext,
  view: LedgerView,
  places: readonly (MachinePlace & { readonly start: number })[],
): Promise<Map<number, StoredMinute>> {
  const found = new Map<number, StoredMinute>()
  const forgotten = places.filter((place) => {
    const known = view.rowBefore(place, place.start)
    if (known?.before) found.set(place.machineId, known.before)
    return known === undefined
  })
  if (forgotten.length === 0) return found
  const rows = await minutesBefore(
    context,
    forgotten.map(({ clientId, machineId, start }) => ({ clientId, machineId, before: start })),
  )
  return new Map([...found, ...rows])
}
