import type { PlantMachine } from '../plantLayout.ts'
import { hashText } from '../random.ts'
import { type MachineDay, madeAt, partsOfPack, rejectedAt } from './machineDay.ts'

/**
 * The counters in a machine's controller. `packs` and `rejects` are what it has really counted since it was built, in
 * units of its counter (packs, or hundredths of a pack); the bases are what they were when the counter last fell to 0.
 */
export type Registers = {
  readonly packs: number
  readonly packBase: number
  readonly rejects: number
  readonly rejectBase: number
}

/** The bases that hold in each piece of a day, and the registers with which the next day begins. */
export type DayCounters = {
  readonly start: Registers
  readonly packBases: Float64Array
  readonly rejectBases: Float64Array
  readonly end: Registers
}

export function unitsPerPack(machine: PlantMachine): number {
  return machine.counter === 'hundredths' ? 100 : 1
}

/** The counter values on the first day of the plant's history. */
export function firstRegisters(machine: PlantMachine): Registers {
  const built = hashText(machine.serialNo)
  const packs = machine.counter === 'lifetime' ? 5_000_000 + (built % 55_000_000) : built % 50_000
  return {
    packs: packs * unitsPerPack(machine),
    packBase: 0,
    rejects: built % 9_000,
    rejectBase: 0,
  }
}

/** Packs of a day, in whole units of the machine's counter. */
export function unitsMade(machine: PlantMachine, made: number): number {
  return Math.floor(made / (partsOfPack / unitsPerPack(machine)))
}

export function unitsRejected(rejected: number): number {
  return Math.floor(rejected / (partsOfPack * 10_000))
}

/** The value that the controller shows: a 16-bit counter rolls over. */
export function shown(machine: PlantMachine, units: number): number {
  const value = machine.counter === 'sixteenBit' ? units % 65_536 : units
  return value / unitsPerPack(machine)
}

/**
 * Follows the counters through a day. A counter that falls to 0 from just under a power of two looks like one that rolled
 * over (D14): the two cannot be distinguished, so no such reset happens here, nor one while `cannotReset` returns true.
 */
export function countersOf(
  day: MachineDay,
  start: Registers,
  cannotReset: (at: number) => boolean = () => false,
): DayCounters {
  const { machine, pieces } = day
  const packBases = new Float64Array(pieces.length)
  const rejectBases = new Float64Array(pieces.length)
  let { packBase, rejectBase } = start
  pieces.forEach((piece, index) => {
    const resets =
      piece.counters === 'exchange' ||
      (piece.counters === 'newBatch' && machine.counter === 'perBatch')
    if (resets && !cannotReset(piece.from)) {
      const packs = start.packs + unitsMade(machine, piece.made)
      const rejects = start.rejects + unitsRejected(piece.rejected)
      if (!looksFull(shown(machine, packs - packBase))) packBase = packs
      if (!looksFull(rejects - rejectBase)) rejectBase = rejects
    }
    packBases[index] = packBase
    rejectBases[index] = rejectBase
  })
  const last = pieces.at(-1)
  const made = last ? madeAt(last, day.to) : 0
  const rejected = last ? rejectedAt(last, day.to) : 0
  return {
    start,
    packBases,
    rejectBases,
    end: {
      packs: start.packs + unitsMade(machine, made),
      packBase,
      rejects: start.rejects + unitsRejected(rejected),
      rejectBase,
    },
  }
}

const fullValues = [32_767, 65_535, 2 ** 31 - 1, 2 ** 32 - 1]

function looksFull(value: number): boolean {
  return fullValues.some((full) => value > full * 0.9 && value <= full)
}
