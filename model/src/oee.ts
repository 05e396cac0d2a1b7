import { coverageSeconds, divisorSeconds, plannedSeconds, type TimeModel } from './timeModel.ts'

/** Where a target speed was found, the most trusted first (D22). */
export const targetSources = ['recipe', 'machine', 'machineType', 'estimated'] as const
export type TargetSource = (typeof targetSources)[number]

export type Target = { readonly ppm: number | null; readonly source: TargetSource | null }

/**
 * The speed that a product should run at on a machine (D22): its recipe, else the machine's own, else the design speed
 * of the machine type, else the estimate from its own history. A target of zero or less is no target.
 */
export function chooseTarget(known: Partial<Record<TargetSource, number | null>>): Target {
  for (const source of targetSources) {
    const ppm = known[source]
    if (typeof ppm === 'number' && Number.isFinite(ppm) && ppm > 0) return { ppm, source }
  }
  return { ppm: null, source: null }
}

/** The output of one product on one machine in the window. */
export type Output = {
  readonly packs: number
  /** null where the machine does not count rejects. */
  readonly rejects: number | null
  readonly target: Target
}

/** How far the quality is known: of all packs, of some, of none (then it counts as 1, D21). */
export type QualityBasis = 'measured' | 'partly measured' | 'not measured'

/**
 * Overall equipment effectiveness of any scope of machines, products and time (D20). All figures are percent,
 * unrounded and never capped (D21); null is shown as "–".
 */
export type Oee = {
  readonly oee: number | null
  readonly availability: number | null
  readonly performance: number | null
  readonly quality: number | null
  /** The same with losses from outside the machine taken out. */
  readonly machineOee: number | null
  /** The observed share of the window, without its closed time (D23, D73); null where all of it was closed. */
  readonly coverage: number | null
  readonly qualityBasis: QualityBasis
  /** The least trusted of the targets in the figure; null when one is missing or nothing was packed. */
  readonly targetSource: TargetSource | null
  /** Show "low coverage" (D23). */
  readonly lowCoverage: boolean
  /** Show "target speed too low?": something came out above 100 % (D21). */
  readonly targetTooLow: boolean
}

/** D23: below this share of the window, in percent, a figure carries the "low coverage" mark. */
export const lowCoverageBelow = 90

/** A window of which less than this, in percent, was observed compares nothing well: its comparison says so before its figures. */
export const sparseCoverageBelow = 80

/** Adds in order of size, so that the order of products or machines changes not even the last digit. */
function sum(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b).reduce((total, value) => total + value, 0)
}

/** null where there is nothing to divide by. */
export function percent(part: number, whole: number): number | null {
  return whole > 0 ? (100 * part) / whole : null
}

/**
 * OEEE of a scope: give it the summed time of its machines and every product's output on every machine. It is a ratio
 * of sums and never a mean of percentages (D21).
 */
export function oee(time: TimeModel, outputs: readonly Output[]): Oee {
  const packed = outputs.filter(wasPacked)
  const planned = plannedSeconds(time)
  const { ideal, good } = idealSeconds(packed)

  const effectiveness = good === null ? null : percent(good, planned)
  const performance = ideal === null || planned === 0 ? null : percent(ideal, time.run)
  const machineOee =
    good === null ? null : percent(good, divisorSeconds(time, 'plannedWithoutExternal'))
  const { observed, of } = coverageSeconds(time)
  const coverage = percent(observed, of)
  return {
    oee: effectiveness,
    availability: percent(time.run, planned),
    performance,
    quality: planned === 0 ? null : quality(packed, ideal, good),
    machineOee,
    coverage,
    qualityBasis: qualityBasis(packed),
    targetSource: leastTrusted(packed),
    lowCoverage: coverage !== null && coverage < lowCoverageBelow,
    targetTooLow: [effectiveness, performance, machineOee].some((figure) => (figure ?? 0) > 100),
  }
}

/** A product that was not packed makes no figure null, whether it has a target or not. */
function wasPacked({ packs, rejects }: Output): boolean {
  return packs > 0 || (rejects ?? 0) > 0
}

/**
 * Seconds that packs, and the good ones among them, take at target speed: P and the numerator of OEEE (D20). null when
 * something was packed that has no target (D22).
 */
export function idealSeconds(outputs: readonly Output[]): {
  readonly ideal: number | null
  readonly good: number | null
} {
  const ideal: number[] = []
  const good: number[] = []
  for (const { packs, rejects, target } of outputs.filter(wasPacked)) {
    if (target.ppm === null) return { ideal: null, good: null }
    ideal.push((packs * 60) / target.ppm)
    good.push(((packs - (rejects ?? 0)) * 60) / target.ppm)
  }
  return { ideal: sum(ideal), good: sum(good) }
}

/** With a single product the target cancels out, so its quality is known without one. */
function quality(packed: readonly Output[], ideal: number | null, good: number | null) {
  if (ideal !== null && good !== null) return percent(good, ideal)
  const [only, ...others] = packed
  if (only === undefined || others.length > 0) return null
  return percent(only.packs - (only.rejects ?? 0), only.packs)
}

function qualityBasis(packed: readonly Output[]): QualityBasis {
  const counted = packed.filter(({ rejects }) => rejects !== null).length
  if (counted === 0) return 'not measured'
  return counted === packed.length ? 'measured' : 'partly measured'
}

function leastTrusted(packed: readonly Output[]): TargetSource | null {
  if (packed.some(({ target }) => target.ppm === null)) return null
  return (
    targetSources.findLast((source) => packed.some(({ target }) => target.source === source)) ??
    null
  )
}
