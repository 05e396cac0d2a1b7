import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { AlarmRow } from './alarmPage.ts'
import type { ContextFilter } from './contextFilter.ts'
import type { Period } from './period.ts'

/** An alarm on a chart of speed. */
export type AlarmMarker = AlarmRow & {
  /** Packs per minute that were held at that instant; 0 while the machine was offline or told none. */
  readonly speed: number
}

/** The alarms of a window in order, each at the height of the speed; for windows of up to 24 hours. */
export async function alarmMarkers(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: {
    readonly machineIds: readonly number[]
    readonly period: Period
    readonly filter: ContextFilter
  },
): Promise<AlarmMarker[]> {
  return []
}
