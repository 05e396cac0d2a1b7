import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { ContextFilter } from './contextFilter.ts'
import type { Period } from './period.ts'

/** How many alarms of one group were raised. */
export type AlarmGroupCount = { readonly group: string; readonly count: number }

/** How many alarms of each group machines raised in a window, in the context of the filter; most first. */
export async function alarmGroupCounts(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: {
    readonly machineIds: readonly number[]
    readonly period: Period
    readonly filter: ContextFilter
  },
): Promise<AlarmGroupCount[]> {
  return []
}
