import { stateTimesOf } from '@packboard/model'
import type { MachineDay } from './machineDay.ts'
import { poweredOff } from './states.ts'

/** How long a machine was in each state since its day began, as PackML counts it: in whole seconds. */
export function stateSecondsAt({ pieces, to }: MachineDay, at: number): string {
  const times = new Map<number, number>()
  pieces.forEach(({ from, state }, index) => {
    if (from >= at || state === poweredOff) return
    const end = Math.min(at, pieces[index + 1]?.from ?? to)
    times.set(state, (times.get(state) ?? 0) + end - from)
  })
  return stateTimesOf([...times].map(([state, ms]) => [state, Math.floor(ms / 1_000) * 1_000]))
}
