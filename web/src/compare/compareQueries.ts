import { type CompareBy, compare } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { type AsOf, chartQuery, untilOf } from '../filter/filterWire.ts'

/** A window side by side; `by` comes with its rows, because those of another choice stay until these are there. */
export const comparisonQuery = (
  {
    clientId,
    by,
    withBefore,
    withLengths,
  }: { clientId: number; by: CompareBy; withBefore: boolean; withLengths: boolean },
  filter: ProductionFilter,
  enabled: boolean,
  earlier?: AsOf | null,
) =>
  figureOptions({
    key: ['compare', clientId, by, withBefore, withLengths],
    filter,
    ask: async (asOf, signal) => {
      const previous = withBefore ? ('yes' as const) : ('no' as const)
      const query = {
        ...chartQuery(clientId, undefined, asOf.filter),
        ...untilOf(asOf),
        ...{ by, previous, stopLengths: withLengths ? ('yes' as const) : ('no' as const) },
      }
      return { by, ...(await call(compare, { query }, signal)) }
    },
    enabled,
    earlier,
  })
