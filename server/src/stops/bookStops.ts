import {
  clientSettings,
  type LastConfirmed,
  lastConfirmed,
  plainReasons,
  type StoredLabel,
} from '@packboard/management'
import {
  type ClientScope,
  labelledParts,
  type Period,
  type PlannedPart,
  type Proposal,
  plannedParts,
  proposalFor,
  type Reason,
  type StopThresholds,
  stopThresholdLimits,
} from '@packboard/model'
import { type MachineStop, runSpans, type SpanMark, stopBegan } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import { labelsInForce } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { secondsOf } from '../figures/contextSums.ts'

/** Time of a stop, with marks of the settings that hold then, and of what takes it out of planned time. */
type DatedTime = MachineStop['times'][number] & Pick<SpanMark, 'since' | 'under'>
type DatedPiece = { readonly from: number; readonly times: readonly DatedTime[] }
/** A stop whose lost packs are those of the targets in force then (D98). */
export type DatedStop = Omit<MachineStop, 'times' | 'pieces'> & {
  readonly times: readonly DatedTime[]
  readonly pieces: readonly DatedPiece[]
}

/** A part of a stop with the time in it that the question keeps. */
export type TimedPart = StopPart & { readonly times: DatedPiece['times'] }

/** A stop with what the stop book says of it (D74). */
export type BookStop = DatedStop & {
  /** In order, without gap or overlap; at least one. */
  readonly parts: readonly TimedPart[]
  /** No run follows until the present. */
  readonly goesOn: boolean
  /** Shorter than the threshold, or not yet longer: no reason is expected. */
  readonly micro: boolean
  /** Looked for when it is shown. */
  readonly proposal: () => Proposal | null
}

type ThresholdsOf = (machineId: number) => StopThresholds

/** Reads stops again, with their pieces divided at instants of each machine. */
type ReadDivided = (machineIds: readonly number[], cuts: Cuts) => Promise<readonly DatedStop[]>

/** Instants of a machine that divide its pieces. */
type Cuts = ReadonlyMap<number, readonly number[]>

/**
 * Stops of a window with their parts, reasons and proposals. `found` are divided at `cuts`; `divided` is only called for machines with a
 * stop in which a part begins, or a reason is overrun, at another instant.
 */
export async function bookStops(
  deps: Pick<Deps, 'telemetry' | 'management'>,
  requested: ChartQuestion,
  found: readonly DatedStop[],
  { cuts: known, divided }: { readonly cuts: Cuts; readonly divided: ReadDivided },
): Promise<BookStop[]> {
  if (found.length === 0) return []
  const { scope, period } = requested
  const { thresholds: thresholdsOf } = await clientSettings(deps.management, scope)
  const [book, edges] = await Promise.all([
    readBook(deps, scope, found, period),
    edgeRuns(deps, requested, found, thresholdsOf),
  ])
  const partsOf = (stops: readonly DatedStop[]) => stopParts(deps, scope, period, stops, book)
  const parts = await partsOf(found)
  const cuts = cutsOf(found, parts, known)
  const cutStops = cuts.size === 0 ? [] : await divided([...cuts.keys()], cuts)
  const stops = [...found.filter(({ machineId }) => !cuts.has(machineId)), ...cutStops].sort(
    (a, b) => a.from.getTime() - b.from.getTime() || a.machineId - b.machineId,
  )
  const allParts = cuts.size === 0 ? parts : await partsOf(stops)
  const proposalOf = proposals(book)
  return stops.map((stop, index) => {
    const own = timed(stop, allParts[index] ?? [])
    const lasts = lengthOf(stop, requested, edges, thresholdsOf)
    const waits = own.some(({ label }) => (label?.reason ?? null) === null)
    const expected = !lasts.micro || lasts.goesOn
    const proposal = () => (waits && expected ? proposalOf(stop) : null)
    return { ...stop, ...lasts, parts: own, proposal }
  })
}

/** All cuts of the machines that have further ones: where parts begin and reasons are overrun inside of stops. */
function cutsOf(
  found: readonly DatedStop[],
  parts: readonly (readonly StopPart[])[],
  known: Cuts,
): Map<number, number[]> {
  const isKnown = new Map([...known].map(([machineId, own]) => [machineId, new Set(own)]))
  const cuts = new Map<number, number[]>()
  for (const [index, { machineId, from, to }] of found.entries()) {
    const edges = (parts[index] ?? []).flatMap((part) => [part.from, part.overrunAt ?? part.from])
    const inside = edges.filter(
      (at) => from.getTime() < at && at < to.getTime() && !isKnown.get(machineId)?.has(at),
    )
    if (inside.length === 0) continue
    const before = cuts.get(machineId) ?? known.get(machineId) ?? []
    cuts.set(machineId, [...new Set([...before, ...inside])])
  }
  return cuts
}

