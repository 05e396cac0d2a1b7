import type { StopPart, StopRow } from '@packboard/contract'
import { unknownState } from '@packboard/model'
import type { SerialOf } from '../records/recordsWire.ts'
import { secondsOfPart, type TimedPart } from '../stopBook/bookStops.ts'
import type { StopLine } from './stopRows.ts'

/** A stop in the words of the wire. */
export function stopRowWire(
  { machineId, states, parts, ...line }: StopLine,
  serialOf: SerialOf,
): StopRow {
  return {
    ...line,
    machine: serialOf(machineId),
    state: states[0]?.code ?? unknownState,
    states: [...states],
    parts: parts.map(stopPartWire),
  }
}

function stopPartWire(part: TimedPart): StopPart {
  const { from, to, label, planned, overrunAt } = part
  return {
    start: new Date(from),
    end: new Date(to),
    seconds: secondsOfPart(part),
    reason: label?.reason ?? null,
    note: label?.note ?? '',
    by: label?.by ?? null,
    at: label?.at ?? null,
    labelId: label?.id ?? null,
    planned,
    overrunAt: overrunAt === null ? null : new Date(overrunAt),
  }
}
