import type { CountingSample, RawAlarm } from './rawRecords.ts'
import { type ModeRule, modeParts } from './referenceModes.ts'
import {
  kindOfState,
  neverReported,
  type StateKind,
  stateName,
  type TimeKind,
} from './referenceStates.ts'

/** What must be known of a machine beside its records. */
export type MachineRule = {
  /** D11: how long a sample that came then is valid for its machine, ms (D98). */
  readonly holdMs: (at: number) => number
  /** D60: the target of a product, of its recipe, the machine or its type; widens the time in which a warning still runs. */
  readonly targetOf: (product: string, at: number) => number | null
  /** Where a state counts as another kind than usual. */
  readonly kindSet: (state: number, at: number) => StateKind | undefined
  /** When any of this may change, whole minutes in order. */
  readonly edges: readonly number[]
  readonly modes: readonly ModeRule[]
  /** In which the days of those rules begin. */
  readonly zone: string
}

/** What was on the machine. */
export type Context = {
  readonly state: number
  readonly product: string
  readonly tool: string
  readonly user: string
}

/** A time with valid data in which nothing changed. */
export type Stretch = Context & {
  readonly from: number
  readonly to: number
  readonly kind: Exclude<TimeKind, 'offline'>
  /** Packs per minute, held for as long as the stretch lasts; null when none was ever reported. */
  readonly speed: number | null
  readonly rejectsReported: boolean
  /** Letter 60: was the machine in a unit mode other than production? */
  readonly otherMode: boolean
  stop: Stop | null
}

/** D18: a maximal stretch outside run. */
export type Stop = {
  readonly from: number
  to: number
  /** The first moment with valid data; null when the machine was silent all along. */
  seenFrom: number | null
  firstState: number | null
  group: string
  cause: string
}

/** What a sample counted, assigned to the interval that it ends (D14). Billionths of a pack. */
export type Counted = Context & {
  readonly at: number
  readonly kind: TimeKind
  readonly packs: bigint
  readonly rejects: bigint
  readonly rejectsReported: boolean
  readonly stop: Stop | null
}

/** One machine from its first sample on. */
export type Timeline = {
  readonly stretches: readonly Stretch[]
  readonly counts: readonly Counted[]
  readonly stops: readonly Stop[]
}

/** D13, D60: packs moved within the last max(10 s, 3 × 60 / target ppm of the product that is running), in whole ms. */
const countingMs = ({ targetOf }: MachineRule, product: string, at: number) => {
  const ppm = targetOf(product, at)
  return ppm === null ? 10_000 : Math.max(10_000, Math.round((3 * 60_000) / ppm))
}

