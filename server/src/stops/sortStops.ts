import type { StopSort } from '@packboard/contract'
import { machineState } from '@packboard/model'
import { byText } from '../figures/contextSums.ts'
import type { StopLine } from './stopRows.ts'

export type SortOrder = 'ascending' | 'descending'
type SerialOf = (machineId: number) => string

/** A list of stops by one of its columns. What has no lost packs comes last in both orders; equal ones by start and machine. */
export function sortStops(
  lines: readonly StopLine[],
  { sort, order }: { readonly sort: StopSort; readonly order: SortOrder },
  serialOf: SerialOf,
): StopLine[] {
  const sign = order === 'ascending' ? 1 : -1
  const compare = comparisons[sort]
  return lines.toSorted(
    (a, b) =>
      missing(sort, a) - missing(sort, b) ||
      sign * compare(a, b, serialOf) ||
      sign * (a.start.getTime() - b.start.getTime()) ||
      byText(serialOf(a.machineId), serialOf(b.machineId)),
  )
}

const missing = (sort: StopSort, { lostPacks }: StopLine) =>
  sort === 'lostPacks' && lostPacks === null ? 1 : 0

const stateOf = ({ states }: StopLine) => machineState(states[0]?.code ?? 0).name

const comparisons: Record<StopSort, (a: StopLine, b: StopLine, serialOf: SerialOf) => number> = {
  start: (a, b) => a.start.getTime() - b.start.getTime(),
  seconds: (a, b) => a.seconds - b.seconds,
  cause: (a, b) => byText(a.cause, b.cause) || byText(a.group, b.group),
  state: (a, b) => byText(stateOf(a), stateOf(b)),
  product: (a, b) => byText(a.product, b.product),
  tool: (a, b) => byText(a.tool, b.tool),
  user: (a, b) => byText(a.user, b.user),
  machine: (a, b, serialOf) => byText(serialOf(a.machineId), serialOf(b.machineId)),
  lostPacks: (a, b) => (a.lostPacks ?? 0) - (b.lostPacks ?? 0),
  coverage: (a, b) => a.coverage - b.coverage,
}
