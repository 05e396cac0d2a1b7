import type { Category } from '@packboard/model'
import type { Carry } from './carry.ts'
import type { Repair } from './gapRepair.ts'
import { categoryRule, type LedgerRule, ruleAt, ruleEnd } from './ledgerRule.ts'

type RecoveredTime = { readonly state: number; readonly category: Category; readonly ms: number }

/** What was recovered in a part of a gap. */
export type Recovered = {
  /** Lowest state first, each with some time. */
  readonly times: readonly RecoveredTime[]
  /** Billionths, made in `packState`. */
  readonly packs: bigint
  readonly rejects: bigint
}

/** A part of a gap in which one category holds for each state. */
type RuledPart = {
  readonly from: number
  readonly to: number
  readonly categories: readonly Category[]
}

/** A repair under the rule of its machine: what any part of the gap has of it, each minute by the categories of its own (D98). */
export class Recovery {
  readonly repair: Repair
  /** Packs and rejects are spread over the gap; without recovered run they stay where they were read. */
  readonly hasPacks: boolean
  readonly hasRejects: boolean
  /** The first state that ran. */
  readonly packState: number
  readonly #parts: readonly RuledPart[]
  readonly #run: number

  constructor(repair: Repair, rule: LedgerRule) {
    this.repair = repair
    this.#parts = ruledParts(repair, rule)
    this.#run = this.#runUntil(repair.to)
    const first = repair.times.find((_, index) =>
      this.#parts.some(({ categories }) => categories[index] === 'run'),
    )
    this.packState = first?.[0] ?? 0
    this.hasPacks = repair.packs !== null && this.#run > 0
    this.hasRejects = repair.rejects !== null && this.#run > 0
  }

  /** What of [from, to) is recovered; of any division all parts add up to the whole, and none is negative. */
  between(from: number, to: number): Recovered {
    const { repair } = this
    const found = repair.times.map((): { category: Category; ms: number }[] => [])
    for (const part of this.#parts) {
      if (part.from >= to || part.to <= from) continue
      const begin = this.#until(Math.max(from, part.from))
      const end = this.#until(Math.min(to, part.to))
      for (const [index, own] of found.entries()) {
        const ms = (end[index] ?? 0) - (begin[index] ?? 0)
        const category = part.categories[index] ?? 'unknown'
        const known = own.find((one) => one.category === category)
        if (known) known.ms += ms
        else if (ms > 0) own.push({ category, ms })
      }
    }
    const times = repair.times.flatMap(([state], index): RecoveredTime[] =>
      (found[index] ?? []).map((one) => ({ state, ...one })),
    )
    const [before, after] = [this.#runUntil(from), this.#runUntil(to)]
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

  /** Ms of run before an instant. */
  #runUntil(at: number): number {
    let run = 0
    for (const { from, to, categories } of this.#parts) {
      if (from >= at) break
      const [begin, end] = [this.#until(from), this.#until(Math.min(to, at))]
      for (const [index, category] of categories.entries()) {
        if (category === 'run') run += (end[index] ?? 0) - (begin[index] ?? 0)
      }
    }
    return run
  }

  #spread(counted: bigint | null, run: number): bigint {
    return counted === null || this.#run === 0 ? 0n : (counted * BigInt(run)) / BigInt(this.#run)
  }
}

function ruledParts({ from, to, times, packs }: Repair, rule: LedgerRule): RuledPart[] {
  const counting = packs !== null && packs > 0n
  const parts: RuledPart[] = []
  for (let begin = from; begin < to || parts.length === 0; ) {
    const values = ruleAt(rule, begin)
    const end = Math.min(to, ruleEnd(rule, begin))
    const categories = times.map(([state]): Category => {
      const kind = categoryRule(values, state)
      return kind === 'runWhileCounting' ? (counting ? 'run' : 'alarm') : kind
    })
    parts.push({ from: begin, to: end, categories })
    begin = end
  }
  return parts
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
