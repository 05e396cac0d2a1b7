import { alarmGroupKey } from '../alarmGroups.ts'
import { machineState } from '../machineStates.ts'

/** On which side of a machine the cause of its stop is looked for: `down` it is blocked, `up` it is starved, `either` is not known. */
export type Waits = 'down' | 'up' | 'either'

/** The group of the alarms by which a machine says that a neighbour stops it (PackML `EquipmentInterlock`). */
export const interlockGroup = 'Interlock'

/** State 19, Downstream: the machine after this one takes nothing. */
const downstreamState = 19

const blocked = /\b(downstream|blocked|tailback|next machine)\b/i
const starved = /\b(upstream|starved|lack|previous machine|machine before)\b/i

/**
 * Which neighbour a stop waits for (D102), by the state that it began with and its first-out alarm (D18); null: its cause is at the
 * machine itself. An interlock is evidence in any state. In an external state that says no side the reason of an alarm of group External does.
 */
export function waitsFor({
  state,
  group,
  cause,
}: {
  /** null where it is not known. */
  readonly state: number | null
  /** Of the first-out alarm; empty where none came. */
  readonly group: string
  readonly cause: string
}): Waits | null {
  const isExternal = state !== null && machineState(state).external
  const isInterlock = group === interlockGroup
  if (!isExternal && !isInterlock) return null
  if (state === downstreamState) return 'down'
  return isInterlock || alarmGroupKey(group) === 'External' ? sideOf(cause) : 'either'
}

/** A text that names both sides names none. */
function sideOf(text: string): Waits {
  const [down, up] = [blocked.test(text), starved.test(text)]
  return down === up ? 'either' : down ? 'down' : 'up'
}
