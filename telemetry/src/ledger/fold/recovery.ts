import type { Category } from '@packboard/model'
import type { Carry } from './carry.ts'
import type { Repair } from './gapRepair.ts'
import { categoryRule, type LedgerRule } from './ledgerRule.ts'

type RecoveredTime = { readonly state: number; readonly category: Category; readonly ms: number }

/** What was recovered in a part of a gap. */
export type Recovered = {
  /** Lowest state first, each with some time. */
  readonly times: readonly RecoveredTime[]
  /** Billionths, made in `packState`. */
  readonly packs: bigint
  readonly rejects: bigint
}

/** A repair under the rule of its machine: what any part of the gap has of it. */
export class Recovery {
  readonly repair: Repair
  /** Packs and rejects are spread over the gap; without recovered run they stay where they were read. */
  readonly hasPacks: boolean
  readonly hasRejects: boolean
  /** The first state that ran. */
  readonly packState: number
  readonly #categories: readonly Category[]
  readonly #run: number

  constructor(repair: Repair, rule: LedgerRule) {
    const counting = repair.packs !== null && repair.packs > 0n
    this.repair = repair
    this.#categories = repair.times.map(([state]) => {
      const kind = categoryRule(rule, state)
      return kind === 'runWhileCounting' ? (counting ? 'run' : 'alarm') : kind
    })
    this.#run = this.#runOf(repair.times.map(([, ms]) => ms))
    const first = repair.times.find((_, index) => this.#categories[index] === 'run')
    this.packState = first?.[0] ?? 0
    this.hasPacks = repair.packs !== null && this.#run > 0
    this.hasRejects = repair.rejects !== null && this.#run > 0
  }

  /** What of [from, to) is recovered; of any division all parts add up to the whole, and none is negative. */
  between(from: number, to: number): Recovered {
    const { repair } = this
    const [begin, end] = [this.#until(from), this.#until(to)]
    const times = repair.times.flatMap(([state], index): RecoveredTime[] => {
      const ms = (end[index] ?? 0) - (begin[index] ?? 0)
      return ms > 0 ? [{ state, category: this.#categories[index] ?? 'unknown', ms }] : []
    })
    const [before, after] = [this.#runOf(begin), this.#runOf(end)]
    const part = (counted: bigint | null) =>
      this.#spread(counted, after) - this.#spread(counted, before)
    return { times, packs: part(repair.packs), rejects: part(repair.rejects) }
  }

  /** Of each state what lies before an instant: each is spread evenly over what those before it leave. */
  #until(at: number): number[] {
    const { from, to, times } = this.repair
    let past = Math.min(Math.max(at, from), to) - from
    let length = to - from
    return times.map(([, ms]) => {
      // Days times days in ms are more than a double holds.
      const own = length === 0 ? 0 : Number((BigInt(ms) * BigInt(past)) / BigInt(length))
      past -= own
      length -= ms
      return own
    })
  }

  #runOf(times: readonly number[]): number {
    return times.reduce((sum, ms, index) => (this.#categories[index] === 'run' ? sum + ms : sum), 0)
  }

  #spread(counted: bigint | null, run: number): bigint {
    return counted === null || this.#run === 0 ? 0n : (counted * BigInt(run)) / BigInt(this.#run)
  }
}

/** What was recovered in a part of a gap, in one context after the other: for sums, which do not mind their order. */
export function recoveredContexts(
  recovery: Recovery,
  [from, to]: readonly [from: number, to: number],
  carry: Carry,
): {
  readonly carry: Carry
  readonly category: Category
  readonly ms: number
  readonly packs: bigint
  readonly rejects: bigint
}[] {
  const { times, packs, rejects } = recovery.between(from, to)
  const parts = times.map(({ state, category, ms }) => {
    return { carry: { ...carry, state, speed: null }, category, ms, packs: 0n, rejects: 0n }
  })
  if (packs === 0n && rejects === 0n) return parts
  const made = { ...carry, state: recovery.packState, speed: null }
  return [...parts, { carry: made, category: 'run' as const, ms: 0, packs, rejects }]
}
