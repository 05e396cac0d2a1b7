import type { MachineDay } from '../machine/machineDay.ts'
import { poweredOff, State } from '../machine/states.ts'

/** The states of PIADE; its idle and its scheduled downtime are one here. */
export type Class = 'production' | 'downtime' | 'performanceLoss' | 'idleAndScheduled'

export type Stretch = { readonly class: Class; readonly from: number; readonly to: number }

/** Held belongs to what stopped the machine: an alarm, a plan of a quarter of an hour, or nothing but a moment. */
function classOf(state: number, running: boolean, ms: number): Class {
  if (running) return 'production'
  if (state >= State.Suspending && state <= State.Unsuspending) return 'performanceLoss'
  if (state === State.Downstream) return 'performanceLoss'
  if (state === State.Held) return ms > 8 * 60_000 ? 'idleAndScheduled' : 'downtime'
  const planned: number[] = [State.Stopped, State.Completed, State.Idle, State.Stopping]
  return planned.includes(state) ? 'idleAndScheduled' : 'downtime'
}

/** The powered-on time of a day, as PIADE would have written it. */
export function stretchesOf({ pieces, to }: MachineDay): Stretch[] {
  const list: Stretch[] = []
  pieces.forEach((piece, index) => {
    if (piece.state === poweredOff) return
    const until = pieces[index + 1]?.from ?? to
    const kind = classOf(piece.state, piece.paceTenths > 0, until - piece.from)
    const last = list.at(-1)
    if (last?.class === kind && last.to === piece.from)
      list[list.length - 1] = { ...last, to: until }
    else list.push({ class: kind, from: piece.from, to: until })
  })
  return list
}
