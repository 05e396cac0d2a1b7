import type { RawBook, RawLabel, RawReason } from './rawRecords.ts'
import { datedFrom } from './referenceDated.ts'
import type { KnownMachine, RawPlant } from './referencePlant.ts'
import { thresholdSetAt } from './referenceSettings.ts'
import type { Stop, Stretch } from './referenceTimeline.ts'
import type { Span } from './referenceWindow.ts'

const usualThreshold = 120

/** A stretch of a stop with what people said about it last, or nothing. */
export type Part = Span & {
  readonly label: RawLabel | null
  readonly reason: RawReason | null
  /** In the part, or its beginning: from then on its planned reason is unplanned (D74). */
  readonly overrunAt: number | null
}

/** D74: a later entry covers an earlier one; what is outside of a stop says nothing about it. */
function holdingAt(labels: readonly RawLabel[], stop: Span, at: number): RawLabel | null {
  let newest: RawLabel | null = null
  for (const label of labels) {
    const isOfStop = Math.max(label.from, stop.from) < Math.min(label.to, stop.to)
    const holds = isOfStop && label.from <= at && (at < label.to || label.untilRun)
    if (holds && label.place > (newest?.place ?? 0)) newest = label
  }
  return newest
}

/** Without a gap, from the end of the run before a stop to its last observed moment. */
export function partsOf(book: RawBook, labels: readonly RawLabel[], stop: Span): Part[] {
  const edges = labels
    .flatMap(({ from, to }) => [from, to])
    .filter((at) => stop.from < at && at < stop.to)
  const starts = [...new Set([stop.from, ...edges])].sort((a, b) => a - b)
  const parts: Part[] = []
  for (const [index, from] of starts.entries()) {
    const label = holdingAt(labels, stop, from)
    const to = starts[index + 1] ?? stop.to
    const last = parts.at(-1)
    if (last !== undefined && last.label === label) parts[parts.length - 1] = { ...last, to }
    else {
      const reason = book.reasons.find(({ id }) => id === label?.reason) ?? null
      parts.push({ from, to, label, reason, overrunAt: null })
    }
  }
  return withOverruns(parts)
}

/** D74: an overrun counts from where a reason began in a stop, over all neighbours with that reason. */
function withOverruns(parts: readonly Part[]): Part[] {
  let began = 0
  return parts.map((part, index) => {
    const { from, to, reason } = part
    if (reason === null || reason !== parts[index - 1]?.reason) began = from
    if (!reason?.planned || reason.overrunSeconds === null) return part
    const overrunAt = Math.max(from, began + reason.overrunSeconds * 1_000)
    return overrunAt < to ? { ...part, overrunAt } : part
  })
}

const noBook: RawBook = { reasons: [], labels: [] }
const known = new WeakMap<KnownMachine, ReadonlyMap<Stop, readonly Part[]>>()

/** The stops of a machine that were seen, each with its parts. */
export function bookOf({ book = noBook }: RawPlant, machine: KnownMachine) {
  const found = known.get(machine)
  if (found !== undefined) return found
  const labels = book.labels.filter(({ serialNo }) => serialNo === machine.serialNo)
  const stops = [...observedOf(machine.timeline.stretches)].map(
    ([stop, { to }]) => [stop, partsOf(book, labels, { from: stop.from, to })] as const,
  )
  const parts = new Map(stops)
  known.set(machine, parts)
  return parts
}

/** Each stop from its first to its last observed moment. */
export function observedOf(stretches: readonly Stretch[]): Map<Stop, Span> {
  const spans = new Map<Stop, Span>()
  for (const { stop, from, to } of stretches) {
    if (stop !== null) spans.set(stop, { from: spans.get(stop)?.from ?? from, to })
  }
  return spans
}

const runs = new WeakMap<KnownMachine, readonly Stretch[]>()

/** The run before a stop and the one after it. */
export function runsAround(machine: KnownMachine, stop: Stop) {
  const own = runs.get(machine) ?? machine.timeline.stretches.filter(({ kind }) => kind === 'run')
  runs.set(machine, own)
  return {
    before: own.findLast(({ to }) => to <= stop.from),
    after: own.find(({ from }) => from >= stop.to),
  }
}

/**
 * D74: a stop below the threshold is a micro-stop, never in question: from the end of the run before to the beginning of
 * the run after, or to the present. It has the threshold of the moment at which that run ended (letter 60).
 */
export function isMicro(plant: RawPlant, machine: KnownMachine, stop: Stop, now: number): boolean {
  const { before, after } = runsAround(machine, stop)
  if (before === undefined) return false
  return (after?.from ?? now) - before.to < thresholdAt(plant, machine, before.to) * 1_000
}

/** In seconds: the threshold that holds at a moment. */
export function thresholdAt(plant: RawPlant, machine: KnownMachine, at: number): number {
  const holding = datedFrom(machine.type.thresholds, plant.zone).findLast(({ from }) => from <= at)
  return thresholdSetAt(plant, machine, holding?.seconds, at) ?? usualThreshold
}

/**
 * D74: a reason that its alarm is mapped to, by text before by group; else the one last confirmed for this alarm on this
 * machine; else that of the first state (of a stop that began before what is shown, that of its longest there). What is retired is not proposed.
 */
export function proposalOf(
  { book = noBook }: RawPlant,
  { serialNo }: KnownMachine,
  stop: Stop,
  state: number | null,
) {
  const offered = book.reasons.filter(({ retired }) => !retired)
  const found = (reason: RawReason | undefined, why: string) =>
    reason === undefined ? null : { reason: reason.id, why }
  const ofState = found(
    offered.find(({ states }) => states.includes(state ?? 0)),
    'state',
  )
  if (stop.group === '') return ofState
  const mapped = (kind: 'text' | 'group', value: string) =>
    offered.find(({ alarms }) => alarms.some((one) => one.kind === kind && one.value === value))
  const own = book.labels.filter((label) => label.serialNo === serialNo)
  const confirmed = own.findLast(
    (label) =>
      label.reason !== null &&
      label.alarm?.group === stop.group &&
      label.alarm.description === stop.cause &&
      offered.some(({ id }) => id === label.reason) &&
      !isReplacedWhole(label, own),
  )
  return (
    found(mapped('text', stop.cause) ?? mapped('group', stop.group), 'alarm') ??
    found(
      offered.find(({ id }) => id === confirmed?.reason),
      'lastConfirmed',
    ) ??
    ofState
  )
}

/** Do later labels cover all of its stretch? */
function isReplacedWhole({ from, to, place }: RawLabel, labels: readonly RawLabel[]): boolean {
  let covered = from
  const later = labels.filter((one) => one.place > place).sort((a, b) => a.from - b.from)
  for (const one of later) if (one.from <= covered) covered = Math.max(covered, one.to)
  return covered >= to
}
