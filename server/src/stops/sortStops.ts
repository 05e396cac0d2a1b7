import type { StopSort } from '@packboard/contract'
import { machineState, unknownState } from '@packboard/model'
import { byText, secondsOf } from '../figures/contextSums.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import type { SerialOf } from '../records/recordsWire.ts'
import type { BookStop } from './bookStops.ts'
import { coverageOf, longestOf, lostPacksOf, statesOf } from './stopRows.ts'

export type SortOrder = 'ascending' | 'descending'

type Known = { readonly serialOf: SerialOf; readonly targetOf: TargetOf }
/** null: the stop has no such value. */
type Value = number | string | null

/**
 * A list of stops by one of its columns, before anything else is made of them: a page shows few of thousands. What has no lost packs
 * comes last in both orders; equal ones by start and machine.
 */
export function sortStops(
  stops: readonly BookStop[],
  { sort, order }: { readonly sort: StopSort; readonly order: SortOrder },
  known: Known,
): BookStop[] {
  const sign = order === 'ascending' ? 1 : -1
  const serialOf = ({ machineId }: BookStop) => known.serialOf(machineId)
  return stops
    .map((stop) => ({ stop, values: valuesOf[sort](stop, known) }))
    .sort(
      (a, b) =>
        compare(a.values, b.values, sign) ||
        sign * (a.stop.from.getTime() - b.stop.from.getTime()) ||
        byText(serialOf(a.stop), serialOf(b.stop)),
    )
    .map(({ stop }) => stop)
}

function compare(a: readonly Value[], b: readonly Value[], sign: number): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? null
    if (value === other) continue
    if (value === null) return 1
    if (other === null) return -1
    return value < other ? -sign : sign
  }
  return 0
}

const stateName = ({ times }: BookStop) =>
  machineState(statesOf(times)[0]?.code ?? unknownState).name

/** What a column is sorted by, the most important first. */
const valuesOf: Record<StopSort, (stop: BookStop, known: Known) => readonly Value[]> = {
  start: () => [],
  seconds: ({ times }) => [secondsOf(times)],
  cause: ({ cause, causeGroup }) => [cause, causeGroup],
  state: (stop) => [stateName(stop)],
  product: ({ times }) => [longestOf(times, 'product')],
  tool: ({ times }) => [longestOf(times, 'tool')],
  user: ({ times }) => [longestOf(times, 'user')],
  machine: ({ machineId }, { serialOf }) => [serialOf(machineId)],
  lostPacks: (stop, { targetOf }) => [lostPacksOf(stop, targetOf)],
  coverage: (stop) => [coverageOf(stop)],
}
