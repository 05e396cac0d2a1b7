import { changeList } from '@packboard/contract'
import { call } from '../api/call.ts'
import { untilOf } from '../filter/figureAsOf.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { windowWire } from '../filter/filterWire.ts'

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
      key: ['production', 'whatChanged', clientId, serialNo],
      filter,
      ask: (asOf, signal) => {
        const window = { ...windowWire(asOf.filter), ...untilOf(asOf) }
        return call(changeList, { query: { clientId, machineId: serialNo, ...window } }, signal)
      },
      enabled,
    }),
}
