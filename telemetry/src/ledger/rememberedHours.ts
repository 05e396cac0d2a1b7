import { hourMs } from './fold/hour.ts'
import {
  type HeldContext,
  type HeldSpeed,
  isHeldExactly,
  PieceRows,
  type RowPiece,
} from './pieceRows.ts'
import type { MachinePlace } from './store/machinePlace.ts'
import { type TimeRange, withoutRange, withRange } from './timeRanges.ts'

/** Pieces of all machines together, some 90 bytes each: half a year of 50 machines. */
export const mostHourPieces = 1_000_000
/** What an hour of a machine takes before its pieces are known. */
const piecesOfHour = 6

/** A piece of an hour as the store has it, with the beginning of the hour. */
export type HourPiece = RowPiece & { readonly hour: number }

/** Hours of one machine that are in memory. */
type MachineHours = {
  readonly clientId: number
  readonly rows: PieceRows
  /** Whole hours: of these all pieces are here. */
  ranges: readonly TimeRange[]
}

/** What can be added up from memory, whatever the grain: [from, to) are whole minutes, or whole hours, that are all here. */
export type HeldSums = {
  contexts(from: number, to: number): HeldContext[]
  speed(from: number, to: number): HeldSpeed | null
}

/**
 * Hour rows that were wanted lately, in memory, so that a page that asks for a month again needs no query. They are read when a question
 * had to read them from the store, and forgotten before the ledger writes a minute of theirs.
 */
export class RememberedHours {
  /** In the order of their last use. */
  readonly #machines = new Map<number, MachineHours>()
  readonly #most: number
  #pieces = 0
  /** What questions had to read from the store, by machine. */
  readonly #wanted = new Map<number, { readonly clientId: number; ranges: readonly TimeRange[] }>()
  /** Their numbers are too large to be held exactly. */
  readonly #unfit = new Set<number>()
  #onWanted: () => void = () => {}

  constructor(most: number = mostHourPieces) {
    this.#most = most
  }

  /** How many pieces are held. */
  get length(): number {
    return this.#pieces
  }

  /** `work` is called when there is something that `nextWanted` gives. */
  whenWanted(work: () => void): void {
    this.#onWanted = work
  }

  /** The longest part of a range of whole hours that is all here. */
  held(
    { clientId, machineId }: MachinePlace,
    range: TimeRange,
  ): (TimeRange & { readonly sums: HeldSums }) | null {
    const machine = this.#machines.get(machineId)
    if (machine?.clientId !== clientId) return null
    let longest: TimeRange | null = null
    for (const one of machine.ranges) {
      const from = Math.max(one.from, range.from)
      const to = Math.min(one.to, range.to)
      if (to - from > (longest ? longest.to - longest.from : 0)) longest = { from, to }
    }
    if (longest === null) return null
    this.#machines.delete(machineId)
    this.#machines.set(machineId, machine)
    return { ...longest, sums: machine.rows }
  }

  /** A question read these from the store. What is more than a part of the memory is not held: one question would push out all others. */
  want(stretches: readonly (MachinePlace & TimeRange)[]): void {
    const hours = stretches.reduce((sum, { from, to }) => sum + (to - from) / hourMs, 0)
    if (hours * piecesOfHour > this.#most) return
    for (const { clientId, machineId, ...range } of stretches) {
      if (this.#unfit.has(machineId)) continue
      const wanted = this.#wanted.get(machineId) ?? { clientId, ranges: [] }
      wanted.ranges = withRange(wanted.ranges, range)
      this.#wanted.set(machineId, wanted)
    }
    if (this.#wanted.size > 0) this.#onWanted()
  }

  /** What is to be read next: up to so many hours of machines of one client. It is no longer wanted then. */
  nextWanted(mostHours: number): (MachinePlace & TimeRange)[] {
    const next: (MachinePlace & TimeRange)[] = []
    let left = mostHours
    for (const [machineId, wanted] of this.#wanted) {
      if (left <= 0) break
      const { clientId } = wanted
      if (next[0] && next[0].clientId !== clientId) continue
      const range = wanted.ranges.at(-1)
      if (range === undefined) this.#wanted.delete(machineId)
      else {
        // The newest first: it is what is asked for again.
        const from = Math.max(range.from, range.to - left * hourMs)
        wanted.ranges = withoutRange(wanted.ranges, { from, to: range.to })
        if (wanted.ranges.length === 0) this.#wanted.delete(machineId)
        next.push({ clientId, machineId, from, to: range.to })
        left -= (range.to - from) / hourMs
      }
    }
    return next
  }

  /** These are all pieces of whole hours of a machine, in order. */
  hold(
    { clientId, machineId, from, to }: MachinePlace & TimeRange,
    pieces: readonly HourPiece[],
  ): void {
    if (!pieces.every(isHeldExactly)) {
      this.forget(machineId)
      this.#unfit.add(machineId)
      return
    }
    const known = this.#machines.get(machineId)
    const machine = known ?? { clientId, rows: new PieceRows(), ranges: [] }
    this.#machines.set(machineId, machine)
    this.#change(machine, { from, to }, pieces)
    machine.ranges = withRange(machine.ranges, { from, to })
    for (const oldest of this.#machines.keys()) {
      if (this.#pieces <= this.#most) break
      this.forget(oldest)
    }
  }

  /** Minutes of these hours are about to be written. */
  forgetRange(machineId: number, range: TimeRange): void {
    const wanted = this.#wanted.get(machineId)
    if (wanted) wanted.ranges = withoutRange(wanted.ranges, range)
    const machine = this.#machines.get(machineId)
    if (machine === undefined) return
    const left = withoutRange(machine.ranges, range)
    if (machine.ranges.every(({ from, to }) => to <= range.from || from >= range.to)) return
    machine.ranges = left
    this.#change(machine, range, [])
    machine.rows.renumber()
  }

  forget(machineId: number): void {
    this.#pieces -= this.#machines.get(machineId)?.rows.length ?? 0
    this.#machines.delete(machineId)
    this.#wanted.delete(machineId)
    this.#unfit.delete(machineId)
  }

  forgetAll(): void {
    this.#machines.clear()
    this.#wanted.clear()
    this.#unfit.clear()
    this.#pieces = 0
  }

  #change({ rows }: MachineHours, { from, to }: TimeRange, pieces: readonly HourPiece[]): void {
    const before = rows.length
    rows.replace(
      from,
      to,
      pieces.map((piece) => [piece.hour, piece] as const),
    )
    this.#pieces += rows.length - before
  }
}
