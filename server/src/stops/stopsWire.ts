import type { StopRow } from '@packboard/contract'
import { unknownState } from '@packboard/model'
import type { SerialOf } from '../records/recordsWire.ts'
import type { StopLine } from './stopRows.ts'

/** A stop in the words of the wire. */
export function stopRowWire({ machineId, states, ...line }: StopLine, serialOf: SerialOf): StopRow {
  return {
    ...line,
    machine: serialOf(machineId),
    state: states[0]?.code ?? unknownState,
    states: [...states],
  }
}
