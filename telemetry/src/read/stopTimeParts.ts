import { type ClientScope, recoveredState } from '@packboard/model'
import type { TelemetryContext } from '../context.ts'
import type { MinuteTimes } from '../ledger/cachedMinutes.ts'
import type { Cuts, TimePart } from '../ledger/cachedReads.ts'
import { dayMs, dayOf, hourFrom, hourMs, hourOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { readWindow } from './readWindow.ts'
import { groupKind, type MixedMinute, partsOfGroups, type StopGroup } from './stopGroups.ts'
import { foldMinutes, stopMinutes, stopPart } from './stopMinutes.ts'
import { isIn, wholeDays } from './timeSteps.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** Run and stops of machines in a window, in any order; with `cuts` exactly divided there. */
export async function stopTimeParts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
  cuts: Cuts = new Map(),
): Promise<TimePart[]> {
  const parts = await readWindow<TimePart[]>(telemetry, scope, question, {
    named: true,
    begin: () => [],
    rows: async (found, stretches, view) => {
      for (const part of await stopSteps(telemetry.context, view, stretches, cuts)) found.push(part)
    },
    events: (found, events) => {
      for (const event of events) for (const part of stopPart(event)) found.push(part)
    },
  })
  return cuts.size === 0 ? parts : parts.flatMap((part) => divided(part, cuts))
}

/** A part in pieces between the cuts; one that a cut divides is one event, which has no hole. */
function divided(part: TimePart, cuts: Cuts): TimePart[] {
  const inside = (cuts.get(part.machineId) ?? []).filter((at) => part.from < at && at < part.to)
  if (inside.length === 0) return [part]
  const edges = [part.from, ...inside.toSorted((a, b) => a - b), part.to]
  return edges.slice(1).flatMap((to, index): TimePart[] => {
    const from = edges[index] ?? to
    const { machineId, stood } = part
    if (from === to) return []
    if (stood === null) return [{ machineId, from, to, stood }]
    const [time, ...more] = stood.times
    if (time === undefined || more.length > 0 || time.ms !== part.to - part.from) {
      throw new Error('A part of a stop that is cut is no single event')
    }
    // The stop begins in the first piece.
    const stops = index === 0 ? time.stops : 0
    return [
      { machineId, from, to, stood: { ...stood, times: [{ ...time, ms: to - from, stops }] } },
    ]
  })
}

/**
 * Run and stops of whole minutes: days of UTC, and the hours before and after them, from the cache where they are there; what is before and
 * after those from cached minutes, else from the store, and its days and hours are cached then. With cuts all is read from the store.
 */
async function stopSteps(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  cuts: Cuts,
): Promise<TimePart[]> {
  const cache = view.cachedSums?.stops
  if (!cache || cuts.size > 0) return stopMinutes(context, view, stretches, cuts)
  const parts: TimePart[] = []
  const before: MachineStretch[] = []
  const after: MachineStretch[] = []
  for (const stretch of stretches) {
    const known = stepsOf(stretch).map((step) => ({ step, parts: cache.of(stretch, step) }))
    const first = known.findIndex((one) => one.parts !== undefined)
    const gap = known.findIndex((one, index) => index > first && one.parts === undefined)
    const cached = first < 0 ? [] : known.slice(first, gap < 0 ? undefined : gap)
    for (const { parts: own = [] } of cached) for (const part of own) parts.push(part)
    checkRows(parts.length, answerRows.stopParts)
    const [begin, end] = [cached[0]?.step.from, cached.at(-1)?.step.to]
    if (begin === undefined || end === undefined) before.push(stretch)
    else {
      if (stretch.from < begin) before.push({ ...stretch, to: begin })
      if (stretch.to === null || stretch.to > end) after.push({ ...stretch, from: end })
    }
  }
  const left = [before, after].flatMap((stretches) => byPlace(view, stretches))
  const read = await Promise.all(
    left.map(({ stretches, read }) =>
      stretches.length === 0 ? [] : read(context, view, stretches, cuts),
    ),
  )
  for (const [index, { stretches }] of left.entries()) {
    const byMachine = Map.groupBy(read[index] ?? [], ({ machineId }) => machineId)
    for (const stretch of stretches) {
      const own = byMachine.get(stretch.machineId) ?? []
      const days = wholeDays(stretch)
      const byStep = Map.groupBy(own, ({ from }) => (isIn(days, from) ? dayOf : hourOf)(from))
      for (const step of stepsOf(stretch)) {
        cache.keep(stretch, step, byStep.get(step.from) ?? [], view.readSince)
      }
      for (const part of own) parts.push(part)
    }
  }
  return parts
}

