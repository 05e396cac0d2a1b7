import type { ExplainedInterval } from '@packboard/contract'
import { unknownState } from '@packboard/model'
import type { AlarmMarker } from '@packboard/telemetry/read'
import type { SerialOf } from '../records/recordsWire.ts'
import type { ExplainedRow } from './explainedRows.ts'

/** An interval of a figure in the words of the wire. */
export function explainedIntervalWire(row: ExplainedRow, serialOf: SerialOf): ExplainedInterval {
  const { machineId, state, ...rest } = row
  return { ...rest, machine: serialOf(machineId), code: state }
}

/** An alarm as a part of a figure: it lasts no time and counts one. */
export function explainedAlarmWire(alarm: AlarmMarker, serialOf: SerialOf): ExplainedInterval {
  return {
    from: alarm.at,
    to: alarm.at,
    machine: serialOf(alarm.machineId),
    code: unknownState,
    category: 'alarm',
    product: '',
    tool: '',
    user: '',
    causeGroup: alarm.group,
    cause: alarm.description,
    amount: 1,
    plannedSeconds: 0,
    goodSeconds: null,
    recovered: false,
  }
}
