import { timeline } from '@packboard/contract'
import { call } from '../api/call.ts'
import { untilOf } from '../filter/figureAsOf.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { windowWire } from '../filter/filterWire.ts'
import { timelineOf } from './lanes.ts'

/** The lanes of a client's machines, or of those of one line. */
export const timelineQuery = (
  { clientId, line, filter }: { clientId: number; line: string; filter: ProductionFilter },
  enabled: boolean,
) =>
  figureOptions({
    key: ['timeline', clientId, line],
    filter,
    ask: async (asOf, signal) => {
      const query = { clientId, line, ...windowWire(asOf.filter), ...untilOf(asOf), columns: 1_000 }
      return timelineOf(await call(timeline, { query }, signal))
    },
    enabled,
  })
