import type { Category } from '@packboard/model'
import type { MachinePlace } from './store/machinePlace.ts'
import type { TimeRange } from './timeRanges.ts'

/** Some 300 bytes each: three contexts of 30,000 labels. */
const mostTimes = 100_000

/** Time in one context that a machine did not run; `at`: the minute that it is in, or the first of several. Ms since 1970. */
export type SpanTime = {
  readonly at: number
  readonly ms: number
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly causeGroup: string
  readonly cause: string
}

type MachineSpans = {
  readonly clientId: number
  readonly spans: Map<string, TimeRange & { readonly times: readonly SpanTime[] }>
}

/** What was forgotten of a machine lately, the newest last; before `knownSince` nothing is known of it. */
type Forgotten = { knownSince: number; readonly ranges: (TimeRange & { mark: number })[] }

/** Of each machine: more ranges than a round of the ledger writes while a question is read. */
const mostForgotten = 64

/**
 * What spans of the stop book and of unit modes are made of, so that a page that asks for a month of labels again reads none of their
 * minutes. They are forgotten before the ledger writes a minute of theirs; what was read from a view that is older is not kept.
 */
export class RememberedSpans {
  /** In the order of their last use. */
  readonly #machines = new Map<number, MachineSpans>()
  readonly #forgotten = new Map<number, Forgotten>()
  readonly #most: number
  #times = 0
  #mark = 0
  #allForgotten = 0

  constructor(most = mostTimes) {
    this.#most = most
  }

  /** How many times are held; a span without any counts as one. */
  get length(): number {
    return this.#times
  }

  /** Where a view begins to read: what it read is kept unless a minute of it is forgotten after this. */
  get mark(): number {
    return this.#mark
  }

  /** undefined: it is not here. */
  of({ clientId, machineId }: MachinePlace, range: TimeRange): readonly SpanTime[] | undefined {
    const machine = this.#machines.get(machineId)
    if (machine?.clientId !== clientId) return undefined
    const span = machine.spans.get(keyOf(range))
    if (span === undefined) return undefined
    this.#machines.delete(machineId)
    this.#machines.set(machineId, machine)
    return span.times
  }

  keep(
    { clientId, machineId }: MachinePlace,
    { from, to }: TimeRange,
    times: readonly SpanTime[],
    readSince: number,
  ): void {
    if (this.#isForgotten(machineId, { from, to }, readSince)) return
    if (this.#machines.get(machineId)?.clientId !== clientId) this.#drop(machineId)
    const machine = this.#machines.get(machineId) ?? { clientId, spans: new Map() }
    this.#machines.set(machineId, machine)
    const key = keyOf({ from, to })
    const known = machine.spans.get(key)
    this.#times += sizeOf(times) - (known ? sizeOf(known.times) : 0)
    machine.spans.set(key, { from, to, times })
    for (const oldest of this.#machines.keys()) {
      if (this.#times <= this.#most) break
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
    for (const [key, span] of machine.spans) {
      if (!overlap(span, { from, to })) continue
      this.#times -= sizeOf(span.times)
      machine.spans.delete(key)
    }
    if (machine.spans.size === 0) this.#machines.delete(machineId)
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
    this.#times = 0
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
    for (const { times } of this.#machines.get(machineId)?.spans.values() ?? []) {
      this.#times -= sizeOf(times)
    }
    this.#machines.delete(machineId)
  }
}

const keyOf = ({ from, to }: TimeRange) => `${from} ${to}`
const sizeOf = (times: readonly SpanTime[]) => Math.max(1, times.length)
const overlap = (a: TimeRange, b: TimeRange) => a.from < b.to && b.from < a.to
