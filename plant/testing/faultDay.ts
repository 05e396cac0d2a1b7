import { badDay, type Delivery, noListeners, sendDay } from '../src/faults/sendDay.ts'
import { simulateLine } from '../src/line/simulateLine.ts'
import { countersOf, firstRegisters } from '../src/machine/counters.ts'
import type { MachineDay } from '../src/machine/machineDay.ts'
import { historyCadence } from '../src/machine/readings.ts'
import { linesOf, type PlantLine } from '../src/plantLayout.ts'
import { faultPlant } from '../src/plants/faultPlant.ts'
import { Random } from '../src/random.ts'
import { productionDay } from '../src/shift/shifts.ts'
import { TrueLedger } from '../src/truth/trueLedger.ts'

/** Beyond what is forgiven (D9): what it says at once counts at its receipt, what it buffered partly at its own time. */
export const farAhead = 'FW-512'

/** A machine's day as it was, and as it reached the product. */
export type SentMachine = {
  readonly machineId: number
  readonly clientId: number
  readonly machine: MachineDay['machine']
  readonly day: MachineDay
  readonly deliveries: readonly Delivery[]
  readonly truth: TrueLedger
}

const withBrokenClock = (line: PlantLine): PlantLine => ({
  ...line,
  machines: line.machines.map((machine) =>
    machine.serialNo === farAhead ? { ...machine, clockMs: 20_000, numbered: true } : machine,
  ),
})

/**
 * A day of the whole plant with every fault turned on: outages with late bursts, outages that lost everything, deaths,
 * batches sent twice, counters that fall and roll over, clocks that are wrong. The same seed gives the same records for ever.
 */
export function faultDay(seed: string): SentMachine[] {
  const lines = linesOf(faultPlant()).map(withBrokenClock)
  const clients = [...new Set(lines.map(({ client }) => client))]
  let machineId = 100
  return lines.flatMap((line) =>
    simulateLine(line, productionDay(line.zone, '2026-11-04'), { seed, live: true }).map((day) => {
      const { machine } = day
      const random = new Random(seed, machine.serialNo)
      const faults = badDay(day.from, day.to, random)
      const counters = countersOf(day, firstRegisters(machine), noListeners(faults))
      const { deliveries, reported } = sendDay(day, counters, faults, historyCadence, random)
      machineId += 1
      return {
        machineId,
        clientId: clients.indexOf(line.client) + 1,
        machine,
        day,
        deliveries,
        truth: new TrueLedger(reported),
      }
    }),
  )
}
