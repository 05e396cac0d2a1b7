import {
  countsIn,
  type Filter,
  isFiltered,
  lengthOf,
  msOf,
  packsOf,
  type Scope,
  stretchesIn,
  sumOf,
} from './referenceFilter.ts'
import { msUnder, unplannedIn } from './referencePlan.ts'
import { isRated, type Piece, piecesIn, reasonedIn } from './referencePlanned.ts'
import type { KnownMachine, KnownPlant, RawPlant } from './referencePlant.ts'
import { isRevisedAt, targetSetAt } from './referenceSettings.ts'
import { isExternal, type TimeKind } from './referenceStates.ts'
import type { Span } from './referenceWindow.ts'

/** The closed time of the plan in which nothing was observed. */
function silentMs(plant: RawPlant, machine: KnownMachine, span: Span): number {
  const closed = unplannedIn(plant, machine, span).filter(({ kind }) => kind === 'closed')
  return msOf(closed) - msUnder(stretchesIn(machine, span), closed)
}

/** What a plan, labels and modes do to the time of one machine, in ms. */
function movedTime(plant: RawPlant, machine: KnownMachine, span: Span, filter: Filter) {
  const all = piecesIn(plant, machine, span)
  const own = piecesIn(plant, machine, span, filter)
  const msOfAll = (pieces: readonly Piece[], of: (piece: Piece) => boolean) =>
    pieces.reduce((ms, piece) => ms + (of(piece) ? lengthOf(piece) : 0), 0)
  const isClosed = ({ under, kind, plan }: Piece) =>
    under === 'closed' || (kind === 'unknown' && plan === 'closed')
  const silent = silentMs(plant, machine, span)
  return {
    /** Is there a break or closed time in the window, or anything else that moves what the filter keeps? */
    isThere:
      unplannedIn(plant, machine, span).length > 0 ||
      own.some(({ under, by }) => under !== null || by !== null),
    own,
    silent,
    takenOut: msOfAll(own, ({ under }) => under !== null),
    label: msOfAll(own, ({ under }) => under === 'label'),
    mode: msOfAll(own, ({ under }) => under === 'mode'),
    planStops: msOfAll(own, ({ under }) => under !== null && under !== 'closed'),
    closed: msOfAll(own, isClosed) + silent,
    /** Of the whole window, for coverage. */
    observedInClosed: msOfAll(all, isClosed),
  }
}

const sources = ['recipe', 'machine', 'machineType', 'estimated'] as const
type Target = { readonly ppm: number; readonly source: (typeof sources)[number] }

const day = 86_400_000

/**
 * D22, D98: the target of a product on a machine at a moment is what is set then, else an estimate out of the 30 days before the window's end;
 * null when there is none.
 */
export function targetOf(
  plant: KnownPlant,
  machine: KnownMachine,
  product: string,
  windowEnd: number,
  at = windowEnd,
): Target | null {
  const set = targetSetAt(plant, machine, product, at)
  if (set !== undefined) return set
  const estimate = estimateOf(machine, windowEnd)
  return estimate === null || estimate <= 0 ? null : { ppm: estimate, source: 'estimated' }
}

/**
 * D22: the 95th percentile of the running minutes of 30 days, by nearest rank. A minute runs when all of it was run with
 * a known speed.
 */
function estimateOf(machine: KnownMachine, windowEnd: number): number | null {
  const minutes = new Map<number, { ms: number; sum: number }>()
  for (const { from, to, kind, speed } of (machine.estimatedFrom ?? machine.timeline).stretches) {
    if (kind !== 'run' || speed === null) continue
    for (let minute = from - (from % 60_000); minute < to; minute += 60_000) {
      if (minute < windowEnd - 30 * day || minute + 60_000 > windowEnd) continue
      const ms = Math.min(to, minute + 60_000) - Math.max(from, minute)
      const known = minutes.get(minute) ?? { ms: 0, sum: 0 }
      minutes.set(minute, { ms: known.ms + ms, sum: known.sum + speed * ms })
    }
  }
  const means = [...minutes.values()]
    .filter(({ ms }) => ms === 60_000)
    .map(({ sum }) => sum / 60_000)
    .sort((a, b) => a - b)
  return means[Math.ceil(0.95 * means.length) - 1] ?? null
}

