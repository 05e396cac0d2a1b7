import { stopCauses, stopReasons } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { type AsOf, questionAsOf } from '../filter/filterWire.ts'

export const stopCauseQueries = {
  /** Of one machine, or without a serial number of all that the filter keeps. */
  causes: (
    clientId: number,
    serialNo: string | undefined,
    filter: ProductionFilter,
    earlier?: AsOf | null,
    enabled = true,
  ) =>
    figureOptions({
      key: ['production', 'stopCauses', clientId, serialNo ?? null],
      filter,
      earlier,
      ask: (asOf, signal) =>
        call(stopCauses, { query: questionAsOf(clientId, serialNo, asOf) }, signal),
      enabled,
    }),

  /** The same time by what people said of it, else by its cause; refused (400) where a window has too many stops for it. */
  byReason: (
    clientId: number,
    serialNo: string | undefined,
    filter: ProductionFilter,
    earlier?: AsOf | null,
    enabled = true,
  ) =>
    figureOptions({
      key: ['production', 'stopReasons', clientId, serialNo ?? null],
      filter,
      earlier,
      ask: (asOf, signal) =>
        call(stopReasons, { query: questionAsOf(clientId, serialNo, asOf) }, signal),
      enabled,
    }),
}
