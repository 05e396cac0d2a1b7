import { addSeconds } from '../timeModel.ts'

/** The factor of OEEE that a loss lowers. */
export type LossFactor = 'availability' | 'performance' | 'quality'

/**
 * The losses of planned time (D99), in the order in which a second is given to one of them: `setUp` is time under a reason of set-up,
 * `overrun` what lies beyond the length of a planned reason, `reason` time under any other reason that a person gave, `micro` the rest of
 * micro-stops, `cause` the rest by the first-out alarm, else by the first state, `recovered` what machines counted themselves in a gap (D71),
 * `silence` OFFLINE that counts as stop (D113). `speed` and `reject` are losses of what ran.
 */
export const lossKinds = [
  'setUp',
  'overrun',
  'reason',
  'cause',
  'recovered',
  'micro',
  'silence',
  'speed',
  'reject',
] as const
export type LossKind = (typeof lossKinds)[number]

/** Micro-stops stand under availability (D116). */
export const lossFactor = (kind: LossKind | 'other'): LossFactor =>
  kind === 'speed' ? 'performance' : kind === 'reject' ? 'quality' : 'availability'

/** What a loss is of. */
export type LossName = {
  readonly kind: LossKind
  /** The id of a reason, or a cause; empty where the kind says all. */
  readonly key: string
  /** The alarm group of a cause; empty where no alarm came. */
  readonly group: string
}

export type LossAmount = {
  /** Of planned time; below zero only for speed and rejects (D21). */
  readonly seconds: number
  /** Packs not made, or not good; null without a target speed. */
  readonly lostPacks: number | null
  /** Stops that began in the window and have time in it; null where it is not of stops. */
  readonly stops: number | null
}

export type Loss = LossName &
  LossAmount & {
    /** Percent of planned time. */
    readonly share: number
  }

export type LossTree = {
  /** Seconds. planned = good + Σ losses. */
  readonly planned: number
  readonly run: number
  readonly ideal: number
  readonly good: number
  /** Percent: 100 × good / planned. */
  readonly oeee: number
  /** The largest first; a loss below zero, which gives points, last. */
  readonly losses: readonly Loss[]
  /** planned − run − Σ not-run losses, in seconds to the ms: 0 where the tree closes. */
  readonly leftOver: number
}

/**
 * The losses of OEEE (D99): planned = good + rejects (ideal − good) + speed (run − ideal) + Σ not-run planned seconds. Seconds are those of
 * one window, of any machines and products. Without planned time there is no share: planned must be more than 0.
 */
export function lossTree({
  planned,
  run,
  ideal,
  good,
  stood,
  speedPacks,
  rejects,
}: {
  readonly planned: number
  readonly run: number
  readonly ideal: number
  readonly good: number
  /** What did not run: whole ms, as seconds. */
  readonly stood: readonly (LossName & LossAmount)[]
  /** Packs that run time would have made at target speed, less what was made. */
  readonly speedPacks: number | null
  readonly rejects: number | null
}): LossTree {
  const none = { key: '', group: '', stops: null }
  const ran = [
    { kind: 'speed' as const, ...none, seconds: run - ideal, lostPacks: speedPacks },
    { kind: 'reject' as const, ...none, seconds: ideal - good, lostPacks: rejects },
  ]
  const losses = [...stood, ...ran]
    .filter(({ seconds, stops }) => seconds !== 0 || (stops ?? 0) > 0)
    .map((loss) => ({ ...loss, share: (100 * loss.seconds) / planned }))
    .sort(largestFirst)
  const notRun = stood.reduce((sum, { seconds }) => addSeconds(sum, seconds), 0)
  return {
    ...{ planned, run, ideal, good, losses },
    oeee: (100 * good) / planned,
    leftOver: addSeconds(addSeconds(planned, -run), -notRun),
  }
}

const rank = (kind: LossKind) => lossKinds.indexOf(kind)