/** Where the seconds of a scope went, and OEEE with its parts in percent, not rounded and not capped (D20, D21, D23). */
export function figuresOf({ plant, machines, span, filter }: Scope) {
  const stretches = machines.flatMap((machine) => stretchesIn(machine, span, filter))
  const seconds = (kind: TimeKind) => msOf(stretches.filter((one) => one.kind === kind)) / 1000
  const [run, idle, alarm, ancillary] = [
    seconds('run'),
    seconds('idle'),
    seconds('alarm'),
    seconds('ancillary'),
  ]
  const external =
    msOf(stretches.filter(({ state, kind }) => isExternal(state) && kind !== 'unknown')) / 1000
  // D23: coverage is of the whole window, whatever product or tool is filtered.
  const observed = machines.flatMap((machine) => stretchesIn(machine, span))
  const windowSeconds = (machines.length * lengthOf(span)) / 1000
  const observedSeconds = msOf(observed) / 1000
  // D72, D73: what plan, labels and modes take out, machine by machine.
  const moved = machines.map((machine) => movedTime(plant, machine, span, filter))
  const total = (of: (one: (typeof moved)[number]) => number) =>
    moved.reduce((sum, one) => sum + of(one), 0) / 1000
  const notScheduled = total((one) => one.silent)
  const closedWhole = total((one) => one.observedInClosed + one.silent)
  const coverage = ratio(
    wholeMs(observedSeconds - total((one) => one.observedInClosed)),
    wholeMs(windowSeconds - closedWhole),
  )
  const closed = total((one) => one.closed)
  const pieces = moved.flatMap(({ own }) => own)
  const externalOut =
    msOf(pieces.filter(({ state, under }) => isExternal(state) && under !== null)) / 1000

  const counted = (isOf: typeof isRated) =>
    machines.flatMap((machine) => outputsOf(plant, machine, span, filter, isOf))
  const outputs = counted(isRated)
  const packed = outputs.filter(({ packs, rejects }) => packs > 0n || (rejects ?? 0n) > 0n)
  // Whole ms: what is left of nothing is nothing.
  const worked = run + idle + alarm + ancillary
  const planned = wholeMs(worked - total((one) => one.takenOut))
  const hasTargets = packed.every(({ target }) => target !== null)
  const ideal = packed.reduce((sum, one) => sum + idealSeconds(one, one.packs), 0)
  const good = packed.reduce((sum, one) => sum + idealSeconds(one, goodPacks(one)), 0)
  const oee = hasTargets ? ratio(good, planned) : null
  const reasoned = reasonedIn(plant, pieces)
  const outside = external - externalOut + msOf(reasoned) / 1000
  const machineOee = hasTargets ? ratio(good, wholeMs(planned - outside)) : null
  const bareGood = bareGoodOf(counted)
  const performance = hasTargets && planned > 0 ? ratio(ideal, run) : null
  const measured = packed.filter(({ rejects }) => rejects !== null).length
  const counts = machines.flatMap((machine) => countsIn(machine, span, filter))
  const rejectsReported = [...counts, ...stretches].some((one) => one.rejectsReported)
  const used = sources.filter((source) => packed.some(({ target }) => target?.source === source))

  return {
    packs: packsOf(sumOf(counts)),
    packsAfterGap: packsOf(sumOf(counts.filter(({ kind }) => kind === 'offline'))),
    packsNotPlanned:
      packsOf(
        sumOf(
          machines.flatMap((machine) =>
            countsIn(machine, span, filter).filter(
              (one) => one.kind !== 'offline' && !isRated(plant, machine, span, one),
            ),
          ),
        ),
      ) || undefined,
    rejects: rejectsReported
      ? packsOf(counts.reduce((sum, { rejects }) => sum + rejects, 0n))
      : null,
    run,
    idle,
    alarm,
    ancillary,
    unknown: seconds('unknown'),
    external,
    planned,
    plannedOwn: wholeMs(planned - outside),
    planStops: wholeMs(total((one) => one.planStops)),
    // Whole ms here, too.
    offline: wholeMs(windowSeconds - observedSeconds),
    notScheduled,
    plan: moved.some(({ isThere }) => isThere)
      ? {
          plannedSeconds: planned,
          // Whole ms: what is left must not be a rounding.
          notPlannedSeconds: wholeMs(
            worked + seconds('unknown') + windowSeconds - observedSeconds - planned - closed,
          ),
          closedSeconds: closed,
          notScheduledSeconds: notScheduled,
          labelSeconds: total((one) => one.label) || undefined,
          modeSeconds: total((one) => one.mode) || undefined,
        }
      : undefined,
    restatement: restated({ pieces, reasoned }, closedWhole, {
      OEEE: bareGood === null ? null : ratio(bareGood, wholeMs(worked)),
      machineOeee: bareGood === null ? null : ratio(bareGood, wholeMs(worked - external)),
      availability: ratio(run, wholeMs(worked)),
      coverage: ratio(observedSeconds, windowSeconds),
      plannedSeconds: wholeMs(worked),
    }),
    windowSeconds,
    coverage,
    oee,
    // The terms of losses: null where a target is missing.
    ideal: hasTargets ? ideal : null,
    good: hasTargets ? good : null,
    packsInOee: packsOf(outputs.reduce((sum, one) => sum + one.packs, 0n)),
    rejectsInOee: rejectsIn(outputs),
    machineOee,
    availability: ratio(run, planned),
    performance,
    quality: planned > 0 ? qualityOf(packed, hasTargets, ideal, good) : null,
    qualityBasis:
      measured === 0 ? 'not measured' : measured === packed.length ? 'measured' : 'partly measured',
    // The least trusted of the targets in the figure.
    targetSource: hasTargets ? (used.at(-1) ?? null) : null,
    lowCoverage: coverage !== null && coverage < 90,
    targetTooLow: [oee, performance, machineOee].some((figure) => (figure ?? 0) > 100),
    isFiltered: isFiltered(filter),
  }
}

