import type { ClientScope } from '@packboard/model'
import type { TelemetryContext } from '../context.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { ledgerOf } from '../ledger/ledgerOf.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineMinutes } from '../ledger/machineMinutes.ts'
import type { Moment } from '../ledger/moment.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { MinutePlace } from '../ledger/store/minutePlaces.ts'
import { readAlarms } from '../ledger/store/readRecords.ts'
import { rowsBeforeMinutes, rowsOfMinutes } from '../ledger/store/rowsOfMinutes.ts'
import { samplesOfMinutes } from '../ledger/store/samplesOfMinutes.ts'
import type { Telemetry } from '../store.ts'
import { type FoldEvent, foldNamed } from './namedFold.ts'
import { edgeEvents, labelIn, recordsFrom } from './rawEdges.ts'

/** An instant of one machine, in ms since 1970. */
export type MachineInstant = { readonly machineId: number; readonly at: number }

type RequestedMoments = {
  readonly clientId: number
  readonly instants: readonly MachineInstant[]
  /** Stops are named after their cause, which takes the alarms too. */
  readonly named: boolean
}

/**
 * What machines were doing at some instants, in the observed interval that holds the instant: at a sample the one that it
 * opens. Null while offline. Only the minutes of these instants are folded, each from the carry of the row before it, and of the last
 * hours only those that are not cached.
 */
export async function momentsAt(
  context: TelemetryContext,
  view: LedgerView,
  { clientId, instants, named }: RequestedMoments,
): Promise<(instant: MachineInstant) => Moment | null> {
  const known = new Map<string, Moment | null>()
  const wanted: MachineInstant[] = []
  const cached = cachedMinutes(view, clientId, named ? [] : instants)
  for (const instant of instants) {
    const moment = cached.get(instant.machineId)?.minutes.moment(instant.at)
    const isCertain = minuteOf(instant.at) < view.uncertainFrom(instant.machineId)
    if (moment !== undefined && isCertain) known.set(keyOf(instant), moment)
    else wanted.push(instant)
  }
  const traced = await tracedMoments(context, view, { clientId, instants: wanted, named })
  for (const instant of wanted) {
    const { machineId, at } = instant
    const moment = traced(instant)
    known.set(keyOf(instant), moment)
    const ofMachine = cached.get(machineId)
    if (ofMachine && minuteOf(at) < view.uncertainFrom(machineId)) {
      ofMachine.minutes.keepMoment(at, moment, ofMachine.writes)
    }
  }
  return (instant) => known.get(keyOf(instant)) ?? null
}

const keyOf = ({ machineId, at }: MachineInstant) => `${machineId}|${at}`

/** The cached minutes of machines, and how often they were written until now. */
function cachedMinutes(view: LedgerView, clientId: number, instants: readonly MachineInstant[]) {
  const cached = new Map<number, { minutes: MachineMinutes; writes: number }>()
  for (const { machineId } of instants) {
    if (cached.has(machineId)) continue
    const minutes = view.minutesOf({ clientId, machineId })
    if (minutes) cached.set(machineId, { minutes, writes: minutes.writes })
  }
  return cached
}

async function tracedMoments(
  context: TelemetryContext,
  view: LedgerView,
  { clientId, instants, named }: RequestedMoments,
): Promise<(instant: MachineInstant) => Moment | null> {
  const minutes: MinutePlace[] = []
  const tails = new Map<number, number>()
  for (const { machineId, at } of instants) {
    const minute = minuteOf(at)
    if (minute < view.uncertainFrom(machineId)) minutes.push({ machineId, minute })
    else tails.set(machineId, Math.max(at + 1, tails.get(machineId) ?? 0))
  }
  const edges = [...tails].map(([machineId, to]) => {
    const start = view.uncertainFrom(machineId)
    return { clientId, machineId, start, from: start, to }
  })
  const [ofMinutes, ofTails] = await Promise.all([
    minuteEvents(context, view, clientId, distinct(minutes), named),
    edgeEvents(context, view, edges, named),
  ])
  const times = [...ofMinutes, ...ofTails.flat().filter(isTime)]
  const byMachine = Map.groupBy(times, ({ machineId }) => machineId)
  return ({ machineId, at }) => momentOf(eventAt(byMachine.get(machineId) ?? [], at))
}

