import { simulateLine } from '../src/line/simulateLine.ts'
import type { Piece } from '../src/machine/machineDay.ts'
import { poweredOff, State } from '../src/machine/states.ts'
import { linesOf } from '../src/plantLayout.ts'
import { plants } from '../src/plants/plants.ts'
import { productionDay } from '../src/shift/shifts.ts'

/** A state of PackML that a machine reported when it entered it; null: it was switched off. */
export type ReportedState = { readonly at: number; readonly state: number | null }

/**
 * The states of a machine on one production day as one would report them that knows those of PackML alone: at the maker's
 * own states it still executes, or it has stopped for a pack block, or it is suspended while the line stands.
 */
export function startedStates(
  plant: 'factory' | 'faults',
  played: { readonly machine: number; readonly seed: string; readonly day: string },
): ReportedState[] {
  const placed = linesOf(plants[plant]()).flatMap((line) =>
    line.machines.map((machine) => ({ line, serialNo: machine.serialNo })),
  )
  const chosen = placed[played.machine % placed.length]
  if (!chosen) throw new Error('The plant has no machine')
  const { line, serialNo } = chosen
  const day = productionDay(line.zone, played.day)
  const own = simulateLine(line, day, { seed: played.seed, live: true }).find(
    ({ machine }) => machine.serialNo === serialNo,
  )
  return (own?.pieces ?? []).map(reported).filter(isNew)
}

const reported = ({ from, state }: Piece): ReportedState => ({
  at: from,
  state: state === poweredOff ? null : packmlOf(state),
})

/** Pieces also begin where only the speed changes. */
const isNew = ({ state }: ReportedState, index: number, all: readonly ReportedState[]) =>
  all[index - 1]?.state !== state

function packmlOf(state: number): number {
  if (state === State.PackBlock) return State.Stopped
  if (state === State.Downstream) return State.Suspended
  return state > State.Unsuspending ? State.Execute : state
}
