import { type CompareBy, compareTrend, stopHeat, type TrendBy, trendBys } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { chartQuery, untilOf } from '../filter/filterWire.ts'

export const trendOf = (by: CompareBy): TrendBy | undefined => trendBys.find((each) => each === by)

/** The course of OEEE of the rows, with the one of before; it comes after the figures. */
export const trendQuery = (
  { clientId, by, withBefore }: { clientId: number; by: TrendBy; withBefore: boolean },
  filter: ProductionFilter,
  enabled: boolean,
) =>
  figureOptions({
    key: ['compareTrend', clientId, by, withBefore],
    filter,
    ask: async (asOf, signal) => {
      const query = {
        ...chartQuery(clientId, undefined, asOf.filter),
        ...untilOf(asOf),
        ...{ by, previous: withBefore ? ('yes' as const) : ('no' as const) },
      }
      return { by, ...(await call(compareTrend, { query }, signal)) }
    },
    enabled,
  })

export const stopHeatQuery = (clientId: number, filter: ProductionFilter, enabled: boolean) =>
  figureOptions({
    key: ['stopHeat', clientId],
    filter,
    ask: (asOf, signal) =>
      call(
        stopHeat,
        { query: { ...chartQuery(clientId, undefined, asOf.filter), ...untilOf(asOf) } },
        signal,
      ),
    enabled,
  })