/** Follows one machine through its samples (D11, D13, D14, D18), slowly and one sample at a time. */
export function timelineOf(
  samples: readonly CountingSample[],
  alarms: readonly RawAlarm[],
  rule: MachineRule,
): Timeline {
  const stretches: Stretch[] = []
  const counts: Counted[] = []
  const stops: Stop[] = []

  /** The times without data so far, each with the sample that ended it and what was on the machine before (D63). */
  const silences: { readonly endedBy: number; readonly context: Context }[] = []
  let packsRead = 0
  let rejectsRead = 0
  let context: Context = { state: neverReported, product: '', tool: '', user: '' }
  let speed: number | null = null
  let packs: number | undefined
  let rejects: number | undefined
  let mode = ''
  let movedAt = Number.NEGATIVE_INFINITY
  let stop: Stop | null = null

  /** D13: what a moment of the present interval counts as. */
  const kindAt = (at: number): Exclude<TimeKind, 'offline'> => {
    const kind = rule.kindSet(context.state, at) ?? kindOfState(context.state, {})
    if (kind !== 'runWhileCounting') return kind
    return at < movedAt + countingMs(rule, context.product, at) ? 'run' : 'alarm'
  }
  /** D18: run ends a stop; anything else, silence too, begins or continues one. */
  const outsideRun = (from: number, to: number): Stop => {
    if (stop === null) {
      stop = { from, to, seenFrom: null, firstState: null, group: '', cause: '' }
      stops.push(stop)
    }
    stop.to = to
    return stop
  }
  const spend = (from: number, to: number) => {
    if (from >= to) return
    const kind = kindAt(from)
    let during: Stop | null = null
    if (kind === 'run') stop = null
    else {
      during = outsideRun(from, to)
      during.seenFrom ??= from
      during.firstState ??= context.state
    }
    const rejectsReported = rejects !== undefined
    for (const part of modeParts(mode, { from, to }, rule.modes, rule.zone)) {
      stretches.push({ ...context, ...part, kind, speed, rejectsReported, stop: during })
    }
  }

  samples.forEach((sample, index) => {
    const { at } = sample
    const before = samples[index - 1]
    const countedPacks = delta(packs, sample.packs)
    const countedRejects = delta(rejects, sample.rejects)
    packs = sample.packs ?? packs
    rejects = sample.rejects ?? rejects
    if (before !== undefined && at > before.at + rule.holdMs(before.at)) {
      silences.push({ endedBy: index, context })
    }
    const rejectsReported = rejects !== undefined
    const count = (readBefore: number, counted: Pick<Counted, 'packs' | 'rejects'>) => {
      if (before === undefined || (counted.packs === 0n && counted.rejects === 0n)) return
      // D63: what is read after a silence is of the product and tool before it, of no stop, and has no time.
      const silence = silences.find(({ endedBy }) => endedBy > readBefore)
      if (silence !== undefined) {
        const { state, product, tool } = silence.context
        const then = { ...context, state, product, tool }
        counts.push({ ...then, at, kind: 'offline', ...counted, rejectsReported, stop: null })
        return
      }
      // D14: the delta belongs to the interval that it ends.
      const kind = kindAt(at > before.at ? at - 1 : at)
      const during = kind === 'run' ? null : stop
      counts.push({ ...context, at, kind, ...counted, rejectsReported, stop: during })
    }
    count(packsRead, { packs: countedPacks, rejects: 0n })
    count(rejectsRead, { packs: 0n, rejects: countedRejects })
    if (sample.packs !== undefined) packsRead = index
    if (sample.rejects !== undefined) rejectsRead = index
    if (countedPacks > 0n) movedAt = at
    // D5: what is absent keeps its last known value.
    context = {
      state: sample.state ?? context.state,
      product: sample.product ?? context.product,
      tool: sample.tool ?? context.tool,
      user: sample.user ?? context.user,
    }
    speed = sample.speed ?? speed
    mode = sample.unitMode ?? mode

    // D11: until the next sample, at most for the hold limit.
    const next = samples[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const to = Math.min(next, at + rule.holdMs(at))
    // D98: each minute by what holds then. A warning ends by the target of the minute in which it ends.
    const starts = [at, ...rule.edges.filter((edge) => at < edge && edge < to)]
    for (const [place, from] of starts.entries()) {
      const end = starts[place + 1] ?? to
      const runsUntil = movedAt + countingMs(rule, context.product, from)
      const cut = Math.min(end, Math.max(from, runsUntil))
      const isCut = kindAt(from) !== kindAt(end - 1)
      spend(from, isCut ? cut : end)
      if (isCut) spend(cut, end)
    }
    if (to < next) outsideRun(to, next)
  })
  for (const one of stops) nameStop(one, alarms)
  return { stretches, counts, stops }
}

/**
 * D18: the cause of a stop is the first alarm raised from 5 s before it to its end; without such an alarm the first
 * state names it.
 */
function nameStop(stop: Stop, alarms: readonly RawAlarm[]): void {
  const first = alarms.find(({ raisedAt }) => raisedAt >= stop.from - 5_000 && raisedAt < stop.to)
  stop.group = first?.group ?? ''
  stop.cause = first?.description ?? (stop.firstState === null ? '' : stateName(stop.firstState))
}

const registers = [32_767, 65_535, 2 ** 31 - 1, 2 ** 32 - 1]

/** A reading in billionths of a pack. */
const billionths = (reading: number) => BigInt(reading.toFixed(9).replace('.', ''))

/**
 * D14: what a cumulative counter counted between two readings. The first reading ever counts 0; a drop from over 90 %
 * of a register to under 10 % of it rolled over; any other drop is a reset and the new value was counted.
 */
function delta(before: number | undefined, now: number | undefined): bigint {
  if (before === undefined || now === undefined) return 0n
  if (now >= before) return billionths(now) - billionths(before)
  const register = registers.find(
    (highest) => before <= highest && before > 0.9 * highest && now < 0.1 * highest,
  )
  if (register === undefined) return billionths(now)
  return billionths(register + 1) - billionths(before) + billionths(now)
}
