import {
  type CachedContext,
  type CachedSpeedStep,
  isExactPiece,
  PieceRows,
  type RowPiece,
  type SpareField,
} from './pieceRows.ts'
import type { MachinePlace } from './store/machinePlace.ts'
import { type TimeRange, withoutRange, withRange } from './timeRanges.ts'

/** Before anything is cached: the pieces of a step of a machine. */
const piecesAtFirst = 10
/** Nothing that was used so lately is pushed out: what does not fit is read from the store, not read into memory again and again. */
const keptMs = 600_000

/** A piece of an hour or a day as the store has it, with its beginning. */
export type StepPiece = RowPiece & { readonly at: number }

/** Steps of one machine that are in memory. */
type MachineSteps = {
  readonly clientId: number
  readonly rows: PieceRows
  /** Whole steps: of these all pieces are here. */
  ranges: readonly TimeRange[]
  usedAt: number
}

/** What can be added up from memory, whatever its steps: [from, to) are whole ones that are all here. */
export type CachedSums = {
  contexts(from: number, to: number, spare?: readonly SpareField[]): CachedContext[]
  speeds(from: number, to: number, stepMs: number): CachedSpeedStep[]
}

export type CountedSums = CachedSums & {
  /** How many pieces of [from, to) are cached. */
  count(from: number, to: number): number
}

/** Time of one machine: ranges of whole steps. */
export type MachineRange = MachinePlace & TimeRange

/** Steps of one length of UTC in memory, machine by machine, and those that questions wanted and that are still to be read. */
export class PieceGrain {
  readonly stepMs: number
  /** In the order of their last use. */
  readonly #machines = new Map<number, MachineSteps>()
  readonly #most: number
  readonly #now: () => number
  #pieces = 0
  #steps = 0
  /** What questions had to read from the store, by machine. */
  readonly #wanted = new Map<number, { readonly clientId: number; ranges: readonly TimeRange[] }>()
  /** Their numbers are too large to be held exactly. */
  readonly #unfit = new Set<number>()

  /** `most`: pieces of all machines together, some 96 bytes each; `now` in ms. */
  constructor(stepMs: number, most: number, now: () => number = () => performance.now()) {
    this.stepMs = stepMs
    this.#most = most
    this.#now = now
  }

  /** How many pieces are cached. */
  get length(): number {
    return this.#pieces
  }

  /** The whole steps inside a range. */
  whole({ from, to }: TimeRange): TimeRange {
    const { stepMs } = this
    return { from: Math.ceil(from / stepMs) * stepMs, to: Math.floor(to / stepMs) * stepMs }
  }

  /** The longest part of a range of whole steps that is all here. */
  part(
    { clientId, machineId }: MachinePlace,
    range: TimeRange,
  ): (TimeRange & { readonly sums: CountedSums }) | null {
    const machine = this.#machines.get(machineId)
    if (machine?.clientId !== clientId) return null
    let longest: TimeRange | null = null
    for (const one of machine.ranges) {
      const from = Math.max(one.from, range.from)
      const to = Math.min(one.to, range.to)
      if (to - from > (longest ? longest.to - longest.from : 0)) longest = { from, to }
    }
    if (longest === null) return null
    machine.usedAt = this.#now()
    this.#machines.delete(machineId)
    this.#machines.set(machineId, machine)
    return { ...longest, sums: machine.rows }
  }

