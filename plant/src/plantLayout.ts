import type { Conduct, LiveTrouble, TroubleRates, WrongSetting } from './machine/conduct.ts'
import type { AlarmName } from './machine/story.ts'
import type { ShiftPattern } from './shift/shifts.ts'

/** What kind of machine it is decides which troubles it has. */
export type MachineKind = 'flowWrapper' | 'twinFlowWrapper' | 'formFillSeal'

/**
 * How the pack counter of a machine behaves. `lifetime` only rises; `perBatch` starts at 0 with every batch;
 * `sixteenBit` rolls over after 65,535; `hundredths` counts parts of a pack.
 */
type CounterKind = 'lifetime' | 'perBatch' | 'sixteenBit' | 'hundredths'

export type PlantMachine = {
  readonly serialNo: string
  readonly kind: MachineKind
  readonly designPpm: number
  /** Past this without a sample the product calls the machine OFFLINE (D11). */
  readonly holdMs: number
  readonly counter: CounterKind
  /** Sends its own count of the batch. */
  readonly batchCounter: boolean
  /** Numbers its samples; needed where the clock is so wrong that many samples get one time (D9). */
  readonly numbered: boolean
  /** Its clock minus the right time. */
  readonly clockMs: number
  /** Was installed when the plant was started for the first time: it has no history. */
  readonly isNew: boolean
  readonly troublesPerHour: TroubleRates
  /** What its panel calls an alarm, where it has words of its own. */
  readonly alarmWords?: Readonly<Partial<Record<AlarmName, string>>>
  /** Where its jams are, when nearly all are in one place. */
  readonly jamsAt?: AlarmName
  readonly wrongSetting?: WrongSetting
  /** What goes wrong on days on which the demo runs live. */
  readonly liveTrouble?: LiveTrouble
}

export type PlantProduct = {
  readonly name: string
  readonly tool: string
  readonly targetPpm: number
}

export type PlantLine = {
  readonly client: string
  readonly zone: string
  readonly name: string
  /** Position of the line in its factory: weekends staff some lines only. */
  readonly index: number
  readonly pattern: ShiftPattern
  /**
   * Days on which the demo runs live: worked around the clock, whatever the pattern says; or as the pattern says, because a plan was
   * made of it.
   */
  readonly liveDays: 'allShifts' | 'asPlanned'
  readonly conduct: Conduct
  /** Each machine feeds the next one; else they stand side by side and none waits for another. */
  readonly inSeries: boolean
  /** In the order in which packs pass. */
  readonly machines: readonly PlantMachine[]
  readonly products: readonly PlantProduct[]
  /** Three crews of operators. */
  readonly crews: readonly (readonly string[])[]
}

export type PlantClient = {
  readonly slug: string
  readonly zone: string
  readonly lines: readonly PlantLine[]
}

export type Plant = { readonly clients: readonly PlantClient[] }

export function linesOf(plant: Plant): PlantLine[] {
  return plant.clients.flatMap((client) => client.lines)
}

export function machinesOf(plant: Plant): PlantMachine[] {
  return linesOf(plant).flatMap((line) => line.machines)
}