/** What is read from where. Each has at most one stretch of a machine. */
function byPlace(view: LedgerView, stretches: readonly MachineStretch[]) {
  const cached: MachineStretch[] = []
  const stored: MachineStretch[] = []
  for (const stretch of stretches) {
    const known = view.minutesOf(stretch)?.from ?? Number.POSITIVE_INFINITY
    // What is left for the store ends with a step, so that it is cached the next time.
    const edges = [stretch.from, ...stepsOf(stretch).map(({ to }) => to)]
    const from = edges.find((edge) => edge >= known) ?? Number.POSITIVE_INFINITY
    if (from <= stretch.from) cached.push(stretch)
    else if (stretch.to === null || from >= stretch.to) stored.push(stretch)
    else {
      stored.push({ ...stretch, to: from })
      cached.push({ ...stretch, from })
    }
  }
  return [
    { stretches: cached, read: cachedStops },
    { stretches: stored, read: stopMinutes },
  ]
}

/** Days of UTC that lie wholly inside, and the whole hours before and after them, in order. */
function stepsOf(stretch: MachineStretch): TimeRange[] {
  const days = wholeDays(stretch)
  const steps: TimeRange[] = []
  const end = stretch.to ?? stretch.from
  for (let from = hourFrom(stretch.from); from < end; ) {
    const to = from + (isIn(days, from) ? dayMs : hourMs)
    if (to <= end) steps.push({ from, to })
    from = to
  }
  return steps
}

/** Run and stops of stretches whose minutes are all cached, in order, machine by machine: without cuts what `stopMinutes` reads. */
async function cachedStops(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
): Promise<TimePart[]> {
  const parts: TimePart[] = []
  const unclear: MixedMinute[] = []
  for (const stretch of stretches) {
    const own = partsOfGroups(groupsOf(view, stretch))
    for (const part of own.parts) parts.push(part)
    for (const minute of own.unclear) unclear.push(minute)
    checkRows(parts.length, answerRows.stopParts)
  }
  for (const part of await foldMinutes(context, view, stretches, unclear)) parts.push(part)
  return parts
}

/** Minutes of one kind in a row, as the statement of `stopMinutes.ts` groups rows. */
function* groupsOf(view: LedgerView, stretch: MachineStretch): Generator<StopGroup> {
  const { machineId, from, to } = stretch
  const minutes = view.minutesOf(stretch)
  if (minutes === null || to === null) throw new Error('These minutes are not cached')
  const days = wholeDays(stretch)
  let open: OpenGroup | null = null
  for (const times of minutes.minutes(from, to)) {
    const kind = kindOf(times)
    const recovered = times.spans.filter(({ state }) => state === recoveredState).length
    if (kind === 0 || recovered === times.spans.length) continue
    const { minute, spans } = times
    const isCut = recovered > 0
    const step = Math.floor(minute / (isIn(days, minute) ? dayMs : hourMs))
    const last = minute + (spans.at(-1)?.to ?? 0)
    const isApart = kind === groupKind.both || isCut
    if (
      open !== null &&
      !isApart &&
      open.group.kind === kind &&
      open.step === step &&
      !open.group.isCut
    ) {
      open.group.last = last
    } else {
      if (open !== null) yield open.group
      const first = minute + (spans[0]?.from ?? 0)
      const group: StopGroup = { machineId, kind, isCut, minute, first, last, spans, pieces: [] }
      open = { group, step, indexOf: new Map() }
    }
    if (kind !== groupKind.run) addTimes(open, times.pieces)
  }
  if (open !== null) yield open.group
}

type OpenGroup = {
  readonly group: StopGroup
  /** The day or hour in which it lies. */
  readonly step: number
  /** Where the time of a context is in its pieces. */
  readonly indexOf: Map<string, number>
}

function kindOf({ pieces }: MinuteTimes): number {
  let kind = 0
  for (const { category, ms } of pieces) {
    if (ms === 0 || category === 'offline') continue
    kind |= category === 'run' ? groupKind.run : groupKind.stood
  }
  return kind
}

function addTimes({ group, indexOf }: OpenGroup, added: MinuteTimes['pieces']): void {
  const { pieces } = group
  for (const { state, category, product, tool, user, causeGroup, cause, ms, stops } of added) {
    if (ms === 0) continue
    const key = JSON.stringify([state, category, product, tool, user, causeGroup, cause])
    const index = indexOf.get(key) ?? pieces.length
    indexOf.set(key, index)
    const sum = pieces[index]
    const time = { ms: (sum?.ms ?? 0) + ms, stops: (sum?.stops ?? 0) + stops }
    pieces[index] = { state, category, product, tool, user, causeGroup, cause, ...time }
  }
}
