import type { ClientPlan } from '@packboard/management'
import { type ClientScope, type ModeSpan, type Period, unitModeFilter } from '@packboard/model'
import { modeSpans, modeSpansAsOf } from '@packboard/telemetry/read'
import type { PlanStores } from './planStores.ts'

/** Of each machine by its id, in order and without overlap; a machine without one is absent. */
export type CountedModes = ReadonlyMap<number, readonly ModeSpan[]>

const none: CountedModes = new Map()

/** The times in another unit mode than production that leave planned time by the rules of the client (D72): one question for all machines. */
export function countedModes(telemetry: PlanStores['telemetry']) {
  return async (
    scope: ClientScope,
    machineIds: readonly number[],
    period: Period,
    plan: Pick<ClientPlan, 'unitModes' | 'zone'> | undefined,
    /** By when the records had been received that say the mode; without it all of them. */
    receivedUntil?: Date,
  ): Promise<CountedModes> => {
    if (plan === undefined) return none
    const filter = unitModeFilter(plan.unitModes, plan.zone)
    if (!filter.counts(period.from.getTime(), period.to.getTime())) return none
    const question = { machineIds, period }
    const found =
      receivedUntil === undefined
        ? await modeSpans(telemetry, scope, question)
        : await modeSpansAsOf(telemetry, scope, { ...question, receivedUntil })
    const counted = [...found].map(
      ([machineId, spans]) => [machineId, filter.spans(spans)] as const,
    )
    return new Map(counted.filter(([, spans]) => spans.length > 0))
  }
}