function timed({ pieces, times }: DatedStop, parts: readonly StopPart[]): TimedPart[] {
  const [only, ...more] = parts
  if (only !== undefined && more.length === 0) return [{ ...only, times }]
  return parts.map((part) => ({ ...part, times: timesBetween(pieces, part.from, part.to) }))
}

const timesBetween = (pieces: readonly DatedPiece[], begin: number, end: number) =>
  pieces.filter(({ from }) => begin <= from && from < end).flatMap(({ times }) => times)

/** The time of a part before and after its reason was overrun. */
export function splitAtOverrun(
  { pieces }: DatedStop,
  part: TimedPart,
): { readonly within: DatedPiece['times']; readonly beyond: DatedPiece['times'] } {
  const { overrunAt } = part
  if (overrunAt === null) return { within: part.times, beyond: [] }
  if (overrunAt <= part.from) return { within: [], beyond: part.times }
  return {
    within: timesBetween(pieces, part.from, overrunAt),
    beyond: timesBetween(pieces, overrunAt, part.to),
  }
}

export const secondsOfPart = ({ times }: TimedPart) => secondsOf(times)

/** How far over the edges of a window runs have to be looked for, ms: the largest threshold of a stop there. */
export function longestReach(
  machineIds: readonly number[],
  { from, to }: Period,
  thresholdsOf: ThresholdsOf,
): number {
  const earliest = from.getTime() - stopThresholdLimits.most * 1_000
  const own = new Set(machineIds.map(thresholdsOf))
  return Math.max(0, ...[...own].map((one) => one.most(earliest, to.getTime())))
}

const hourMs = 3_600_000
const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs

/**
 * Runs shortly before and after a window, which decide whether a stop at its edge is a micro-stop; whole hours are looked through, because
 * these are remembered, and a run beyond the threshold decides nothing.
 */
type EdgeRuns = {
  readonly before: ReadonlyMap<number, number>
  readonly after: ReadonlyMap<number, number>
}

async function edgeRuns(
  { telemetry }: Pick<Deps, 'telemetry'>,
  { scope, period, present }: ChartQuestion,
  found: readonly DatedStop[],
  thresholdsOf: ThresholdsOf,
): Promise<EdgeRuns> {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const reachMs = longestReach(
    found.map(({ machineId }) => machineId),
    period,
    thresholdsOf,
  )
  const machinesOf = (stops: readonly DatedStop[]) => [
    ...new Set(stops.map(({ machineId }) => machineId)),
  ]
  const read = (machineIds: readonly number[], begin: number, end: number) =>
    machineIds.length === 0 || begin >= end
      ? Promise.resolve([])
      : runSpans(telemetry, scope, {
          machineIds,
          period: { from: new Date(begin), to: new Date(end) },
        })
  const [earlier, later] = await Promise.all([
    read(
      machinesOf(found.filter(({ ranUntil }) => ranUntil === null)),
      hourOf(from - reachMs),
      from,
    ),
    read(
      machinesOf(found.filter(({ runAgain }) => runAgain === null)),
      to,
      Math.min(hourOf(to + reachMs) + hourMs, present),
    ),
  ])
  const before = new Map<number, number>()
  for (const run of earlier) {
    before.set(run.machineId, Math.max(before.get(run.machineId) ?? run.to, run.to))
  }
  const after = new Map<number, number>()
  for (const run of later) {
    after.set(run.machineId, Math.min(after.get(run.machineId) ?? run.from, run.from))
  }
  return { before, after }
}

/** How long a stop lasts between the runs around it, where both are near. */
function lengthOf(
  { machineId, ranUntil, runAgain }: DatedStop,
  { period, present }: ChartQuestion,
  edges: EdgeRuns,
  thresholdsOf: ThresholdsOf,
): Pick<BookStop, 'goesOn' | 'micro'> {
  const began = ranUntil?.getTime() ?? edges.before.get(machineId)
  const ended = runAgain?.getTime() ?? edges.after.get(machineId)
  const goesOn = ended === undefined && period.to.getTime() >= Math.floor(present)
  const end = ended ?? (goesOn ? present : undefined)
  return {
    goesOn,
    micro: began !== undefined && end !== undefined && thresholdsOf(machineId).isMicro(began, end),
  }
}

function proposals({ reasons, confirmed }: Book): (stop: DatedStop) => Proposal | null {
  const last = new Map(confirmed.map((one) => [alarmKey(one), one.reason]))
  return ({ machineId, causeGroup: group, cause, firstState, times }) =>
    proposalFor(reasons, {
      alarm: group === '' ? null : { group, text: cause },
      state: firstState ?? longestState(times),
      lastConfirmed: last.get(alarmKey({ machineId, group, alarm: cause })) ?? null,
    })
}