/** D75: without plan, labels and modes what was counted under them is rated. */
function bareGoodOf(counted: (isOf: typeof isRated) => Output[]): number | null {
  const bare = counted((plant, _machine, _span, { at, kind }) => {
    return kind !== 'offline' && (kind !== 'unknown' || !isRevisedAt(plant, at))
  }).filter(({ packs, rejects }) => packs > 0n || (rejects ?? 0n) > 0n)
  if (bare.some(({ target }) => target === null)) return null
  return bare.reduce((sum, one) => sum + idealSeconds(one, goodPacks(one)), 0)
}

/** D75: the figures without plan, labels and modes, and what moved them; undefined where nothing did. */
function restated<Before>(
  { pieces, reasoned }: { readonly pieces: readonly Piece[]; readonly reasoned: readonly Piece[] },
  closedWhole: number,
  before: Before,
) {
  const labels = new Set([
    ...pieces.flatMap(({ by }) => by ?? []),
    ...reasoned.flatMap(({ external }) => external ?? []),
  ])
  const plan =
    closedWhole > 0 || pieces.some(({ under }) => under === 'break' || under === 'closed')
  const modes = pieces.some(({ under }) => under === 'mode')
  if (labels.size === 0 && !plan && !modes) return undefined
  const people = [...new Set([...labels].map(({ by }) => by))].sort()
  return { ...before, labels: labels.size, people, plan, modes }
}

export const wholeMs = (seconds: number) => Math.round(seconds * 1_000) / 1_000

/** D23: nothing to divide by is no figure. */
const ratio = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : null)

type Output = {
  readonly packs: bigint
  /** D21: null where the machine never reported a reject counter; quality then counts as 1. */
  readonly rejects: bigint | null
  readonly target: Target | null
}

