import type { ChartQuery } from '@packboard/contract'
import type { FilterWindow } from '@packboard/model'
import { type AsOf, untilOf } from './figureAsOf.ts'
import { everything, type ProductionFilter } from './filter.ts'

/** The window of a filter as the calls take it; days and times are those of the zone that it names (D15). */
export function windowWire(filter: FilterWindow) {
  return {
    start_date: filter.startDate,
    end_date: filter.endDate,
    start_time: filter.startTime,
    end_time: filter.endTime,
    timezone: filter.zone,
  }
}

/** A filter as every chart, table and lookup takes it. */
export function filterWire(filter: ProductionFilter) {
  return {
    ...windowWire(filter),
    product: filter.product ?? everything,
    tool: filter.tool,
    recipe: filter.recipe,
    machine: filter.machine ?? everything,
  }
}

/** The question of a chart of one machine, or of all machines of a client that the filter keeps. */
export function chartQuery(
  clientId: number,
  serialNo: string | undefined,
  filter: ProductionFilter,
): ChartQuery {
  return { clientId, machineId: serialNo ?? everything, ...filterWire(filter) }
}

/** The question of a chart as of the instant of its figures. */
export function questionAsOf(
  clientId: number,
  serialNo: string | undefined,
  asOf: AsOf,
): ChartQuery {
  return { ...chartQuery(clientId, serialNo, asOf.filter), ...untilOf(asOf) }
}
