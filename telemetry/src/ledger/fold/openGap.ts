/** What a machine's own counters say about a gap (D71, decision 48). It depends on records alone, and not on the rule of the machine. */
export type Repair = {
  /** From the sample before the gap to the one after it. */
  readonly from: number
  readonly to: number
  /** Those before the gap; without the user, so that no name is held twice (D54). */
  readonly product: string
  readonly tool: string
  /** ms in each state, lowest code first; together at most as long as the gap. */
  readonly times: readonly (readonly [state: number, ms: number])[]
  /** Billionths; null: they are counted where they were read (D63). */
  readonly packs: bigint | null
  readonly rejects: bigint | null
}

/** The repairs of one machine by their beginning. */
export type Repairs = ReadonlyMap<number, Repair>

/** A gap that has ended, while its readings come. */
export type OpenGap = {
  readonly from: number
  readonly to: number
  readonly product: string
  readonly tool: string
  /** How much each state that was read again has grown, ms; never negative. */
  readonly grown: ReadonlyMap<number, number>
  /** A counter was cleared in the gap. */
  readonly cleared: boolean
  /** `awaited`: the counter is to be read; null: what it says is not of this gap alone. */
  readonly packs: bigint | 'awaited' | null
  readonly rejects: bigint | 'awaited' | null
}

/** What a fold carries to repair gaps. */
export type StateClock = {
  /** By how much each state's own counter stands where it was read last, ms. */
  readonly times: ReadonlyMap<number, number>
  readonly gap: OpenGap | null
}
