import { timeline } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { untilOf, windowWire } from '../filter/filterWire.ts'
import { timelineOf } from './lanes.ts'

/** The lanes of a client's machines, or of those of one line. */
export const timelineQuery = (
  {
    clientId,
    line,
    filter,
    columns,
  }: { clientId: number; line: string; filter: ProductionFilter; columns: number },
  enabled: boolean,
) => ({
  ...figureOptions({
    key: ['timeline', clientId, line, columns],
    filter,
    ask: async (asOf, signal) => {
      const query = { clientId, line, ...windowWire(asOf.filter), ...untilOf(asOf), columns }
      return timelineOf(await call(timeline, { query }, signal))
    },
    enabled,
  }),
  // Another answer is another one: comparing tens of thousands of pieces would keep none of them.
  structuralSharing: false,
})