/** What was recovered of a gap says nothing of an instant in it. */
const isTime = ({ ms, recovered }: FoldEvent) => ms > 0 && recovered === null

function momentOf(event: FoldEvent | undefined): Moment | null {
  if (event === undefined) return null
  const { state, category, product, tool, causeGroup, speed } = event
  return {
    state,
    category,
    product,
    tool,
    causeGroup,
    speed: (speed ?? 0) / 1e6,
    speedKnown: speed !== null,
  }
}

/** The last time that begins at or before an instant, if it goes beyond it. */
function eventAt(events: readonly FoldEvent[], at: number): FoldEvent | undefined {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.from ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1
    else high = middle
  }
  const event = events[low - 1]
  return event !== undefined && at < event.to ? event : undefined
}

function distinct(places: readonly MinutePlace[]): MinutePlace[] {
  const found = new Map(places.map((place) => [`${place.machineId}|${place.minute}`, place]))
  return [...found.values()].sort((a, b) => a.machineId - b.machineId || a.minute - b.minute)
}

/** The times of whole minutes that the ledger has rows of, machine by machine, in order. */
async function minuteEvents(
  context: TelemetryContext,
  view: LedgerView,
  clientId: number,
  minutes: readonly MinutePlace[],
  named: boolean,
): Promise<FoldEvent[]> {
  if (minutes.length === 0) return []
  const [before, own, samples] = await Promise.all([
    rowsBeforeMinutes(context, clientId, minutes),
    named ? rowsOfMinutes(context, clientId, minutes) : undefined,
    samplesOfMinutes(context, clientId, minutes, view.revision),
  ])
  const starts = minutes.map((place) => {
    const row = before.get(place) ?? null
    return { ...place, row, start: recordsFrom(row, place.minute) }
  })
  // An alarm of the offline time before a minute may be the cause of the stop that continues in it (D18).
  const alarms = named
    ? await readAlarms(context, around(clientId, starts), view.revision)
    : undefined
  return starts.flatMap(({ machineId, minute, row, start }) => {
    const [from, to] = [minute, minute + minuteMs]
    const raised = alarms?.get(machineId) ?? []
    const fold = foldNamed({
      machineId,
      rule: view.ruleOf(machineId),
      before: row,
      start,
      end: to,
      from,
      to,
      samples: samples.get({ machineId, minute }) ?? [],
      alarms: raised.filter(({ raisedAt }) => raisedAt >= start && raisedAt < to),
    })
    return fold.events(labelIn(own?.get({ machineId, minute }), fold.unnamed)).filter(isTime)
  })
}

/** One stretch a machine, around all of its starts and minutes. */
function around(
  clientId: number,
  starts: readonly (MinutePlace & { readonly start: number })[],
): MachineStretch[] {
  const byMachine = Map.groupBy(starts, ({ machineId }) => machineId)
  return [...byMachine].map(([machineId, own]) => ({
    clientId,
    machineId,
    from: Math.min(...own.map(({ start }) => start)),
    to: Math.max(...own.map(({ minute }) => minute)) + minuteMs,
  }))
}

/** The speed that one machine held at some instants, in packs per minute: at a sample the new one; null where none is known. */
export async function speedsAt(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineId, instants }: { readonly machineId: number; readonly instants: readonly Date[] },
): Promise<(number | null)[]> {
  if (instants.length === 0) return []
  const places = instants.map((at) => ({ machineId, at: at.getTime() }))
  const last = Math.max(...places.map(({ at }) => at))
  return ledgerOf(context).read([machineId], minuteFrom(last + 1), async (view) => {
    const momentAt = await momentsAt(context, view, { clientId, instants: places, named: false })
    return places.map((place) => {
      const moment = momentAt(place)
      return moment?.speedKnown ? moment.speed : null
    })
  })
}
