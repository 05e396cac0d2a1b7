import { machineState } from '@packboard/model'
import {
  byAlarmOrder,
  bySampleOrder,
  type LedgerAlarm,
  type LedgerSample,
} from '../src/ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../src/ledger/fold/ledgerRule.ts'
import type { RuleValues } from '../src/records.ts'

/**
 * A second opinion for tests: the same decisions, computed slowly and in another way. Nothing is carried along; every
 * stretch of time between two interesting instants reads all records anew. Keys are
 * `minute state category product tool user group cause`, values the sums. With a window, only what
 * lies in it is summed.
 */
export function slowLedger(
  records: readonly LedgerSample[],
  alarms: readonly LedgerAlarm[],
  rule: LedgerRule,
  { from: begin, to: end }: { from: number; to: number } = {
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
  },
): Map<string, SlowSums> {
  const sums = new Map<string, SlowSums>()
  const ordered = [...records].sort(bySampleOrder)
  const first = ordered.find((record) => !record.death)
  if (first === undefined) return sums
  const known = ordered.filter((record) => !record.death)
  const packSteps = steps(known, (sample) => sample.packCounter)
  const rejectSteps = steps(known, (sample) => sample.rejectCounter)
  const all = [rule, ...(rule.later ?? [])]
  /** D98: the newest of what has begun. */
  const inForce = (at: number) => all.findLast((one) => !('from' in one) || one.from <= at) ?? rule
  const windowOf = (product: string, { recipePpm, targetPpm, designPpm }: RuleValues) => {
    const target = recipePpm.get(product) ?? targetPpm ?? designPpm
    return Math.max(10_000, target ? Math.round(180_000 / target) : 0)
  }
  const windows = new Set(
    all.flatMap((values) =>
      ['another', ...values.recipePpm.keys()].map((product) => windowOf(product, values)),
    ),
  )

  const look = (past: readonly LedgerSample[], at: number): View => {
    const last = past.findLast((record) => !record.death)
    if (last === undefined) return { ...nothing, category: 'offline' }
    const reported = <T>(pick: (sample: LedgerSample) => T | null | undefined): T | undefined =>
      past.map(pick).findLast((value) => value !== undefined && value !== null) ?? undefined
    const state = reported((sample) => sample.state) ?? -1
    const moved = packSteps.findLast((step) => past.includes(step.sample) && step.delta > 0n)
    const product = reported((sample) => sample.product) ?? ''
    const counting = moved !== undefined && at < moved.sample.at + windowOf(product, inForce(at))
    const kind = inForce(at).categories[state] ?? machineState(state).category
    const dead = past.indexOf(last) < past.findLastIndex((record) => record.death)
    const gone = dead || at >= last.at + inForce(last.at).holdMs
    return {
      state,
      product,
      tool: reported((sample) => sample.tool) ?? '',
      user: reported((sample) => sample.user) ?? '',
      speed: reported((sample) => sample.speedPpm),
      category: gone ? 'offline' : kind !== 'runWhileCounting' ? kind : counting ? 'run' : 'alarm',
    }
  }

  const points = new Set<number>()
  for (const { at } of ordered) {
    for (const more of [0, ...all.map(({ holdMs }) => holdMs), ...windows]) points.add(at + more)
  }
  const lastPoint = Math.max(...points)
  const minute = (at: number) => at - (at % 60_000)
  for (let at = minute(first.at); at <= lastPoint; at += 60_000) points.add(at)
  const instants = [...points].filter((at) => at >= first.at).sort((a, b) => a - b)
  const segments = instants.flatMap((from, i) => {
    const to = instants[i + 1]
    const past = ordered.filter((record) => record.at <= from)
    return to === undefined ? [] : [{ from, to, ...look(past, from) }]
  })

  const stops: SlowStop[] = []
  let open: SlowStop | undefined
  for (const segment of segments) {
    if (segment.category === 'run') open = undefined
    else {
      if (open === undefined) {
        open = { from: segment.from, to: segment.to, name: undefined }
        stops.push(open)
      }
      open.to = segment.to
      if (segment.category !== 'offline') open.name ??= machineState(segment.state).name
    }
  }
  if (open !== undefined) open.to = Number.POSITIVE_INFINITY
  const label = (stop: SlowStop | undefined) => {
    if (stop === undefined) return '|'
    const cause = [...alarms]
      .sort(byAlarmOrder)
      .find(({ raisedAt }) => raisedAt >= stop.from - 5_000 && raisedAt < stop.to)
    return cause ? `${cause.group}|${cause.description}` : `|${stop.name ?? ''}`
  }
  /** What was made before the first time without data between two readings of a counter; undefined without such a time. */
  const gapSince = (before: LedgerSample, reading: LedgerSample) => {
    const between = known.slice(known.indexOf(before), known.indexOf(reading) + 1)
    const last = between.find((sample, i) => {
      const next = between[i + 1]
      const after = ordered.slice(ordered.indexOf(sample) + 1)
      const death = after.find((one) => one.death)?.at ?? Number.POSITIVE_INFINITY
      return (
        next !== undefined &&
        next.at > Math.min(sample.at + inForce(sample.at).holdMs, Math.min(death, next.at))
      )
    })
    if (last === undefined) return undefined
    const { state, product, tool } = look(ordered.slice(0, ordered.indexOf(last) + 1), last.at)
    return { state, product, tool }
  }
  const stopBefore = (at: number) => stops.find((stop) => stop.from < at && at <= stop.to)
  const account = (at: number, view: View, stop: SlowStop | undefined): SlowSums => {
    const context = [view.state, view.category, view.product, view.tool, view.user]
    const key = [minute(at), ...context, view.category === 'run' ? '|' : label(stop)].join('|')
    const sum = sums.get(key) ?? {
      ms: 0,
      packs: 0n,
      rejects: 0n,
      speed: 0n,
      speedMs: 0,
      samples: 0,
      flagged: 0,
      stops: 0,
    }
    sums.set(key, sum)
    return sum
  }

  for (const segment of segments) {
    if (segment.category === 'offline') continue
    const stop = stops.find((one) => one.from <= segment.from && segment.from < one.to)
    const ms = Math.min(segment.to, end) - Math.max(segment.from, begin)
    if (ms <= 0) continue
    const sum = account(segment.from, segment, stop)
    sum.ms += ms
    if (segment.speed !== undefined) {
      sum.speed += BigInt(Math.round(segment.speed * 1e6)) * BigInt(ms)
      sum.speedMs += ms
    }
  }
  for (const stop of stops) {
    const seen = segments.find(
      ({ from, category }) => from >= stop.from && from < stop.to && category !== 'offline',
    )
    if (seen && seen.from >= begin && seen.from < end) account(seen.from, seen, stop).stops++
  }
  for (const [i, record] of ordered.entries()) {
    if (record.death || record.at < begin || record.at >= end) continue
    const at = record.at
    const own = look(ordered.slice(0, i + 1), at)
    const lasts = ordered[i + 1]?.at !== at
    const opened = stops.find((stop) => stop.from <= at && at < stop.to)
    account(at, own, lasts ? opened : stopBefore(at)).samples++

    const packs = packSteps.find((step) => step.sample === record)
    const rejects = rejectSteps.find((step) => step.sample === record)
    const past = ordered.slice(0, i)
    const began = past.findLast((one) => !one.death)?.at
    if (began === undefined) continue
    const before = look(past, at > began ? at - 1 : at)
    for (const [step, counter] of [
      [packs, 'packs'],
      [rejects, 'rejects'],
    ] as const) {
      if (!step?.delta || step.before === undefined) continue
      const gap = gapSince(step.before, record)
      const alive = look(
        past.filter((one) => !one.death),
        at > began ? at - 1 : at,
      )
      const sum = gap
        ? account(at, { ...before, ...gap, category: 'offline' }, undefined)
        : account(at, { ...before, category: alive.category }, stopBefore(at))
      sum[counter] += step.delta
      const { designPpm } = inForce(at)
      const possible =
        designPpm && counter === 'packs'
          ? (1.5 * designPpm * (at - step.before.at)) / 60_000 + 2
          : Number.POSITIVE_INFINITY
      if (Number(step.delta) / 1e9 > possible) sum.flagged++
    }
  }
  return sums
}

