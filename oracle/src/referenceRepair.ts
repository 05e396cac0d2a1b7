import type { CountingSample } from './rawRecords.ts'
import { kindOfState, type StateKind, type TimeKind } from './referenceStates.ts'
import type { Counted, Stretch, Timeline } from './referenceTimeline.ts'

/**
 * D71, decision 48: what the machine's own times of its states say of a gap, worked out from the samples once more and apart from
 * everything else.
 */
export type Repair = {
  /** The sample before the gap and the one after it. */
  readonly from: number
  readonly to: number
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly rejectsReported: boolean
  /** ms by state, lowest code first. */
  readonly grown: readonly { readonly state: number; readonly kind: Kind; readonly ms: number }[]
  /** Billionths, and the instant at which they were read; null: they stay where they were read. */
  readonly packs: Read | null
  readonly rejects: Read | null
}
type Kind = Exclude<TimeKind, 'offline'>
type Read = { readonly at: number; readonly counted: bigint }

type Rule = {
  readonly holdMs: number
  readonly designPpm: number | null
  readonly categories: Readonly<Record<number, StateKind>>
}

const week = 7 * 86_400_000
const minute = 60_000

export function repairsOf(samples: readonly CountingSample[], rule: Rule): Repair[] {
  const repairs: Repair[] = []
  samples.forEach((sample, index) => {
    if (!endsGap(samples, index, rule)) return
    const before = samples[index - 1]
    if (before === undefined || sample.at - before.at > week) return
    const known = expected(samples, index, rule)
    if (known.size === 0) return
    const readings = samples.filter(
      (one, place) =>
        place >= index &&
        one.at <= sample.at + minute &&
        samples.every(
          (_, other) => other <= index || other > place || !endsGap(samples, other, rule),
        ),
    )
    const times = fitted(growth(samples, index, readings, rule), sample.at - before.at)
    if (times === null) return
    const packs = counterRead(samples, index, readings, 'packs', rule)
    const likely = packs !== null && !tooMany(samples, packs, rule) ? packs : null
    const kindOf = (state: number): Kind => {
      const kind = kindOfState(state, rule.categories)
      if (kind !== 'runWhileCounting') return kind
      return likely !== null && likely.counted > 0n ? 'run' : 'alarm'
    }
    const grown = times.map(({ state, ms }) => ({ state, kind: kindOf(state), ms }))
    const ran = grown.some(({ kind }) => kind === 'run')
    repairs.push({
      ...{ from: before.at, to: sample.at, grown },
      product: lastOf(samples, index, 'product') ?? '',
      tool: lastOf(samples, index, 'tool') ?? '',
      user: lastOf(samples, index, 'user') ?? '',
      rejectsReported: lastOf(samples, index, 'rejects') !== undefined,
      packs: ran ? likely : null,
      rejects: ran ? counterRead(samples, index, readings, 'rejects', rule) : null,
    })
  })
  return repairs
}

function endsGap(samples: readonly CountingSample[], index: number, { holdMs }: Rule): boolean {
  const [before, sample] = [samples[index - 1], samples[index]]
  return before !== undefined && sample !== undefined && sample.at > before.at + holdMs
}

/** What was last said before a sample. */
function lastOf<Field extends 'state' | 'product' | 'tool' | 'user' | 'packs' | 'rejects'>(
  samples: readonly CountingSample[],
  index: number,
  field: Field,
): CountingSample[Field] | undefined {
  return samples.slice(0, index).findLast((one) => one[field] !== undefined)?.[field]
}

/** The expected time of each state when a sample comes, ms: a reading sets it, and time without a gap lets it grow. */
function expected(
  samples: readonly CountingSample[],
  until: number,
  rule: Rule,
): Map<number, number> {
  const times = new Map<number, number>()
  for (let index = 0; index <= until; index++) {
    const [before, sample] = [samples[index - 1], samples[index]]
    if (before !== undefined && sample !== undefined && !endsGap(samples, index, rule)) {
      const state = lastOf(samples, index, 'state') ?? -1
      const own = times.get(state)
      if (own !== undefined) times.set(state, own + sample.at - before.at)
    }
    if (index === until) return times
    for (const [state, seconds] of Object.entries(sample?.stateSeconds ?? {})) {
      times.set(Number(state), Math.round(seconds * 1_000))
    }
  }
  return times
}

/** The difference of each state at its first reading from the end of the gap on. */
function growth(
  samples: readonly CountingSample[],
  index: number,
  readings: readonly CountingSample[],
  rule: Rule,
): Map<number, number> {
  const grown = new Map<number, number>()
  for (const reading of readings) {
    const times = expected(samples, samples.indexOf(reading, index), rule)
    for (const [state, seconds] of Object.entries(reading.stateSeconds ?? {})) {
      if (grown.has(Number(state))) continue
      const before = times.get(Number(state))
      const ms = Math.round(seconds * 1_000)
      grown.set(Number(state), before === undefined ? 0 : ms - before)
    }
  }
  return grown
}

