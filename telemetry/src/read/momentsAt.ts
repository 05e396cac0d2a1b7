import type { ClientScope } from '@packboard/model'
import type { TelemetryContext } from '../context.ts'
import { firstPlace } from '../firstPlace.ts'
import type { Moment } from '../ledger/cachedReads.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { foldStretches } from './foldRaw.ts'
import type { FoldEvent } from './namedFold.ts'
import { edgeEvents } from './rawEdges.ts'

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
  const cache = named ? undefined : view.cachedSums?.moments
  for (const instant of instants) {
    const { machineId, at } = instant
    const place = { clientId, machineId }
    const [moment] = (isCached(view, place, at) && cache?.of(place, rangeOf(at))) || []
    if (moment !== undefined) known.set(keyOf(instant), moment)
    else wanted.push(instant)
  }
  const traced = await tracedMoments(context, view, { clientId, instants: wanted, named })
  for (const instant of wanted) {
    const { machineId, at } = instant
    const place = { clientId, machineId }
    const moment = traced(instant)
    known.set(keyOf(instant), moment)
    if (isCached(view, place, at)) cache?.keep(place, rangeOf(at), [moment], view.readSince)
  }
  return (instant) => known.get(keyOf(instant)) ?? null
}

const keyOf = ({ machineId, at }: MachineInstant) => `${machineId}|${at}`

const rangeOf = (at: number) => ({ from: at, to: at + 1 })

/** Moments of the minutes that are cached are, too: those of a machine's last hours that the ledger has. */
function isCached(view: LedgerView, place: MachinePlace, at: number): boolean {
  const from = view.minutesOf(place)?.from ?? Number.POSITIVE_INFINITY
  return at >= from && minuteOf(at) < view.uncertainFrom(place.machineId)
}

async function tracedMoments(
  context: TelemetryContext,
  view: LedgerView,
  { clientId, instants, named }: RequestedMoments,
): Promise<(instant: MachineInstant) => Moment | null> {
  const minutes: MachineInstant[] = []
  const tails = new Map<number, number>()
  for (const { machineId, at } of instants) {
    const minute = minuteOf(at)
    if (minute < view.uncertainFrom(machineId)) minutes.push({ machineId, at: minute })
    else tails.set(machineId, Math.max(at + 1, tails.get(machineId) ?? 0))
  }
  const edges = [...tails].map(([machineId, to]) => {
    const start = view.uncertainFrom(machineId)
    return { clientId, machineId, start, from: start, to }
  })
  const [ofMinutes, ofTails] = await Promise.all([
    foldStretches(context, view, wholeMinutes(clientId, minutes), { named, keeps: isTime }),
    edgeEvents(context, view, edges, named),
  ])
  const times = [...ofMinutes.flat(), ...ofTails.flat().filter(isTime)]
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
  const after = firstPlace(events.length, (place) => (events[place]?.from ?? 0) > at)
  const event = events[after - 1]
  return event !== undefined && at < event.to ? event : undefined
}

/** Some minutes of machines, each once, machine by machine in order. */
function wholeMinutes(clientId: number, minutes: readonly MachineInstant[]) {
  const known = new Map(minutes.map((minute) => [keyOf(minute), minute]))
  return [...known.values()]
    .sort((a, b) => a.machineId - b.machineId || a.at - b.at)
    .map(({ machineId, at }) => ({ clientId, machineId, from: at, to: at + minuteMs }))
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
  return context.ledger.read([machineId], minuteFrom(last + 1), async (view) => {
    const momentAt = await momentsAt(context, view, { clientId, instants: places, named: false })
    return places.map((place) => {
      const moment = momentAt(place)
      return moment?.speedKnown ? moment.speed : null
    })
  })
}
