import { all, daySummary } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { type AsOf, filterWire, untilOf } from '../filter/filterWire.ts'
import { readMetrics } from './metrics.ts'

/** The totals of a window: of one machine, or without a serial number of all that the filter keeps (D51: for premium clients). */
export const metricsQuery = (
  { clientId, serialNo }: { readonly clientId: number; readonly serialNo: string | undefined },
  filter: ProductionFilter,
  { earlier, enabled = true }: { earlier?: AsOf | null | undefined; enabled?: boolean } = {},
) =>
  figureOptions({
    key: ['production', 'metrics', clientId, serialNo ?? null],
    filter,
    earlier,
    enabled,
    ask: async (asOf, signal) => {
      const window = { ...filterWire(asOf.filter), ...untilOf(asOf) }
      const machine = serialNo ?? asOf.filter.machine ?? all
      const query = { clientId, ...window, machine, days: 'no' as const }
      return readMetrics((await call(daySummary, { query }, signal)).metrics)
    },
  })
