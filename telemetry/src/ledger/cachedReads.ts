import type { PieceContext } from './fold/ledgerMinute.ts'
import type { MachinePlace } from './store/machinePlace.ts'
import type { TimeRange } from './timeRanges.ts'

/** What a reader knows of the time since it began to read. */
export type ReadSince = {
  /** Rows that it relies on were written meanwhile. */
  readonly spoiled: boolean
  /** How often all was forgotten until it began. */
  readonly generation: number
}

type MachineReads<Item> = {
  readonly clientId: number
  readonly ranges: Map<string, TimeRange & { readonly items: readonly Item[] }>
}

/**
 * What was read of the minutes of single ranges of machines, so that a page that asks again reads none of these minutes: spans of the
 * stop book and of unit modes, the stops of days, the moments of marks. It is forgotten before the ledger writes a minute of it; what a
 * reader brings under which rows were written, or all was forgotten, is not cached.
 */
export class CachedReads<Item> {
  /** In the order of their last use. */
  readonly #machines = new Map<number, MachineReads<Item>>()
  readonly #most: number
  #items = 0
  #generation = 0

  /** `most`: items of all machines together. */
  constructor(most: number) {
    this.#most = most
  }

  /** How many items are cached; a range without any counts as one. */
  get length(): number {
    return this.#items
  }

  /** How often all was forgotten. */
  get generation(): number {
    return this.#generation
  }

  /** undefined: it is not here. */
  of({ clientId, machineId }: MachinePlace, range: TimeRange): readonly Item[] | undefined {
    const machine = this.#machines.get(machineId)
    const cached = machine?.clientId === clientId ? machine.ranges.get(keyOf(range)) : undefined
    if (machine === undefined || cached === undefined) return undefined
    this.#machines.delete(machineId)
    this.#machines.set(machineId, machine)
    return cached.items
  }

  keep(
    { clientId, machineId }: MachinePlace,
    { from, to }: TimeRange,
    items: readonly Item[],
    since: ReadSince,
  ): void {
    if (since.spoiled || since.generation !== this.#generation) return
    if (this.#machines.get(machineId)?.clientId !== clientId) this.forget(machineId)
    const machine: MachineReads<Item> = this.#machines.get(machineId) ?? {
      clientId,
      ranges: new Map(),
    }
    this.#machines.set(machineId, machine)
    const key = keyOf({ from, to })
    this.#items += sizeOf(items) - sizeOf(machine.ranges.get(key)?.items)
    machine.ranges.set(key, { from, to, items })
    for (const oldest of this.#machines.keys()) {
      if (this.#items <= this.#most) break
      this.forget(oldest)
    }
  }

  /** Minutes of this range are about to be written. */
  forgetRange(machineId: number, { from, to }: TimeRange): void {
    const machine = this.#machines.get(machineId)
    if (machine === undefined) return
    for (const [key, cached] of machine.ranges) {
      if (cached.from >= to || cached.to <= from) continue
      this.#items -= sizeOf(cached.items)
      machine.ranges.delete(key)
    }
    if (machine.ranges.size === 0) this.#machines.delete(machineId)
  }

  forget(machineId: number): void {
    for (const { items } of this.#machines.get(machineId)?.ranges.values() ?? []) {
      this.#items -= sizeOf(items)
    }
    this.#machines.delete(machineId)
  }

  forgetAll(): void {
    this.#generation += 1
    this.#machines.clear()
    this.#items = 0
  }
}

const keyOf = ({ from, to }: TimeRange) => `${from} ${to}`
const sizeOf = (items: readonly unknown[] | undefined) => (items ? Math.max(1, items.length) : 0)

/** The time of one stop in one context, added up. */
export type StopTime = Omit<PieceContext, 'causeGroup' | 'cause'> & {
  readonly user: string
  readonly ms: number
  /** 1 where the first observed moment of the stop is in here. */
  readonly stops: number
}

/** Time of one machine without a change between run and stop. Neighbours of one kind are not joined. */
export type TimePart = {
  readonly machineId: number
  readonly from: number
  readonly to: number
  /** null: it ran. */
  readonly stood: {
    readonly causeGroup: string
    readonly cause: string
    readonly times: readonly StopTime[]
  } | null
}

/** Instants of a machine that divide its time: no part holds one inside. */
export type Cuts = ReadonlyMap<number, readonly number[]>

/** Time in one context that a machine did not run; `at`: the minute that it is in, or the first of several. Ms since 1970. */
export type SpanTime = PieceContext & { readonly at: number; readonly ms: number }

/** What a machine was doing at an instant; `causeGroup` is empty where the names of stops were not requested. */
export type Moment = Omit<PieceContext, 'cause'> & {
  /** Packs per minute; 0 where none is known. */
  readonly speed: number
  /** The machine has reported a speed by then. */
  readonly speedKnown: boolean
}
