import type { ChartQuery } from '@packboard/contract'
import { cutIntoDays, filterPeriod, periodFilter } from '@packboard/model'
import type { ProductionFilter } from '../filter/filter.ts'
import { chartQuery } from '../filter/filterWire.ts'
import type { SummaryDay } from './daySummaryWire.ts'

/**
 * The filter that shows just one row: its machine, product and tool, in the part of its day that the page shows. Null
 * where product or tool was never reported: no filter can name an empty value (D17).
 */
export function dayQuestion(
  clientId: number,
  filter: ProductionFilter,
  day: SummaryDay,
): ChartQuery | null {
  if (day.product === '' || day.tool === '') return null
  const part = cutIntoDays(filterPeriod(filter), filter.zone).find(({ date }) => date === day.date)
  if (!part) return null
  return chartQuery(clientId, day.serialNo, {
    ...filter,
    ...periodFilter(part.period, filter.zone),
    machine: day.serialNo,
    product: day.product,
    tool: day.tool,
  })
}
