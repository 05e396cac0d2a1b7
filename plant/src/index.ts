export { demoPlant } from './demo/demoPlant.ts'
export { type Delivery, type SentDay, sendDay } from './faults/sendDay.ts'
export { badDay, nobodyListens, noFaults, type WireFaults } from './faults/wireFaults.ts'
export {
  linesOf,
  machinesOf,
  type Plant,
  type PlantClient,
  type PlantLine,
  type PlantMachine,
} from './line/plantLayout.ts'
export { simulateLine } from './line/simulateLine.ts'
export { countersOf, firstRegisters } from './machine/counters.ts'
export { type Cadence, historyCadence, liveCadence } from './machine/readings.ts'
export { Random } from './random.ts'
export { wireText } from './send/wire.ts'
export { productionDay } from './shift/productionDay.ts'
export { type PlantOptions, type StartedPlant, startPlant } from './startPlant.ts'
export { TrueLedger, type TrueTotals } from './truth/trueLedger.ts'
