import { type ClientScope, recoveredState } from '@packboard/model'
import type { TelemetryContext } from '../context.ts'
import type { MinuteTimes } from '../ledger/cachedMinutes.ts'
import type { Cuts, StopTime, TimePart } from '../ledger/cachedReads.ts'
import {
  dayMs,
  dayOf,
  hourFrom,
  hourMs,
  hourOf,
  minuteFrom,
  minuteMs,
  minuteOf,
} from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { type MinutesPiece, type PieceTime, pieceTimes } from './pieceTimes.ts'
import { readWindow } from './readWindow.ts'
import { groupKind, type MixedMinute, partsOfGroups, type StopGroup } from './stopGroups.ts'
import { foldMinutes, stopMinutes, stopPart } from './stopMinutes.ts'
import { isIn, stepAt, wholeDays } from './timeSteps.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** Run and stops of machines in a window, in any order; with `cuts` time of stops is exactly divided there. */
export async function stopTimeParts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
  cuts: Cuts = new Map(),
): Promise<TimePart[]> {
  const { context } = telemetry
  const inOrder = new Map([...cuts].map(([id, own]) => [id, own.toSorted((a, b) => a - b)]))
  return readWindow<TimePart[]>(telemetry, scope, question, {
    named: true,
    begin: () => [],
    rows: async (found, stretches, view) => {
      const parts = await stopSteps(context, view, stretches)
      for (const part of await divided(context, view, stretches, parts, inOrder)) found.push(part)
    },
    // Each of them is one event, which has no hole.
    events: (found, events) => {
      for (const part of events.flatMap(stopPart)) {
        for (const piece of piecesOf(part, inOrder)) found.push(solidPiece(part, piece))
      }
    },
  })
}

/** A part between the cuts inside of it, in order; a run is not divided. */
function piecesOf({ machineId, from, to, stood }: TimePart, cuts: Cuts): MinutesPiece[] {
  const own = (stood && cuts.get(machineId)) ?? []
  const inside = own.slice(stepAt(own, from) + 1, stepAt(own, to - 1) + 1)
  return [...inside, to].map((end, index) => ({
    ...{ machineId, to: end },
    from: index === 0 ? from : (inside[index - 1] ?? from),
  }))
}

/** A piece of a part that one context fills without a hole; the stop begins in the first one. */
function solidPiece(part: TimePart, piece: MinutesPiece): TimePart {
  const { stood } = part
  const [time] = stood?.times ?? []
  if (stood === null || time === undefined) return part
  const stops = piece.from === part.from ? time.stops : 0
  const times = [{ ...time, ms: piece.to - piece.from, stops }]
  return { ...piece, stood: { ...stood, times } }
}

type Stood = NonNullable<TimePart['stood']>

/** Parts in pieces between the cuts. Minutes are read of those alone that do not say which time was before a cut and which after it. */
async function divided(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  parts: readonly TimePart[],
  cuts: Cuts,
): Promise<readonly TimePart[]> {
  if (cuts.size === 0) return parts
  const found: TimePart[] = []
  const unclear: (MinutesPiece & { readonly piece: MinutesPiece; readonly stood: Stood })[] = []
  for (const part of parts) {
    const { stood } = part
    const pieces = piecesOf(part, cuts)
    const [time, ...more] = stood?.times ?? []
    if (stood === null || pieces.length === 1) found.push(part)
    else if (more.length === 0 && time?.ms === part.to - part.from) {
      for (const piece of pieces) found.push(solidPiece(part, piece))
    } else {
      for (const piece of pieces) unclear.push({ ...wholeMinutes(piece, part), piece, stood })
    }
  }
  if (unclear.length === 0) return found
  const timesOf = await pieceTimes(context, view, stretches, unclear, true)
  for (const [stood, own] of Map.groupBy(unclear, (one) => one.stood)) {
    const begins = stood.times.filter(({ stops }) => stops > 0)
    for (const one of own) {
      const times = stopTimes(timesOf.get(one) ?? [], begins)
      if (times.length > 0) found.push({ ...one.piece, stood: { ...stood, times } })
    }
  }
  return found
}

/** A piece to its whole minutes at the ends of its part: minutes of a part that is longer than one are of no other. */
function wholeMinutes({ machineId, from, to }: MinutesPiece, part: TimePart): MinutesPiece {
  if (part.to - part.from <= minuteMs) return { machineId, from, to }
  return {
    machineId,
    from: from === part.from ? minuteOf(from) : from,
    to: to === part.to ? minuteFrom(to) : to,
  }
}

/** Times of a piece of a stop. Where it began is a context of the whole: it is in the first piece that has it, and no more in `begins` then. */
function stopTimes(times: readonly PieceTime[], begins: StopTime[]): StopTime[] {
  return times.flatMap(({ state, category, product, tool, user = '', cause, ms }): StopTime[] => {
    // What was recovered of gaps belongs to no stop (D71).
    if (cause === '') return []
    const time = { state, category, product, tool, user, ms, stops: 0 }
    const index = begins.findIndex((one) => isSameContext(one, time))
    const [begun] = index < 0 ? [] : begins.splice(index, 1)
    return [{ ...time, stops: begun?.stops ?? 0 }]
  })
}

export const isSameContext = (a: StopTime, b: StopTime) =>
  a.state === b.state &&
  a.category === b.category &&
  a.product === b.product &&
  a.tool === b.tool &&
  a.user === b.user

/**
 * Run and stops of whole minutes: days of UTC, and the hours before and after them, from the cache where they are there; what is before and
 * after those from cached minutes, else from the store, and its days and hours are cached then.
 */
async function stopSteps(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
): Promise<TimePart[]> {
  const cache = view.cachedSums?.stops
  if (!cache) return stopMinutes(context, view, stretches)
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
      stretches.length === 0 ? [] : read(context, view, stretches),
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

/** Run and stops of stretches whose minutes are all cached, in order, machine by machine: what `stopMinutes` reads. */
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
    const hasRecovered = recovered > 0
    const step = Math.floor(minute / (isIn(days, minute) ? dayMs : hourMs))
    const last = minute + (spans.at(-1)?.to ?? 0)
    const isApart = kind === groupKind.both || hasRecovered
    if (
      open !== null &&
      !isApart &&
      open.group.kind === kind &&
      open.step === step &&
      !open.group.hasRecovered
    ) {
      open.group.last = last
    } else {
      if (open !== null) yield open.group
      const first = minute + (spans[0]?.from ?? 0)
      const group: StopGroup = {
        machineId,
        kind,
        hasRecovered,
        minute,
        first,
        last,
        spans,
        pieces: [],
      }
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
