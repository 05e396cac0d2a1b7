import { productLookup, toolLookup, valueLookup } from '@packboard/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { FilterChoice, ProductionFilter } from './filter.ts'
import { filterWire } from './filterWire.ts'

/** What the selects of a bar offer. A list that could not be loaded offers only `All` (specification §8). */
export type FilterChoices = Readonly<Record<FilterChoice, readonly string[]>>

type Answer = { data: string[] }

/**
 * What occurs in the window under the rest of the filter. With a serial number the lists are those of one machine's
 * page; without, those of the bar with the Machine select.
 */
export function useFilterChoices(
  clientId: number,
  serialNo: string | undefined,
  filter: ProductionFilter,
): FilterChoices {
  const query = filterWire(filter)
  const list = (field: FilterChoice, ask: (signal: AbortSignal) => Promise<Answer>) =>
    queryOptions({
      queryKey: ['filters', field, clientId, serialNo ?? null, filter],
      queryFn: ({ signal }) => ask(signal),
      enabled: field === 'tool' || filter[field] !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    })
  const values = (field: FilterChoice) => (signal: AbortSignal) =>
    call(valueLookup, { params: { clientId, field }, query }, signal)
  const machines = useQuery(list('machine', values('machine')))
  const tools = useQuery(
    list('tool', (signal) =>
      serialNo === undefined
        ? values('tool')(signal)
        : call(
            toolLookup,
            { params: { clientId }, query: { ...query, machine: serialNo } },
            signal,
          ),
    ),
  )
  const products = useQuery(
    list('product', (signal) =>
      serialNo === undefined
        ? values('product')(signal)
        : call(productLookup, { params: { clientId, machineId: serialNo }, query }, signal),
    ),
  )
  return {
    machine: machines.data?.data ?? [],
    tool: tools.data?.data ?? [],
    product: products.data?.data ?? [],
  }
}