/** null: a counter was cleared, nothing grew, or more grew than there was time. */
function fitted(grown: ReadonlyMap<number, number>, length: number) {
  if ([...grown.values()].some((ms) => ms <= -1_000)) return null
  const times = [...grown]
    .filter(([, ms]) => ms > 0)
    .map(([state, ms]) => ({ state, ms }))
    .sort((a, b) => a.state - b.state)
  if (times.length === 0) return null
  const sum = times.reduce((all, { ms }) => all + ms, 0)
  const near = Math.abs(length - sum) <= times.length * 1_000
  if (sum > length && !near) return null
  if (!near) return times
  const most = Math.max(...times.map(({ ms }) => ms))
  const largest = times.find(({ ms }) => ms === most)
  if (most + length - sum < 0) return null
  return times
    .map((one) => (one === largest ? { ...one, ms: one.ms + length - sum } : one))
    .filter(({ ms }) => ms > 0)
}

const billionths = (reading: number) => BigInt(reading.toFixed(9).replace('.', ''))

/** The first reading of a counter after a gap, if the one before it was after the gap before; these counters never run over. */
function counterRead(
  samples: readonly CountingSample[],
  index: number,
  readings: readonly CountingSample[],
  field: 'packs' | 'rejects',
  rule: Rule,
): Read | null {
  const last = samples.findLastIndex((one, place) => place < index && one[field] !== undefined)
  const earlier = samples.findLastIndex(
    (_, place) => place < index && endsGap(samples, place, rule),
  )
  const reading = readings.find((one) => one[field] !== undefined)
  if (last < 0 || earlier > last || reading === undefined) return null
  const [before, now] = [samples[last]?.[field] ?? 0, reading[field] ?? 0]
  const counted = now >= before ? billionths(now) - billionths(before) : billionths(now)
  return { at: reading.at, counted }
}

/** D14: more than 1.5 × design speed allows since the counter was read before. */
function tooMany(samples: readonly CountingSample[], { at, counted }: Read, { designPpm }: Rule) {
  const before = samples.findLast((one) => one.at < at && one.packs !== undefined)
  if (designPpm === null || before === undefined) return false
  return Number(counted) / 1e9 > (1.5 * designPpm * (at - before.at)) / 60_000 + 2
}

/** How much of each state lies in the first `past` ms of a gap. */
function firstOf({ from, to, grown }: Repair, past: number): number[] {
  let [left, length] = [BigInt(past), BigInt(to - from)]
  return grown.map(({ ms }) => {
    const own = length === 0n ? 0n : (BigInt(ms) * left) / length
    left -= own
    length -= BigInt(ms)
    return Number(own)
  })
}

/** What of a gap lies in a window, state by state. */
export function recoveredIn(repair: Repair, span: { readonly from: number; readonly to: number }) {
  const { from, to, grown } = repair
  const past = (at: number) => firstOf(repair, Math.min(Math.max(at, from), to) - from)
  const [before, after] = [past(span.from), past(span.to)]
  return grown.flatMap((one, place) => {
    const ms = span.from < span.to ? (after[place] ?? 0) - (before[place] ?? 0) : 0
    return ms > 0 ? [{ ...one, ms }] : []
  })
}

/** The timeline with its gaps filled, minute by minute; a minute of a gap holds its states one after the other. */
export function repaired(timeline: Timeline, repairs: readonly Repair[]): Timeline {
  const isIn = (at: number) => repairs.some(({ from, to }) => from <= at && at < to)
  const stretches: Stretch[] = timeline.stretches.filter(({ from }) => !isIn(from))
  const taken = (one: Counted, of: 'packs' | 'rejects') =>
    one[of] > 0n && repairs.some((repair) => repair[of]?.at === one.at)
  const counts: Counted[] = timeline.counts.filter(
    (one) => one.kind !== 'offline' || !(taken(one, 'packs') || taken(one, 'rejects')),
  )
  for (const repair of repairs) {
    const { from, to, grown, product, tool, user, rejectsReported } = repair
    const context = { product, tool, user, rejectsReported }
    const runOf = (parts: readonly number[]) =>
      parts.reduce((sum, ms, place) => (grown[place]?.kind === 'run' ? sum + ms : sum), 0)
    const run = runOf(grown.map(({ ms }) => ms))
    const part = (read: Read | null, ran: number) =>
      read === null ? 0n : (read.counted * BigInt(ran)) / BigInt(run)
    for (let begin = from; begin < to; ) {
      const end = Math.min(to, begin - (begin % minute) + minute)
      const [before, after] = [firstOf(repair, begin - from), firstOf(repair, end - from)]
      let at = begin
      for (const [place, { state, kind }] of grown.entries()) {
        const ms = (after[place] ?? 0) - (before[place] ?? 0)
        if (ms > 0) {
          stretches.push({
            ...context,
            state,
            kind,
            speed: null,
            otherMode: false,
            from: at,
            to: at + ms,
            stop: null,
          })
        }
        at += ms
      }
      const packs = part(repair.packs, runOf(after)) - part(repair.packs, runOf(before))
      const rejects = part(repair.rejects, runOf(after)) - part(repair.rejects, runOf(before))
      const state = grown.find(({ kind }) => kind === 'run')?.state ?? 0
      if (packs > 0n || rejects > 0n) {
        counts.push({ ...context, state, at: begin, kind: 'run', packs, rejects, stop: null })
      }
      begin = end
    }
  }
  stretches.sort((a, b) => a.from - b.from)
  return { ...timeline, stretches, counts }
}