const rejectsIn = (outputs: readonly Output[]) => {
  const known = outputs.flatMap(({ rejects }) => (rejects === null ? [] : [rejects]))
  return known.length === 0 ? null : packsOf(known.reduce((sum, one) => sum + one, 0n))
}

const goodPacks = ({ packs, rejects }: Output) => packs - (rejects ?? 0n)
const idealSeconds = ({ target }: Output, packs: bigint) =>
  target === null ? 0 : (packsOf(packs) * 60) / target.ppm

/** D20: Q = good / ideal; of a single product the target cancels out. */
function qualityOf(packed: readonly Output[], hasTargets: boolean, ideal: number, good: number) {
  if (hasTargets) return ratio(good, ideal)
  const [only] = packed
  if (only === undefined || packed.length > 1) return null
  return ratio(packsOf(goodPacks(only)), packsOf(only.packs))
}

/** The speed of a product on a machine in a window with this end, at a moment. */
type SpeedAt = (
  machine: KnownMachine,
  product: string,
  windowEnd: number,
  at: number,
) => Target | null

/**
 * D100: the packs of a scope and the good ones among them, and the seconds that each take at a speed; null where something was packed that has
 * no such speed.
 */
export function packSecondsOf({ plant, machines, span, filter }: Scope, speedAt?: SpeedAt) {
  const outputs = machines.flatMap((one) => outputsOf(plant, one, span, filter, isRated, speedAt))
  const packed = outputs.filter(({ packs, rejects }) => packs > 0n || (rejects ?? 0n) > 0n)
  const seconds = (of: (one: Output) => bigint) =>
    packed.some(({ target }) => target === null)
      ? null
      : packed.reduce((sum, one) => sum + idealSeconds(one, of(one)), 0)
  const made = packed.filter(({ packs }) => packs !== 0n).map(({ target }) => target?.ppm ?? null)
  const speeds = made.filter((ppm) => ppm !== null)
  return {
    good: seconds(goodPacks),
    all: seconds(({ packs }) => packs),
    goodPacks: packsOf(packed.reduce((sum, one) => sum + goodPacks(one), 0n)),
    allPacks: packsOf(packed.reduce((sum, { packs }) => sum + packs, 0n)),
    speeds:
      speeds.length === 0 || speeds.length < made.length
        ? null
        : { least: Math.min(...speeds), most: Math.max(...speeds) },
  }
}

/** D20, D63, D111: what each product gave on a machine; without what belongs to no planned time. */
function outputsOf(
  plant: KnownPlant,
  machine: KnownMachine,
  span: Scope['span'],
  filter: Scope['filter'],
  isOf: typeof isRated = isRated,
  speedAt: SpeedAt = (...place) => targetOf(plant, ...place),
): Output[] {
  const counts = countsIn(machine, span, filter).filter((one) => isOf(plant, machine, span, one))
  const stretches = stretchesIn(machine, span, filter)
  const products = new Set([...counts, ...stretches].map(({ product }) => product))
  return [...products].flatMap((product) => {
    // D98: each count by the target of its minute.
    const target = (at: number) => speedAt(machine, product, span.to, at)
    const textOf = (at: number) => JSON.stringify(target(at))
    const mine = counts.filter((one) => one.product === product)
    const there = stretches.filter((one) => one.product === product)
    const texts = new Set([
      ...mine.map(({ at }) => textOf(at)),
      ...there.map(({ from }) => textOf(from)),
    ])
    return [...texts].map((text) => {
      const own = mine.filter(({ at }) => textOf(at) === text)
      const reported = [...own, ...there.filter(({ from }) => textOf(from) === text)].some(
        ({ rejectsReported }) => rejectsReported,
      )
      return {
        packs: sumOf(own),
        rejects: reported ? own.reduce((sum, { rejects }) => sum + rejects, 0n) : null,
        target: JSON.parse(text) as Target | null,
      }
    })
  })
}
