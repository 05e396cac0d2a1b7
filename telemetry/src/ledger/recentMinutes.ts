import { hourMs } from './fold/hour.ts'
import { minuteMs } from './fold/minute.ts'
import { MachineMinutes, type RememberedMinute } from './machineMinutes.ts'
import type { MachinePlace } from './store/machinePlace.ts'

/** A day and a shift's beginning of each machine: what most pages show. */
export const rememberedMs = 26 * hourMs
/** Pieces of all machines together, some 96 bytes each; with more the time that is remembered is shorter. */
const mostPieces = 1_000_000
/** So much more than what is to be held is there before the oldest go. */
const trimEveryMs = hourMs

/**
 * The newest rows of the ledger in memory, so that a question about the last hours needs no query. Rows are here when they are in the
 * store, and a reader that relied on rows that changed reads again (`OpenViews`).
 */
export class RecentMinutes {
  readonly #machines = new Map<number, MachineMinutes>()
  #pieces = 0

  /** These are all minutes of a machine from `from` on. */
  begin(
    { clientId, machineId }: MachinePlace,
    from: number,
    minutes: readonly RememberedMinute[],
  ): void {
    this.forget(machineId)
    const machine = new MachineMinutes(clientId, from)
    this.#machines.set(machineId, machine)
    this.#replace(machine, from, null, minutes)
  }

  /** The minutes of [from, to) were written; without an end, all from there on. */
  replace(
    machineId: number,
    from: number,
    to: number | null,
    minutes: readonly RememberedMinute[],
  ): void {
    const machine = this.#machines.get(machineId)
    if (machine !== undefined) this.#replace(machine, from, to, minutes)
  }

  forget(machineId: number): void {
    this.#pieces -= this.#machines.get(machineId)?.length ?? 0
    this.#machines.delete(machineId)
  }

  forgetAll(): void {
    this.#machines.clear()
    this.#pieces = 0
  }

  /** Nothing before is remembered of a machine; ∞ when nothing is. */
  fromOf(machineId: number): number {
    return this.#machines.get(machineId)?.from ?? Number.POSITIVE_INFINITY
  }

  has(machineId: number): boolean {
    return this.#machines.has(machineId)
  }

  /** The minutes of a machine of this client; null when none are remembered. */
  of({ clientId, machineId }: MachinePlace): MachineMinutes | null {
    const machine = this.#machines.get(machineId)
    return machine?.clientId === clientId ? machine : null
  }

  #replace(
    machine: MachineMinutes,
    from: number,
    to: number | null,
    minutes: readonly RememberedMinute[],
  ): void {
    const before = machine.length
    machine.replace(from, to, minutes)
    const newest = minutes.at(-1)?.minute ?? Number.NEGATIVE_INFINITY
    const share = Math.min(1, mostPieces / Math.max(1, this.#pieces))
    const kept = newest + minuteMs - rememberedMs * share
    if (machine.from < kept - trimEveryMs * share) machine.trim(kept)
    this.#pieces += machine.length - before
  }
}
