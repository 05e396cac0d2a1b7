import { type DataSource, dataSources, quarantine } from '@packboard/contract'
import { type SourceState, sourceStates } from '@packboard/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Columns that rows can be sorted by. */
export const sortKeys = {
  machine: undefined,
  state: ({ state }: DataSource) => sourceStates.indexOf(state),
  lastRecord: ({ receivedAt }: DataSource) => ageOrder(receivedAt),
  perMinute: ({ perMinute }: DataSource) => perMinute,
  dataAge: ({ dataAt }: DataSource) => ageOrder(dataAt),
  clock: ({ clockSkewMs }: DataSource) => (clockSkewMs === null ? -1 : Math.abs(clockSkewMs)),
  resets: ({ resets }: DataSource) => resets,
  duplicate: ({ duplicate }: DataSource) => duplicate,
  late: ({ late }: DataSource) => late,
  backFill: ({ backFill }: DataSource) => backFill,
  quarantined: ({ quarantined }: DataSource) => quarantined,
} as const satisfies Record<string, ((source: DataSource) => number) | undefined>

/** The older the higher; of what never came nothing is older. */
const ageOrder = (at: Date | null) => (at === null ? Number.MAX_VALUE : -at.getTime())

export type SourceFilter = SourceState | 'all'
export type SourceOrder = { readonly by: string | null; readonly descending: boolean }

/** The rows of a state that hold the words of the search; in the order of the call, by line, unless another is chosen. */
export function shownSources(
  sources: readonly DataSource[],
  { filter, search, order }: { filter: SourceFilter; search: string; order: SourceOrder },
): DataSource[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = sources.filter(({ state, serialNo, lineName }) => {
    const text = `${serialNo} ${lineName}`.toLocaleLowerCase()
    return (filter === 'all' || state === filter) && words.every((word) => text.includes(word))
  })
  const sign = order.descending ? -1 : 1
  if (order.by === 'machine') {
    return found.sort((a, b) => sign * names.compare(a.serialNo, b.serialNo))
  }
  const key = isSortKey(order.by) ? sortKeys[order.by] : undefined
  return key ? found.sort((a, b) => sign * (key(a) - key(b))) : found
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const isSortKey = (key: string | null): key is keyof typeof sortKeys =>
  key !== null && Object.hasOwn(sortKeys, key)

/** How many machines are in each state, in the order of urgency; states without one are left out. */
export function countsByState(sources: readonly DataSource[]): [SourceState, number][] {
  return sourceStates
    .map((state): [SourceState, number] => [
      state,
      sources.filter((source) => source.state === state).length,
    ])
    .filter(([, count]) => count > 0)
}

/** The figures above the table. */
export function sourceTotals(sources: readonly DataSource[]) {
  const spoke = sources.filter(({ dataAt }) => dataAt !== null)
  const skews = sources.flatMap(({ clockSkewMs }) => clockSkewMs ?? [])
  return {
    machines: sources.length,
    connected: spoke.filter(({ state }) => state !== 'silent').length,
    perMinute: sources.reduce((sum, { perMinute }) => sum + perMinute, 0),
    /** The time in the newest record of the machine that is silent the longest. */
    oldestAt: oldest(spoke.flatMap((source) => wordOf(source) ?? [])),
    largestSkewMs: skews.reduce<number | null>(
      (most, skew) => (most === null || Math.abs(skew) > Math.abs(most) ? skew : most),
      null,
    ),
    quarantined: sources.reduce((sum, { quarantined }) => sum + quarantined, 0),
  }
}

/** When a machine last spoke; of what came more than a day ago only the time in it is known. */
export const wordOf = ({ receivedAt, dataAt }: DataSource): Date | null => receivedAt ?? dataAt

const oldest = (times: readonly Date[]) =>
  times.reduce<Date | null>((least, at) => (least === null || at < least ? at : least), null)

/** A machine that spoke before is more urgent than one that is not connected yet. */
const urgency: readonly SourceState[] = ['silent', 'clockOff', 'quarantined', 'never']

/** The machine that a person should look at first; undefined when all is well. */
export function worstSource(sources: readonly DataSource[]): DataSource | undefined {
  for (const state of urgency) {
    const [worst] = sources
      .filter((source) => source.state === state)
      .sort((a, b) => badness(b) - badness(a))
    if (worst) return worst
  }
  return undefined
}

function badness(source: DataSource): number {
  if (source.state === 'silent') return -(wordOf(source)?.getTime() ?? 0)
  if (source.state === 'clockOff') return Math.abs(source.clockSkewMs ?? 0)
  return source.quarantined
}

/** Counts are written every 5 s; a page that is open follows them. */
const refreshMs = 10_000
/** The last records of a machine that were not accepted, in its details. */
const shownRecords = 5

export const sourceQueries = {
  of: (clientId: number) =>
    queryOptions({
      queryKey: ['panel', 'sources', clientId],
      queryFn: ({ signal }) => call(dataSources, { query: { clientId } }, signal),
      refetchInterval: refreshMs,
    }),
  notAccepted: (clientId: number, serialNo: string) =>
    queryOptions({
      queryKey: ['panel', 'sources', clientId, 'notAccepted', serialNo],
      queryFn: ({ signal }) =>
        call(
          quarantine,
          { params: { clientId }, query: { page: 1, pageSize: shownRecords, serialNo } },
          signal,
        ),
    }),
}