export type SlowSums = {
  ms: number
  packs: bigint
  rejects: bigint
  speed: bigint
  speedMs: number
  samples: number
  flagged: number
  stops: number
}
type View = {
  state: number
  product: string
  tool: string
  user: string
  speed: number | undefined
  category: string
}
type SlowStop = { from: number; to: number; name: string | undefined }
const nothing: View = { state: -1, product: '', tool: '', user: '', speed: undefined, category: '' }

/**
 * What each reading counted, by arithmetic on decimals with at most nine places. A reading that the machine's own
 * clock puts before one already taken (its clock was ahead) adds what the sum in the machine's order grows by, unless
 * the step in order of arrival is the smaller one: then the clock was set back, and its order begins anew.
 */
function steps(
  samples: readonly LedgerSample[],
  read: (sample: LedgerSample) => number | null | undefined,
): { sample: LedgerSample; delta: bigint; before: LedgerSample | undefined }[] {
  const reported = samples.flatMap((sample): SlowReading[] => {
    const value = read(sample)
    return typeof value === 'number' ? [{ sample, value, sourceAt: sample.sourceAt }] : []
  })
  let taken: SlowReading[] = []
  return reported.map((reading, i) => {
    const { sample, value, sourceAt } = reading
    const arrived = step(taken.at(-1)?.value, value)
    const sooner = taken.filter((other) => other.sourceAt <= sourceAt)
    const later = taken.filter((other) => other.sourceAt > sourceAt)
    const after = later[0]?.value
    let delta = arrived
    if (after !== undefined) {
      const before = sooner.at(-1)?.value
      const grown = step(before, value) + step(value, after) - step(before, after)
      if (grown <= arrived) {
        delta = grown
        taken = [...sooner, reading, ...later]
      } else taken = [...taken.slice(-1).map(longAgo), reading]
    } else taken = [...taken, reading]
    return { sample, delta, before: reported[i - 1]?.sample }
  })
}

type SlowReading = { sample: LedgerSample; value: number; sourceAt: number }

/** A reading from before the clock was set back comes before everything after it. */
const longAgo = (reading: SlowReading): SlowReading => ({
  ...reading,
  sourceAt: Number.NEGATIVE_INFINITY,
})

const billionths = (value: number) => BigInt(value.toFixed(9).replace('.', ''))

function step(old: number | undefined, now: number): bigint {
  if (old === undefined) return 0n
  const register = [32_767, 65_535, 2 ** 31 - 1, 2 ** 32 - 1].find(
    (limit) => old > now && old <= limit && old > limit * 0.9 && now < limit * 0.1,
  )
  if (register !== undefined) return billionths(register + 1) - billionths(old) + billionths(now)
  return old > now ? billionths(now) : billionths(now) - billionths(old)
}
