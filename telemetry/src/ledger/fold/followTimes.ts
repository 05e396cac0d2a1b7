import { readStateTimes } from '@packboard/model'
import type { Carry } from './carry.ts'
import { longestRepairMs, type OpenGap, returnMs } from './gapRepair.ts'
import type { LedgerSample } from './ledgerRecords.ts'

/** A counter that fell by less was rounded, and by more it was cleared. */
const roundedMs = 1_000

/**
 * Follows the times that a machine counts itself, up to its next sample (decision 48): what each is expected to be, and how much
 * it grew in a gap that this sample ends, or one up to 60 s before it ended. Before any other field of the sample is used.
 */
export function followTimes(carry: Carry, sample: LedgerSample, endsGap: boolean): void {
  if (carry.gap !== null && sample.at > carry.gap.to + returnMs) carry.gap = null
  if (carry.at !== null && carry.times.size > 0) {
    if (endsGap) carry.gap = gapEnded(carry, carry.at, sample.at)
    else pass(carry, sample.at - carry.at)
  }
  if (sample.stateTimes == null) return
  const times = new Map(carry.times)
  for (const [state, ms] of readStateTimes(sample.stateTimes)) {
    const expected = carry.times.get(state)
    // Of one that was never read before it is not known how much of it is of the gap.
    if (carry.gap && !carry.gap.grown.has(state)) {
      carry.gap = grown(carry.gap, state, ms - (expected ?? ms))
    }
    times.set(state, ms)
  }
  carry.times = times
}

function pass(carry: Carry, ms: number): void {
  const expected = carry.times.get(carry.state)
  if (expected === undefined || ms === 0) return
  carry.times = new Map(carry.times).set(carry.state, expected + ms)
}

function gapEnded(carry: Carry, from: number, to: number): OpenGap | null {
  if (to - from > longestRepairMs) return null
  const { product, tool, packs, rejects, packsGap, rejectsGap } = carry
  return {
    ...{ from, to, product, tool, grown: new Map(), cleared: false },
    packs: packs.newest !== null && packsGap === null ? 'awaited' : null,
    rejects: rejects.newest !== null && rejectsGap === null ? 'awaited' : null,
  }
}

function grown(gap: OpenGap, state: number, ms: number): OpenGap {
  return {
    ...gap,
    grown: new Map(gap.grown).set(state, Math.max(0, ms)),
    cleared: gap.cleared || ms <= -roundedMs,
  }
}
