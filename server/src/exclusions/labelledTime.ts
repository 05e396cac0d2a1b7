import {
  labelsOfMachines,
  type Management,
  plainReasons,
  type StoredLabel,
} from '@packboard/management'
import {
  type ClientScope,
  type LabelSpan,
  labelSpans,
  longestOverrunMs,
  type Period,
  type Reason,
} from '@packboard/model'
import { runsAsOf, runsIn } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'

/** What is read to know the planned time of machines. */
export type PlanStores = { readonly management: Management; readonly telemetry: Telemetry }

/** The entries that have a say in a window: one short query. An overrun may begin with one that ended before. */
export function labelsInForce(
  management: PlanStores['management'],
  scope: ClientScope,
  machineIds: readonly number[],
  { from, to }: Period,
): Promise<StoredLabel[]> {
  const earliest = new Date(from.getTime() - longestOverrunMs)
  return labelsOfMachines(management, scope, { machineIds, from: earliest, to })
}

/**
 * The labelled time of machines in a window, as far as it may move figures: only of machines that have a planned reason there, or
 * time that another reason gives back (`givesBack`). Records are only read around entries that hold until the machine runs, or whose
 * reason can be overrun. With `receivedUntil` they are those that had been received until then.
 */
export async function labelledTime(
  { management, telemetry }: PlanStores,
  scope: ClientScope,
  question: {
    readonly labels: readonly StoredLabel[]
    readonly period: Period
    readonly givesBack: (machineId: number) => boolean
    readonly receivedUntil?: Date | undefined
  },
): Promise<ReadonlyMap<number, readonly LabelSpan[]>> {
  const { labels, period, givesBack, receivedUntil } = question
  if (labels.length === 0) return new Map()
  const until = period.to.getTime()
  const reasons = await plainReasons(management, scope)
  const reasonOf = new Map(reasons.map((reason) => [reason.id, reason]))
  const reasonIn = ({ reason }: StoredLabel) => reasonOf.get(reason ?? '')
  const moving = [...Map.groupBy(labels, ({ machineId }) => machineId)].filter(
    ([machineId, own]) => givesBack(machineId) || own.some((label) => reasonIn(label)?.planned),
  )
  const stretches = moving.flatMap(([, own]) =>
    own.filter((label) => label.untilRun || canOverrun(reasonIn(label))),
  )
  const ran =
    receivedUntil === undefined
      ? await runsIn(telemetry, scope, { stretches, until })
      : await runsAsOf(telemetry, scope, {
          machineIds: stretches.map(({ machineId }) => machineId),
          period: {
            from: new Date(Math.min(until, ...stretches.map(({ from }) => from))),
            to: period.to,
          },
          receivedUntil,
        })
  const runs = Map.groupBy(ran, ({ machineId }) => machineId)
  const planningOf = (id: string) => reasonOf.get(id)
  return new Map(
    moving.map(([machineId, own]) => [
      machineId,
      labelSpans(own, runs.get(machineId) ?? [], { planningOf, until }),
    ]),
  )
}

const canOverrun = (reason: Reason | undefined) =>
  reason?.planned === true && reason.overrunSeconds !== null
