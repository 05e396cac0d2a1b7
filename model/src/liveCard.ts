import { addSeconds } from './timeModel.ts'

/** The present state of a machine; a push carries only this (D29). */
export type LiveMoment = {
  readonly serialNo: string
  readonly offline: boolean
  /** State code 1 to 26; -1 when no state was ever reported. */
  readonly state: number
  readonly product: string
  readonly tool: string
  /** The operator on the machine. */
  readonly user: string
  /** Packs per minute, the newest value. */
  readonly speedPpm: number | null
  /** Time of the newest sample; null before the first. */
  readonly at: Date | null
  readonly stateSince: Date | null
  /** First-out alarm of the present stop (D18); empty when there is none. */
  readonly reason: string
  /** OFFLINE from here on unless the machine sends again (D11). */
  readonly holdUntil: Date | null
}

/** A time in one state. */
export type StripPart = { readonly from: Date; readonly to: Date; readonly state: number }

/** Speed over time, in columns: `ppm[i]` belongs to the step that begins at `at[i]`; null is a gap. */
export type SpeedGraph = {
  readonly at: readonly Date[]
  readonly ppm: readonly (number | null)[]
}

/** What batch packs are counted within: they begin again when any of these changes. */
export type BatchContext = Pick<LiveMoment, 'state' | 'product' | 'tool' | 'user'>

/**
 * One machine of the overview over a window: totals when the page first asks, increments afterwards (D28). Times are
 * seconds, packs are counted.
 */
export type LiveCard = LiveMoment & {
  readonly batchPacks: number
  readonly totalPacks: number
  readonly run: number
  readonly alarm: number
  readonly idle: number
  readonly ancillary: number
  /** Mean packs per minute over `speedSeconds`; null when no speed was reported. */
  readonly meanSpeedPpm: number | null
  /** Seconds with a known speed: the weight of the mean. */
  readonly speedSeconds: number
  readonly graph: SpeedGraph
  readonly strip: readonly StripPart[]
  /** Closed time of the plan around the end of the window; absent: none (D73). */
  readonly closed?: readonly { readonly from: Date; readonly to: Date }[] | undefined
  /**
   * The context at the end of the window that batch packs were last counted in; absent when it is the present one. A
   * push may run ahead of it, and the next increments must not be compared with the context of the push.
   */
  readonly counted?: BatchContext
}

/** The state strip of a card shows this much. */
export const stripHours = 8

/**
 * Adds the increments of the next window to a card (specification §4, D28). Times and packs are added; batch packs are
 * added while product, state, tool and user are the same and replaced when one changed; the mean speed is weighted
 * again; graph and strip grow. What a push already showed of a later moment stays.
 */
export function mergeRecord(card: LiveCard, next: LiveCard): LiveCard {
  const newest = reports(next, card) ? next : card
  const merged: LiveCard = {
    ...momentOf(newest),
    batchPacks: sameContext(card.counted ?? card, next)
      ? addPacks(card.batchPacks, next.batchPacks)
      : next.batchPacks,
    totalPacks: addPacks(card.totalPacks, next.totalPacks),
    run: addSeconds(card.run, next.run),
    alarm: addSeconds(card.alarm, next.alarm),
    idle: addSeconds(card.idle, next.idle),
    ancillary: addSeconds(card.ancillary, next.ancillary),
    meanSpeedPpm: weighedMean(card, next),
    speedSeconds: addSeconds(card.speedSeconds, next.speedSeconds),
    graph: mergeGraph(card.graph, next.graph),
    strip: mergeStrip(card.strip, next.strip),
    closed: next.closed,
  }
  return remember(merged, next)
}

/** Applies a push to a card, unless the card has a later state. It does not change sums. */
export function mergeMoment(card: LiveCard, moment: LiveMoment): LiveCard {
  if (timeOf(moment) < timeOf(card)) return card
  const { counted, ...sums } = card
  return remember({ ...sums, ...momentOf(moment) }, counted ?? card)
}

