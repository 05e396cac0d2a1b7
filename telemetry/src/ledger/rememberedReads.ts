import type { MachinePlace } from './store/machinePlace.ts'
import type { TimeRange } from './timeRanges.ts'

type MachineReads<Item> = {
  readonly clientId: number
  readonly ranges: Map<string, TimeRange & { readonly items: readonly Item[] }>
}

/** What was forgotten of a machine lately, the newest last; before `knownSince` nothing is known of it. */
type Forgotten = { knownSince: number; readonly ranges: (TimeRange & { mark: number })[] }

/** Of each machine: more ranges than a round of the ledger writes while a question is read. */
const mostForgotten = 64

/**
 * What was read of the minutes of single ranges of machines: spans of the stop book and of unit modes, and the stops of days, so that a page
 * that asks again reads none of these minutes. It is forgotten before the ledger writes a minute of it; what was read from a view that is
 * older is not kept.
 */
export class RememberedReads<Item> {
  /** In the order of their last use. */
  readonly #machines = new Map<number, MachineReads<Item>>()
  readonly #forgotten = new Map<number, Forgotten>()
  readonly #most: number
  #items = 0
  #mark = 0
  #allForgotten = 0

  /** `most`: items of all machines together. */
  constructor(most: number) {
    this.#most = most
  }

  /** How many items are held; a range without any counts as one. */
  get length(): number {
    return this.#items
  }

  /** Where a view begins to read: what it read is kept unless a minute of it is forgotten after this. */
  get mark(): number {
    return this.#mark
  }

  /** undefined: it is not here. */
  of({ clientId, machineId }: MachinePlace, range: TimeRange): readonly Item[] | undefined {
    const machine = this.#machines.get(machineId)
    if (machine?.clientId !== clientId) return undefined
    const held = machine.ranges.get(keyOf(range))
    if (held === undefined) return undefined
    this.#machines.delete(machineId)
    this.#machines.set(machineId, machine)
    return held.items
  }

  keep(
    { clientId, machineId }: MachinePlace,
    { from, to }: TimeRange,
    items: readonly Item[],
    readSince: number,
  ): void {
    if (this.#isForgotten(machineId, { from, to }, readSince)) return
    if (this.#machines.get(machineId)?.clientId !== clientId) this.#drop(machineId)
    const machine = this.#machines.get(machineId) ?? { clientId, ranges: new Map() }
    this.#machines.set(machineId, machine)
    const key = keyOf({ from, to })
    const known = machine.ranges.get(key)
    this.#items += sizeOf(items) - (known ? sizeOf(known.items) : 0)
    machine.ranges.set(key, { from, to, items })
    for (const oldest of this.#machines.keys()) {
      if (this.#items <= this.#most) break
      this.#drop(oldest)
    }
  }

  #isForgotten(machineId: number, range: TimeRange, since: number): boolean {
    const forgotten = this.#forgotten.get(machineId)
    if (this.#allForgotten > since || (forgotten?.knownSince ?? 0) > since) return true
    return (forgotten?.ranges ?? []).some((one) => one.mark > since && overlap(one, range))
  }

  /** Minutes of this range are about to be written. */
  forgetRange(machineId: number, { from, to }: TimeRange): void {
    this.#note(machineId, { from, to })
    const machine = this.#machines.get(machineId)
    if (machine === undefined) return
    for (const [key, held] of machine.ranges) {
      if (!overlap(held, { from, to })) continue
      this.#items -= sizeOf(held.items)
      machine.ranges.delete(key)
    }
    if (machine.ranges.size === 0) this.#machines.delete(machineId)
  }

  forget(machineId: number): void {
    this.#note(machineId, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })
    this.#drop(machineId)
  }

  forgetAll(): void {
    this.#mark += 1
    this.#allForgotten = this.#mark
    this.#forgotten.clear()
    this.#machines.clear()
    this.#items = 0
  }

  #note(machineId: number, { from, to }: TimeRange): void {
    this.#mark += 1
    const forgotten = this.#forgotten.get(machineId) ?? { knownSince: 0, ranges: [] }
    this.#forgotten.set(machineId, forgotten)
    const last = forgotten.ranges.at(-1)
    // The hour of now, again and again.
    if (last?.from === from && last.to === to) last.mark = this.#mark
    else forgotten.ranges.push({ from, to, mark: this.#mark })
    if (forgotten.ranges.length > mostForgotten) {
      forgotten.knownSince = forgotten.ranges.shift()?.mark ?? this.#mark
    }
  }

  #drop(machineId: number): void {
    for (const { items } of this.#machines.get(machineId)?.ranges.values() ?? []) {
      this.#items -= sizeOf(items)
    }
    this.#machines.delete(machineId)
  }
}

const keyOf = ({ from, to }: TimeRange) => `${from} ${to}`
const sizeOf = (items: readonly unknown[]) => Math.max(1, items.length)
const overlap = (a: TimeRange, b: TimeRange) => a.from < b.to && b.from < a.to
