import {
  keepPreviousData,
  queryOptions,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { type AsOf, asOfNow } from './figureAsOf.ts'
import { type ProductionFilter, questionKey } from './filter.ts'

/** Figures with the instant that they are of. */
export type Figures<Value> = { readonly value: Value; readonly asOf: AsOf }

/** Marks the queries that `useFigureRefresh` repeats. */
const figures = { figures: true }

/** The figures of a window; what is shown stays until the new answer is there. */
export function figureOptions<Value>({
  key,
  filter,
  ask,
  enabled = true,
  earlier,
}: {
  key: readonly unknown[]
  filter: ProductionFilter
  ask: (asOf: AsOf, signal: AbortSignal) => Promise<Value>
  enabled?: boolean
  /** The same question of an earlier window; null while there is none. It is requested again with the figures beside it, not by itself. */
  earlier?: AsOf | null | undefined
}) {
  return queryOptions({
    queryKey: [...key, questionKey(filter), ...(earlier === undefined ? [] : ['earlier', earlier])],
    queryFn: async ({ signal }): Promise<Figures<Value>> => {
      const asOf = earlier ?? asOfNow(filter)
      return { value: await ask(asOf, signal), asOf }
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: enabled && earlier !== null,
    ...(earlier === undefined && { meta: figures }),
  })
}

/** Is this a query of figures that are not final, or that could not be loaded? */
export function wantsRefresh({
  meta,
  state,
}: {
  readonly meta: Record<string, unknown> | undefined
  readonly state: { readonly status: string; readonly data: unknown }
}): boolean {
  if (meta !== figures) return false
  // Only `figureOptions` carries this mark, and its data are these.
  const known = state.data as Figures<unknown> | undefined
  return state.status === 'error' || known?.asOf.until !== undefined
}

/** Figures as `Loadable` takes them. A refresh that failed leaves the values, and `late` says so. */
export function useFigures<Value>(
  options: UseQueryOptions<Figures<Value>, Error, Figures<Value>, unknown[]>,
) {
  const { data, error, isError, isPending, isPaused, isPlaceholderData, refetch } =
    useQuery(options)
  const late = isError && data !== undefined
  return {
    query: {
      data: data?.value,
      isError: isError && !late,
      isPending,
      isPaused,
      isPlaceholderData,
      refetch,
    },
    asOf: data?.asOf,
    late,
    /** Why there are none, where only the words of the refusal help. */
    failure: late ? null : error,
  }
}