/** Is the machine OFFLINE at this moment? Its hold limit may have passed since the last record or push (D11). */
export function isOffline(
  { offline, holdUntil }: Pick<LiveMoment, 'offline' | 'holdUntil'>,
  now: Date,
): boolean {
  return offline || (holdUntil !== null && now.getTime() >= holdUntil.getTime())
}

/** Is it closed time at this moment? An OFFLINE machine is "not scheduled" then (D73). */
export function isClosed({ closed }: Pick<LiveCard, 'closed'>, now: Date): boolean {
  return closed?.some(({ from, to }) => from <= now && now < to) ?? false
}

const timeOf = ({ at }: LiveMoment) => at?.getTime() ?? Number.NEGATIVE_INFINITY

/**
 * Is a record more recent than the card? The answer of a call ends a little before now, so that of two with the same
 * newest sample the one that includes the silence since then is the later one.
 */
function reports(next: LiveMoment, card: LiveMoment): boolean {
  if (timeOf(next) === timeOf(card)) return next.offline || !card.offline
  return timeOf(next) > timeOf(card)
}

function momentOf(from: LiveMoment): LiveMoment {
  const { serialNo, offline, state, product, tool, user } = from
  const { speedPpm, at, stateSince, reason, holdUntil } = from
  return {
    serialNo,
    offline,
    state,
    product,
    tool,
    user,
    speedPpm,
    at,
    stateSince,
    reason,
    holdUntil,
  }
}

function sameContext(a: BatchContext, b: BatchContext): boolean {
  return a.product === b.product && a.state === b.state && a.tool === b.tool && a.user === b.user
}

function remember(card: LiveCard, { state, product, tool, user }: BatchContext): LiveCard {
  const counted = { state, product, tool, user }
  return sameContext(card, counted) ? card : { ...card, counted }
}

/**
 * Counters are kept to the ninth decimal (D14); rounding there removes the error of binary fractions, so that a sum of
 * increments is the same number as the total.
 */
function addPacks(a: number, b: number): number {
  const sum = a + b
  return Number.isInteger(sum) ? sum : Number(sum.toFixed(9))
}

function weighedMean(a: LiveCard, b: LiveCard): number | null {
  if (a.meanSpeedPpm === null || a.speedSeconds === 0) return b.meanSpeedPpm
  if (b.meanSpeedPpm === null || b.speedSeconds === 0) return a.meanSpeedPpm
  const weights = a.speedSeconds + b.speedSeconds
  return (a.meanSpeedPpm * a.speedSeconds + b.meanSpeedPpm * b.speedSeconds) / weights
}

/** Appends points; one of an already known step replaces the old one. */
function mergeGraph(known: SpeedGraph, added: SpeedGraph): SpeedGraph {
  const points = new Map<number, number | null>()
  for (const graph of [known, added]) {
    graph.at.forEach((at, index) => {
      points.set(at.getTime(), graph.ppm[index] ?? null)
    })
  }
  const inOrder = [...points].sort(([a], [b]) => a - b)
  return { at: inOrder.map(([at]) => new Date(at)), ppm: inOrder.map(([, ppm]) => ppm) }
}

/** Appends parts, joins neighbours of equal state, keeps the last 8 hours. */
function mergeStrip(known: readonly StripPart[], added: readonly StripPart[]): StripPart[] {
  const [first] = added
  const before = first === undefined ? known : cutStrip(known, null, first.from)
  const joined: StripPart[] = []
  for (const part of [...before, ...added]) {
    const last = joined.at(-1)
    if (last?.state === part.state && last.to.getTime() === part.from.getTime()) {
      joined[joined.length - 1] = { ...last, to: part.to }
    } else joined.push(part)
  }
  const end = joined.at(-1)?.to
  if (end === undefined) return joined
  return cutStrip(joined, new Date(end.getTime() - stripHours * 3_600_000), end)
}

function cutStrip(parts: readonly StripPart[], from: Date | null, to: Date): StripPart[] {
  return parts
    .map((part) => ({
      ...part,
      from: from !== null && part.from.getTime() < from.getTime() ? from : part.from,
      to: part.to.getTime() > to.getTime() ? to : part.to,
    }))
    .filter((part) => part.from.getTime() < part.to.getTime())
}