function largestFirst(a: Loss, b: Loss): number {
  return (
    b.seconds - a.seconds ||
    rank(a.kind) - rank(b.kind) ||
    byText(a.group, b.group) ||
    byText(a.key, b.key)
  )
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** So many losses of time that did not run have a bar of their own; the smaller ones are in *Other*. */
export const mostBars = 8

/** A change of less than this many points is in *Other*. */
export const leastBarPoints = 0.05

export type BridgeBar = Omit<LossName, 'kind'> & {
  readonly kind: LossKind | 'other'
  /** Change of OEEE in percentage points: below zero, it takes points. Unrounded. */
  readonly points: number
  /** As it is printed, with two decimals: the printed bars add up from one printed OEEE to the other. */
  readonly printed: number
  readonly now: LossAmount & { readonly share: number }
  readonly before: LossAmount & { readonly share: number }
  /** Of *Other*: how many losses are in it; else 1. */
  readonly of: number
}

export type Bridge = {
  readonly before: number
  readonly now: number
  /** now − before, in percentage points. */
  readonly difference: number
  /** In the order in which they stand: availability, performance, quality. */
  readonly bars: readonly BridgeBar[]
  /** difference − Σ bars: 0 to 1e-9. */
  readonly leftOver: number
}

/**
 * Why OEEE of one window differs from that of another: of each loss the difference of its shares of planned time (D99). The shares are of
 * each window's own planned time, so the windows may have any lengths.
 */
export function lossBridge(before: LossTree, now: LossTree): Bridge {
  const [earlier, present] = [byName(before), byName(now)]
  const all = [...new Map([...earlier, ...present])].map(([id, { kind, key, group }]): Open => {
    const nothing = { seconds: 0, share: 0, lostPacks: 0, stops: isOfStops(kind) ? 0 : null }
    const [was, is] = [amountOf(earlier.get(id) ?? nothing), amountOf(present.get(id) ?? nothing)]
    return { kind, key, group, points: was.share - is.share, now: is, before: was, of: 1 }
  })
  const steps = inOrder(all)
  const sum = steps.reduce((total, { points }) => total + points, 0)
  return {
    ...{ before: before.oeee, now: now.oeee, difference: now.oeee - before.oeee },
    bars: printed(before.oeee, now.oeee, steps),
    leftOver: now.oeee - before.oeee - sum,
  }
}

type Open = Omit<BridgeBar, 'printed'>

const byName = ({ losses }: LossTree) =>
  new Map(losses.map((loss) => [JSON.stringify([loss.kind, loss.group, loss.key]), loss]))

const isOfStops = (kind: LossKind) => lossFactor(kind) === 'availability' && kind !== 'silence'

const amountOf = ({ seconds, share, lostPacks, stops }: Omit<Loss, keyof LossName>) => ({
  ...{ seconds, share, lostPacks, stops },
})

/** Losses that stand at the end of availability, whatever their size; they are no causes. */
const apart: readonly Open['kind'][] = ['micro', 'silence', 'speed', 'reject']

function inOrder(all: readonly Open[]): Open[] {
  const causes = all
    .filter(({ kind }) => !apart.includes(kind))
    .toSorted(
      (a, b) =>
        Math.abs(b.points) - Math.abs(a.points) ||
        byText(a.group, b.group) ||
        byText(a.key, b.key) ||
        byText(a.kind, b.kind),
    )
  const shown = causes.filter(
    ({ points }, index) => index < mostBars && Math.abs(points) >= leastBarPoints,
  )
  const small = causes.slice(shown.length)
  return [
    ...shown,
    ...(small.length > 0 ? [other(small)] : []),
    ...apart.flatMap((wanted) => all.filter(({ kind }) => kind === wanted)),
  ]
}

function other(small: readonly Open[]): Open {
  const side = (of: 'now' | 'before') => ({
    seconds: small.reduce((sum, one) => addSeconds(sum, one[of].seconds), 0),
    share: small.reduce((sum, one) => sum + one[of].share, 0),
    lostPacks: small.some((one) => one[of].lostPacks === null)
      ? null
      : small.reduce((sum, one) => sum + (one[of].lostPacks ?? 0), 0),
    // A stop may have time in two of them.
    stops: null,
  })
  return {
    ...{ kind: 'other', key: '', group: '', of: small.length },
    points: small.reduce((sum, { points }) => sum + points, 0),
    ...{ now: side('now'), before: side('before') },
  }
}

/** What is printed is the difference of the rounded steps, so that it adds up without a bar for what rounding leaves. */
function printed(from: number, to: number, steps: readonly Open[]): BridgeBar[] {
  let at = from
  let shown = hundredths(from)
  return steps.map((step, index) => {
    at += step.points
    // What floating point leaves is in no digit that is printed.
    const next = hundredths(index === steps.length - 1 ? to : at)
    const bar = { ...step, printed: (next - shown) / 100 }
    shown = next
    return bar
  })
}

const hundredths = (percent: number) => Math.round(percent * 100)
