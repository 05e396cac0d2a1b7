import type { CauseRows, StopCause } from '@packboard/contract'
import type { EarlierKind } from '@packboard/model'
import { useMemo, useState } from 'react'
import { CallFailed } from '../api/call.ts'
import type { ComparedBasis } from '../earlier/AmountChange.tsx'
import { earlierValue, useEarlierOf } from '../earlier/earlierAsOf.ts'
import { useFigures } from '../filter/figureQuery.ts'
import { questionKey } from '../filter/filter.ts'
import type { AsOf } from '../filter/filterWire.ts'
import { metricsQuery, stopCausesQuery } from '../kpis/metricsQuery.ts'
import type { StopScope } from './stopQueries.ts'
import type { StopSelection } from './stopSearch.ts'

/** The rows as they are wanted; of a window with too many stops for their reasons the causes alone. */
export function useCauses(scope: StopScope, wanted: CauseRows) {
  const { clientId, serialNo, filter } = scope
  const question = JSON.stringify([clientId, serialNo, questionKey(filter)])
  // The refusal of one window is not requested again with each refresh.
  const [refused, setRefused] = useState<string | null>(null)
  const hasTooMany = refused === question
  const by = hasTooMany ? 'alarm' : wanted
  const { query, asOf, failure } = useFigures(stopCausesQuery(scope, filter, by))
  if (by === 'reason' && failure instanceof CallFailed && failure.status === 400) {
    setRefused(question)
  }
  return { by, hasTooMany, asOf, query }
}

/** The causes of the earlier window, and how much of both windows was observed; null: nothing is compared, or not yet. */
export type Compared = {
  readonly causes: ReadonlyMap<string, StopCause>
  readonly basis: ComparedBasis
} | null

/** The earlier window has the same call: what is before is the figure of that window. */
export function useCausesBefore(
  scope: StopScope,
  asOf: AsOf | undefined,
  against: EarlierKind | null,
  by: CauseRows,
): Compared {
  const { filter } = scope
  const earlier = useEarlierOf(asOf, against)
  const before = earlierValue(useFigures(stopCausesQuery(scope, filter, by, { earlier })), earlier)
  const enabled = against !== null
  const { query: now } = useFigures(metricsQuery(scope, filter, { enabled }))
  const then = earlierValue(useFigures(metricsQuery(scope, filter, { earlier })), earlier)
  return useMemo(
    () =>
      before
        ? {
            causes: new Map(before.map((cause) => [keyOf(cause), cause])),
            basis: now.data && then && { now: now.data, before: then },
          }
        : null,
    [before, now.data, then],
  )
}

/** The same row in another window. */
export const keyOf = ({ kind, reason, group, cause }: StopCause) =>
  `${kind}\n${reason ?? ''}\n${group}\n${cause}`

/** The rows as they are read at first, for what says of which instant they are. */
export const useFirstCauses = (scope: StopScope) =>
  useFigures(stopCausesQuery(scope, scope.filter, 'reason'))

/** A row as what is selected: exactly its stops. */
export function causeOf({ kind, reason, group, cause }: StopCause): StopSelection {
  switch (kind) {
    case 'cause':
      return { figure: 'cause', part: cause, partGroup: group }
    case 'withoutReason':
      return { figure: 'unnamed', part: cause, partGroup: group }
    case 'unplanned':
      return { figure: 'reason', part: reason ?? '', partGroup: '' }
    case 'planned':
      return { figure: 'plannedReason', part: reason ?? '', partGroup: '' }
    default:
      return { figure: kind, part: '', partGroup: '' }
  }
}
