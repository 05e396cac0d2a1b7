import type { DayStop } from '../machine/dayStop.ts'
import type { MachineDay } from '../machine/machineDay.ts'

/** The stops of a machine, oldest first, as they truly were. */
export type TrueStops = {
  /** Its serial number. */
  readonly machineId: string
  /** Its clock minus the right time, ms: a record stamps a stop with `from + clockMs`. */
  readonly clockMs: number
  readonly stops: readonly DayStop[]
}

/**
 * The true root of every stop, for each machine of the days given. A stop ends when the machine runs or is switched off;
 * one that goes on over the end of a production day is one stop, with the root that it began with.
 */
export function trueStops(days: readonly MachineDay[]): TrueStops[] {
  const byMachine = Map.groupBy(days, ({ machine }) => machine.serialNo)
  return [...byMachine].map(([machineId, own]) => {
    const inOrder = own.toSorted((a, b) => a.from - b.from)
    const stops: DayStop[] = []
    for (const stop of inOrder.flatMap((day) => day.stops)) {
      const last = stops.at(-1)
      if (last?.to === stop.from) stops[stops.length - 1] = { ...last, to: stop.to }
      else stops.push(stop)
    }
    return { machineId, clockMs: inOrder[0]?.machine.clockMs ?? 0, stops }
  })
}
