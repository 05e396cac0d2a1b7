import type { StopCause, StopReasonRow } from '@packboard/contract'
import type { EarlierKind } from '@packboard/model'
import { useMemo, useState } from 'react'
import { CallFailed } from '../api/call.ts'
import type { ComparedBasis } from '../earlier/AmountChange.tsx'
import { earlierValue, useEarlierOf } from '../earlier/earlierAsOf.ts'
import { useFigures } from '../filter/figureQuery.ts'
import { questionKey } from '../filter/filter.ts'
import type { AsOf } from '../filter/filterWire.ts'
import { metricsQuery } from '../kpis/metricsQuery.ts'
import { stopCauseQueries } from '../kpis/stopCauseQueries.ts'
import type { CauseRow } from './pareto.ts'
import type { StopScope } from './stopQueries.ts'

/** What has a row: a reason, or where nobody gave one a cause; or each cause, whatever people said about it. */
export type RowsBy = 'reason' | 'alarm'

const rowsOfReasons = (answer: { readonly rows: readonly StopReasonRow[] }): CauseRow[] => [
  ...answer.rows,
]
const rowsOfAlarms = (answer: { readonly causes: readonly StopCause[] }): CauseRow[] =>
  answer.causes.map((cause) => ({ ...cause, kind: 'cause', reason: null }))

/** The rows as they are wanted; of a window with too many stops for their reasons the causes alone. */
export function useCauses({ clientId, serialNo, filter }: StopScope, wanted: RowsBy) {
  const question = JSON.stringify([clientId, serialNo, questionKey(filter)])
  // The refusal of one window is not requested again with each refresh.
  const [refused, setRefused] = useState<string | null>(null)
  const hasTooMany = refused === question
  const by = hasTooMany ? 'alarm' : wanted
  const reasons = useFigures(
    stopCauseQueries.byReason(clientId, serialNo, filter, undefined, by === 'reason'),
  )
  const alarms = useFigures(
    stopCauseQueries.causes(clientId, serialNo, filter, undefined, by === 'alarm'),
  )
  const { failure } = reasons
  if (by === 'reason' && failure instanceof CallFailed && failure.status === 400) {
    setRefused(question)
  }
  const reasonData = reasons.query.data
  const alarmData = alarms.query.data
  const rows = useMemo(() => {
    if (by === 'reason') return reasonData && rowsOfReasons(reasonData)
    return alarmData && rowsOfAlarms(alarmData)
  }, [by, reasonData, alarmData])
  const { query, asOf } = by === 'reason' ? reasons : alarms
  return { by, hasTooMany, asOf, query: { ...query, data: rows } }
}

/** The causes of the earlier window, and how much of both windows was observed; null: nothing is compared, or not yet. */
export type Compared = {
  readonly causes: ReadonlyMap<string, CauseRow>
  readonly basis: ComparedBasis
} | null

/** The earlier window has the same call: what is before is the figure of that window. */
export function useCausesBefore(
  scope: StopScope,
  asOf: AsOf | undefined,
  against: EarlierKind | null,
  by: RowsBy,
): Compared {
  const { clientId, serialNo, filter } = scope
  const earlier = useEarlierOf(asOf, against)
  const isBy = (one: RowsBy) => by === one
  const reasons = earlierValue(
    useFigures(stopCauseQueries.byReason(clientId, serialNo, filter, earlier, isBy('reason'))),
    earlier,
  )
  const alarms = earlierValue(
    useFigures(stopCauseQueries.causes(clientId, serialNo, filter, earlier, isBy('alarm'))),
    earlier,
  )
  const enabled = against !== null
  const { query: now } = useFigures(metricsQuery(scope, filter, { enabled }))
  const then = earlierValue(useFigures(metricsQuery(scope, filter, { earlier })), earlier)
  return useMemo(() => {
    const before =
      by === 'reason' ? reasons && rowsOfReasons(reasons) : alarms && rowsOfAlarms(alarms)
    return before
      ? {
          causes: new Map(before.map((cause) => [keyOf(cause), cause])),
          basis: now.data && then && { now: now.data, before: then },
        }
      : null
  }, [by, reasons, alarms, now.data, then])
}

/** The same row in another window. */
export const keyOf = ({ kind, reason, group, cause }: CauseRow) =>
  `${kind}\n${reason ?? ''}\n${group}\n${cause}`

/** The rows as they are read at first, for what says of which instant they are. */
export const useFirstCauses = ({ clientId, serialNo, filter }: StopScope) =>
  useFigures(stopCauseQueries.byReason(clientId, serialNo, filter))
