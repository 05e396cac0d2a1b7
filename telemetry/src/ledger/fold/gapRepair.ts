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

/** A longer gap says too little about when what was. */
export const longestRepairMs = 7 * 86_400_000
/** What is read up to here after a gap is of the gap: many sources send one value after the other. */
export const returnMs = 60_000
/** Counters of whole seconds are off by less. */
const secondMs = 1_000

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

/** What is known of a gap so far; null: it stays a gap. */
export function repairOf(gap: OpenGap): Repair | null {
  const times = fitted(gap)
  if (times === null) return null
  const { from, to, product, tool, packs, rejects } = gap
  return { from, to, product, tool, times, packs: read(packs), rejects: read(rejects) }
}

const read = (counted: OpenGap['packs']) => (counted === 'awaited' ? null : counted)

/** The times of the states that grew, made to fit where whole seconds explain what is missing or too much. */
function fitted({ from, to, grown, cleared }: OpenGap): Repair['times'] | null {
  const times = [...grown].filter(([, ms]) => ms > 0).sort(([a], [b]) => a - b)
  const most = Math.max(0, ...times.map(([, ms]) => ms))
  const missing = to - from - times.reduce((sum, [, ms]) => sum + ms, 0)
  const isRounded = Math.abs(missing) <= times.length * secondMs
  if (cleared || times.length === 0) return null
  if (missing < 0 && (!isRounded || most + missing < 0)) return null
  if (!isRounded) return times
  const largest = times.findIndex(([, ms]) => ms === most)
  return times.flatMap(([state, ms], index) => {
    const own = index === largest ? ms + missing : ms
    return own > 0 ? [[state, own] as const] : []
  })
}

export function sameRepair(a: Repair | null, b: Repair | null): boolean {
  return repairText(a) === repairText(b)
}

/** One text for one meaning. */
function repairText(repair: Repair | null): string {
  return JSON.stringify(repair, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
