import type { PlanItem } from '../machine/conduct.ts'
import type { PlantLine, PlantMachine, PlantProduct } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import type { ProductionDay, Shift } from '../shift/shifts.ts'

/** A machine, its place on its line, and what is known of its day before it begins. */
export type MachineOnLine = {
  readonly line: PlantLine
  readonly machine: PlantMachine
  readonly position: number
  /** How many machines or stations stand before it: packs reach it so much later. */
  readonly place: number
  readonly day: ProductionDay
  readonly shifts: readonly Shift[]
  readonly plan: readonly PlanItem[]
  readonly products: readonly PlantProduct[]
  /** The demo runs on this day. */
  readonly live: boolean
  readonly random: Random
}
