import { changeList } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { questionAsOf } from '../filter/filterWire.ts'

/** Whose changes, and in which window. */
export type ChangeScope = {
  readonly clientId: number
  readonly serialNo: string
  readonly filter: ProductionFilter
}

/** What was changed at a machine. Product, tool and cause narrow nothing: a change is one of the machine. */
export const changeQueries = {
  list: ({ clientId, serialNo, filter }: ChangeScope, enabled: boolean) =>
    figureOptions({
      key: ['production', 'changes', clientId, serialNo],
      filter,
      ask: (asOf, signal) => {
        const { start_date, end_date, start_time, end_time, timezone, until } = questionAsOf(
          clientId,
          serialNo,
          asOf,
        )
        const window = { start_date, end_date, start_time, end_time, timezone, until }
        return call(changeList, { query: { clientId, machineId: serialNo, ...window } }, signal)
      },
      enabled,
    }),
}
