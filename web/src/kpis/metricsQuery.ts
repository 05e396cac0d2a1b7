import { all, type CauseRows, daySummary, stopCauses } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { type AsOf, filterWire, questionAsOf, untilOf } from '../filter/filterWire.ts'
import { needTexts } from '../i18n/language.ts'
import { readMetrics } from './metrics.ts'

/** One machine, or without a serial number all that the filter keeps. */
type Machines = { readonly clientId: number; readonly serialNo: string | undefined }
/** Of an earlier window; null while there is none. */
type When = { readonly earlier?: AsOf | null | undefined; readonly enabled?: boolean }

/** What stopped machines; by reason it is refused (400) where a window has too many stops for it. */
export const stopCausesQuery = (
  { clientId, serialNo }: Machines,
  filter: ProductionFilter,
  by: CauseRows,
  { earlier, enabled = true }: When = {},
) =>
  figureOptions({
    key: ['production', 'stopCauses', by, clientId, serialNo ?? null],
    filter,
    earlier,
    enabled,
    ask: async (asOf, signal) => {
      const query = { ...questionAsOf(clientId, serialNo, asOf), by }
      const { causes } = await call(stopCauses, { query }, signal)
      // A row of a reason is drawn with texts that pages without one do not load.
      if (causes.some(({ reason }) => reason !== null)) await needTexts('stopBook')
      return causes
    },
  })

/** The totals of a window (D51: of several machines for premium clients). */
export const metricsQuery = (
  { clientId, serialNo }: Machines,
  filter: ProductionFilter,
  { earlier, enabled = true }: When = {},
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
