import {
  keepPreviousData,
  queryOptions,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ProductionFilter, questionKey } from './filter.ts'
import { type AsOf, asOfNow } from './filterWire.ts'

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
function wantsRefresh({
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

/** Specification §9: live refresh interval. */
const refreshMs = 30_000

let holders = 0

/** Keeps the figures as they are, as long as something is open that has to agree with them; returns how to let go. */
export function holdFigures(): () => void {
  holders += 1
  let holds = true
  return () => {
    if (holds) holders -= 1
    holds = false
  }
}

/**
 * Figures of a window that reaches to now are requested again every 30 s and on waking (D76). A hidden page requests
 * nothing.
 */
export function useFigureRefresh() {
  const queries = useQueryClient()
  useEffect(() => {
    let last = Date.now()
    const again = () => {
      if (document.visibilityState !== 'visible' || holders > 0) return
      last = Date.now()
      void queries.refetchQueries(
        { type: 'active', predicate: wantsRefresh },
        // An answer that needs longer than the pause must come at some time.
        { cancelRefetch: false },
      )
    }
    const wake = () => Date.now() - last >= refreshMs && again()
    const timer = setInterval(again, refreshMs)
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [queries])
}
