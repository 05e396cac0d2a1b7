import type { Conduct, LiveTrouble, TroubleRates, WrongSetting } from './machine/conduct.ts'
import type { AlarmName } from './machine/story.ts'
import type { ShiftPattern } from './shift/shifts.ts'

/** What kind of machine it is decides which troubles it has. */
export type MachineKind =
  | 'flowWrapper'
  | 'twinFlowWrapper'
  | 'formFillSeal'
  | 'cartoner'
  | 'casePacker'
  | 'palletiser'

/** Machines that pack packs: they have no film, no jaws and no scale. */
export function packsPacks(kind: MachineKind): kind is 'cartoner' | 'casePacker' | 'palletiser' {
  return kind === 'cartoner' || kind === 'casePacker' || kind === 'palletiser'
}

/**
 * How the pack counter of a machine behaves. `lifetime` only rises; `perBatch` starts at 0 with every batch;
 * `sixteenBit` rolls over after 65,535; `hundredths` counts parts of a pack.
 */
type CounterKind = 'lifetime' | 'perBatch' | 'sixteenBit' | 'hundredths'

export type PlantMachine = {
  readonly serialNo: string
  readonly kind: MachineKind
  readonly designPpm: number
  /** Its target speed for each pack a minute of the target of a product: a case packer counts cases. */
  readonly targetShare: number
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

/** Of cases and layers there are few: such a machine is set more finely, and sends its counters less often. */
export function countsFew({ designPpm }: PlantMachine): boolean {
  return designPpm < 60
}

export type PlantProduct = {
  readonly name: string
  readonly tool: string
  readonly targetPpm: number
}

/** A station of a line: machines side by side. */
export type FlowStation = {
  /** Serial numbers. */
  readonly machines: readonly string[]
  /** So many must run that the line goes on: with fewer the station neither takes packs nor gives any. */
  readonly needs: number
  /** How long the line can run of the packs before the station when they fill their buffer; 0 at the first station. */
  readonly bufferMs: number
  /** The share of the buffer that is full while everything runs, 0 … 1. */
  readonly restShare: number
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
  /**
   * Stations in the order in which packs pass, with a buffer before each but the first; empty: the line has none. Machines that
   * are in no station stand in series or side by side.
   */
  readonly flow: readonly FlowStation[]
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