function longestState(times: DatedStop['times']): number | null {
  const sums = new Map<number, number>()
  for (const { state, ms } of times) sums.set(state, (sums.get(state) ?? 0) + ms)
  return [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? null
}

/** What people wrote about machines in a window, and what they said last about each alarm. */
async function readBook(
  { management }: Pick<Deps, 'management'>,
  scope: ClientScope,
  found: readonly DatedStop[],
  period: Period,
): Promise<Book> {
  const machineIds = [...new Set(found.map(({ machineId }) => machineId))]
  const [labels, reasons, confirmed] = await Promise.all([
    labelsInForce(management, scope, machineIds, period),
    plainReasons(management, scope),
    lastConfirmed(management, scope, alarmsOf(found)),
  ])
  return { labels, reasons, confirmed }
}

/** The first-out alarms of stops, each once. */
function alarmsOf(found: readonly DatedStop[]) {
  const alarms = found
    .filter(({ causeGroup }) => causeGroup !== '')
    .map(({ machineId, causeGroup: group, cause: alarm }) => ({ machineId, group, alarm }))
  return [...new Map(alarms.map((one) => [alarmKey(one), one])).values()]
}

type Alarm = { readonly machineId: number; readonly group: string; readonly alarm: string }
const alarmKey = ({ machineId, group, alarm }: Alarm) => JSON.stringify([machineId, group, alarm])

/** What people wrote about the machines of a window. */
type Book = {
  readonly labels: readonly StoredLabel[]
  readonly reasons: readonly Reason[]
  readonly confirmed: readonly LastConfirmed[]
}

/** A part of a stop with its entry of the stop book. Instants are ms since 1970. */
type StopPart = PlannedPart<StoredLabel>

type Stretch = Pick<DatedStop, 'machineId' | 'from' | 'to' | 'ranUntil'>

/**
 * The parts of stops inside a window, of each stop in order, without gap or overlap. Entries are followed from the end of the run
 * before, also over a silence after it and from before the window: so an overrun and an entry without an end are those of the
 * whole stop (D74), the same in a list and in figures.
 */
async function stopParts(
  { telemetry }: Pick<Deps, 'telemetry'>,
  scope: ClientScope,
  period: Period,
  stops: readonly Stretch[],
  { labels, reasons }: Pick<Book, 'labels' | 'reasons'>,
): Promise<StopPart[][]> {
  const labelsOf = Map.groupBy(labels, ({ machineId }) => machineId)
  const labelsIn = new Map([...labelsOf].map(([id, own]) => [id, labelsAlong(own)]))
  const reasonOf = new Map(reasons.map((reason) => [reason.id, reason]))
  const start = period.from.getTime()
  const began = new Map<number, number>()
  for (const { machineId, ranUntil } of stops) {
    if (ranUntil !== null || began.has(machineId)) continue
    const earlier = (labelsOf.get(machineId) ?? []).filter(({ from }) => from < start)
    if (earlier.length === 0) continue
    const first = earlier.reduce((least, { from }) => Math.min(least, from), start)
    began.set(machineId, (await stopBegan(telemetry, scope, { machineId, at: start })) ?? first)
  }
  return stops.map((stop) => {
    const [from, to] = [stop.from.getTime(), stop.to.getTime()]
    const begin = stop.ranUntil?.getTime() ?? began.get(stop.machineId) ?? start
    const whole = { from: Math.min(begin, from), to }
    const parts = labelledParts(whole, labelsIn.get(stop.machineId)?.(whole) ?? [])
    return plannedParts(parts, (id) => reasonOf.get(id)).flatMap((part) => clipped(part, from))
  })
}

/** Gives those labels of a machine that lie in a stop, of one stop after the other: many thousand stops may have hundreds of labels. */
function labelsAlong(labels: readonly StoredLabel[]) {
  const later = labels.toSorted((a, b) => b.from - a.from)
  let near: StoredLabel[] = []
  return ({ from, to }: Pick<StopPart, 'from' | 'to'>): readonly StoredLabel[] => {
    for (let next = later.at(-1); next && next.from < to; next = later.at(-1)) {
      near.push(next)
      later.pop()
    }
    near = near.filter((label) => label.to > from)
    return near
  }
}

function clipped(part: StopPart, from: number): StopPart[] {
  if (part.to <= from) return []
  const { overrunAt } = part
  return [
    {
      ...part,
      from: Math.max(part.from, from),
      overrunAt: overrunAt === null ? null : Math.max(overrunAt, from),
    },
  ]
}
