import { linePlan } from '../machine/conduct.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import type { PlantLine } from '../plantLayout.ts'
import { Random } from '../random.ts'
import { type ProductionDay, shiftsOf } from '../shift/shifts.ts'
import { SeriesCoupling } from './coupling.ts'
import { LineBuffers } from './lineBuffers.ts'
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
        place: placeOf(line, machine.serialNo, position),
        day,
        shifts,
        plan,
        products,
        live: options.live,
        random: new Random(options.seed, machine.serialNo, day.day),
      }),
  )
  const buffers = couple(
    line,
    machines,
    (machineId) => new Random(options.seed, machineId, day.day, 'flow'),
    day.from,
  )
  for (;;) {
    let first: RunningMachine | undefined
    for (const machine of machines) {
      if (!first || machine.next < first.next) first = machine
    }
    if (!first || first.next >= day.to) break
    buffers.settle(first.next)
    const { ownStopSince, runsSince, standsFor } = first
    first.advance()
    const isChanged =
      first.ownStopSince !== ownStopSince ||
      first.runsSince !== runsSince ||
      first.standsFor !== standsFor
    if (isChanged) for (const machine of machines) machine.look()
  }
  return machines.map((machine) => machine.end())
}

/** How many stations or machines stand before a machine. */
function placeOf({ flow }: PlantLine, serialNo: string, position: number): number {
  const place = flow.findIndex(({ machines }) => machines.includes(serialNo))
  return place < 0 ? position : place
}

/** Makes the machines of the flow wait for one another at its buffers, and the others, where they are in series, at their belts. */
function couple(
  { flow, inSeries }: PlantLine,
  machines: readonly RunningMachine[],
  randomOf: (machineId: string) => Random,
  from: number,
): LineBuffers {
  const stations = flow.map(({ machines: serials, needs }) => ({
    machines: machines.filter(({ machineId }) => serials.includes(machineId)),
    needs,
  }))
  const buffers = new LineBuffers(stations, flow.slice(1), from)
  const others: RunningMachine[] = []
  for (const machine of machines) {
    const coupling = buffers.couplingOf(machine, randomOf(machine.machineId))
    if (coupling) machine.couple(coupling)
    else others.push(machine)
  }
  others.forEach((machine, index) => {
    const [upstream, downstream] = [others[index - 1], others[index + 1]]
    if (inSeries) machine.couple(new SeriesCoupling(machine.bufferMs, { upstream, downstream }))
  })
  return buffers
}
