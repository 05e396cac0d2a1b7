import { type BridgeAnswer, bridge, losses, stopList } from '@packboard/contract'
import type { EarlierKind } from '@packboard/model'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import { filterWire, questionAsOf } from '../filter/filterWire.ts'
import type { StopSelection } from '../stops/stopSearch.ts'
import type { OtherSide } from './lossSearch.ts'

export type LossRows = 'reason' | 'alarm'

/** What the losses are of, and what they are compared with. */
export type LossScope = {
  readonly clientId: number
  readonly filter: ProductionFilter
  readonly line: string | undefined
  readonly rows: LossRows
  readonly against: EarlierKind | OtherSide
}

const otherWire = ({ vsMachine, vsLine, vsProduct, vsTool, vsFrom, vsTo }: OtherSide) => ({
  ...(vsMachine !== undefined && { other_machine: vsMachine }),
  ...(vsLine !== undefined && { other_line: vsLine }),
  ...(vsProduct !== undefined && { other_product: vsProduct }),
  ...(vsTool !== undefined && { other_tool: vsTool }),
  ...(vsFrom !== undefined && { other_start_date: vsFrom }),
  ...(vsTo !== undefined && { other_end_date: vsTo }),
})

/** The losses of a window, and why its OEEE differs from that of another one. */
export const bridgeQuery = ({ clientId, filter, line, rows, against }: LossScope) =>
  figureOptions({
    key: ['losses', 'bridge', clientId, line ?? null, rows, against],
    filter,
    ask: (asOf, signal): Promise<BridgeAnswer> => {
      const query = {
        ...{ ...questionAsOf(clientId, undefined, asOf), line: line ?? everything, by: rows },
        ...(typeof against === 'string' ? { previous: against } : otherWire(against)),
      }
      return call(bridge, { query }, signal)
    },
  })

/** Whose stops, and in which window: one side of a bridge. */
export type LossSide = {
  readonly clientId: number
  readonly filter: ProductionFilter
  readonly line: string | undefined
  readonly until: string | undefined
}

/** So many stops of a side are listed, the longest; further ones are counted. */
export const listedStops = 20

/** The longest stops of a loss on one side, with how many there are. */
export const lossStopsQuery = (
  { clientId, filter, line, until }: LossSide,
  selection: StopSelection | null,
) =>
  figureOptions({
    key: ['losses', 'stops', clientId, line ?? null, until ?? null, selection],
    filter,
    ask: (_, signal) => {
      const query = {
        ...{ clientId, ...filterWire(filter), line: line ?? everything, lost: 'true' as const },
        ...(until !== undefined && { until }),
        ...(selection ?? { figure: 'all' as const, part: '', partGroup: '' }),
        ...{ sort: 'seconds' as const, pageSize: listedStops },
      }
      return call(stopList, { query }, signal)
    },
    enabled: selection !== null,
  })

/** The losses of one machine, or of all that the filter keeps, by cause: sums alone. */
export const lossesQuery = (
  { clientId, serialNo }: { readonly clientId: number; readonly serialNo: string | undefined },
  filter: ProductionFilter,
) =>
  figureOptions({
    key: ['losses', 'tree', clientId, serialNo ?? null],
    filter,
    ask: (asOf, signal) =>
      call(losses, { query: { ...questionAsOf(clientId, serialNo, asOf), by: 'alarm' } }, signal),
  })