  /** A question read these from the store; what of them is not here is wanted, if it fits beside what was used lately. */
  want(stretches: readonly MachineRange[]): void {
    const missing = stretches.flatMap(({ from, to, ...place }) => {
      const { machineId } = place
      const known = [this.#machines.get(machineId), this.#wanted.get(machineId)]
      const ranges = known.flatMap((one) => one?.ranges ?? [])
      const left = ranges.reduce<TimeRange[]>(withoutRange, [{ from, to }])
      return this.#unfit.has(machineId) ? [] : left.map((range) => ({ ...place, ...range }))
    })
    const pending = [...this.#wanted.values()].flatMap(({ ranges }) => ranges)
    const ofStep = this.#steps > 0 ? this.#pieces / this.#steps : piecesAtFirst
    if (ofStep * this.#stepsOf([...missing, ...pending]) > this.#room(stretches)) return
    for (const { clientId, machineId, ...range } of missing) {
      const wanted = this.#wanted.get(machineId) ?? { clientId, ranges: [] }
      wanted.ranges = withRange(wanted.ranges, range)
      this.#wanted.set(machineId, wanted)
    }
  }

  /** Pieces that fit beside what was used lately, and what these machines have here. */
  #room(wanted: readonly MachinePlace[]): number {
    const stays = new Set(wanted.map(({ machineId }) => machineId))
    const since = this.#now() - keptMs
    let room = this.#most - this.#pieces
    for (const [machineId, { usedAt, rows }] of this.#machines) {
      if (usedAt < since && !stays.has(machineId)) room += rows.length
    }
    return room
  }

  #stepsOf(ranges: readonly TimeRange[]): number {
    return ranges.reduce((sum, { from, to }) => sum + (to - from) / this.stepMs, 0)
  }

  /** What is to be read next: up to so many steps of machines of one client. It is no longer wanted then. */
  nextWanted(most: number): MachineRange[] {
    const next: MachineRange[] = []
    let left = most
    for (const [machineId, wanted] of this.#wanted) {
      if (left <= 0) break
      const { clientId } = wanted
      if (next[0] && next[0].clientId !== clientId) continue
      const range = wanted.ranges.at(-1)
      if (range === undefined) this.#wanted.delete(machineId)
      else {
        // The newest first: it is what is requested again.
        const from = Math.max(range.from, range.to - left * this.stepMs)
        wanted.ranges = withoutRange(wanted.ranges, { from, to: range.to })
        if (wanted.ranges.length === 0) this.#wanted.delete(machineId)
        next.push({ clientId, machineId, from, to: range.to })
        left -= (range.to - from) / this.stepMs
      }
    }
    return next
  }

  /** These are all pieces of whole steps of a machine, in order. */
  put({ clientId, machineId, from, to }: MachineRange, pieces: readonly StepPiece[]): void {
    if (!pieces.every(isExactPiece)) {
      this.forget(machineId)
      this.#unfit.add(machineId)
      return
    }
    const known = this.#machines.get(machineId)
    const machine = known ?? { clientId, rows: new PieceRows(), ranges: [], usedAt: this.#now() }
    this.#machines.set(machineId, machine)
    this.#change(machine, { from, to }, pieces, withRange(machine.ranges, { from, to }))
    for (const oldest of this.#machines.keys()) {
      if (this.#pieces <= this.#most) break
      this.forget(oldest)
    }
  }

  /** Minutes of this range are about to be written. */
  forgetRange(machineId: number, { from, to }: TimeRange): void {
    const { stepMs } = this
    const range = { from: Math.floor(from / stepMs) * stepMs, to: Math.ceil(to / stepMs) * stepMs }
    const wanted = this.#wanted.get(machineId)
    if (wanted) wanted.ranges = withoutRange(wanted.ranges, range)
    const machine = this.#machines.get(machineId)
    if (!machine?.ranges.some((one) => one.to > range.from && one.from < range.to)) return
    this.#change(machine, range, [], withoutRange(machine.ranges, range))
    machine.rows.renumber()
  }

  forget(machineId: number): void {
    const machine = this.#machines.get(machineId)
    this.#pieces -= machine?.rows.length ?? 0
    this.#steps -= this.#stepsOf(machine?.ranges ?? [])
    this.#machines.delete(machineId)
    this.#wanted.delete(machineId)
    this.#unfit.delete(machineId)
  }

  forgetAll(): void {
    this.#machines.clear()
    this.#wanted.clear()
    this.#unfit.clear()
    this.#pieces = 0
    this.#steps = 0
  }

  /** Of a range these are the pieces now, and these are the steps that are all here. */
  #change(
    machine: MachineSteps,
    { from, to }: TimeRange,
    pieces: readonly StepPiece[],
    ranges: readonly TimeRange[],
  ): void {
    const { rows } = machine
    this.#pieces -= rows.length
    rows.replace(
      from,
      to,
      pieces.map((piece) => [piece.at, piece] as const),
    )
    this.#pieces += rows.length
    this.#steps += this.#stepsOf(ranges) - this.#stepsOf(machine.ranges)
    machine.ranges = ranges
  }
}
