import { linePlan } from '../machine/conduct.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import type { PlantLine } from '../plantLayout.ts'
import { Random } from '../random.ts'
import { type ProductionDay, shiftsOf } from '../shift/shifts.ts'
import { RunningMachine } from './runningMachine.ts'

/**
 * One production day of one line, to the millisecond: its machines run, stop, block and starve one another. The same
 * seed, line and day give the same day, independent of earlier simulations.
 */
export function simulateLine(
  line: PlantLine,
  day: ProductionDay,
  /** `live`: the demo runs on this day. */
  options: { seed: string; live: boolean },
): MachineDay[] {
  const shifts = shiftsOf(line, day, options.live && line.liveDays === 'allShifts')
  const random = new Random(options.seed, line.client, line.name, day.day, 'line')
  const plan = linePlan(day, shifts, line.conduct, random)
  const products = random.shuffled(line.products)
  const machines = line.machines.map(
    (machine, position) =>
      new RunningMachine({
        line,
        machine,
        position,
        day,
        shifts,
        plan,
        products,
        live: options.live,
        random: new Random(options.seed, machine.serialNo, day.day),
      }),
  )
  machines.forEach((machine, position) => {
    if (line.inSeries) machine.meet(machines[position - 1], machines[position + 1])
  })
  for (;;) {
    let first: RunningMachine | undefined
    for (const machine of machines) {
      if (!first || machine.next < first.next) first = machine
    }
    if (!first || first.next >= day.to) break
    const stoodSince = first.ownStopSince
    first.advance()
    if (first.ownStopSince !== stoodSince) {
      for (const machine of machines) machine.look()
    }
  }
  return machines.map((machine) => machine.end())
}
