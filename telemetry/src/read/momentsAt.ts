import type { TelemetryContext } from '../context.ts'
import { decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import { orderedAlarms } from '../ledger/fold/ledgerRecords.ts'
import { MachineFold } from '../ledger/fold/machineFold.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { firstOut, labelOf, type Stop, type StopLabel } from '../ledger/fold/stops.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { Moment } from '../ledger/moment.ts'
import type { MachinePlace, MachineStretch } from '../ledger/store/machinePlace.ts'
import { minutesBefore } from '../ledger/store/readMinutes.ts'
import { readAlarms, readSamples } from '../ledger/store/readRecords.ts'
import {
  minutesOfStretches,
  rowsBefore,
  samplesOfStretches,
} from '../ledger/store/readStretches.ts'
import { type TracePart, TraceSink } from './traceSink.ts'

type MinutePlace = { readonly machineId: number; readonly minute: number }

/** An instant of one machine, in ms since 1970. */
export type MachineInstant = { readonly machineId: number; readonly at: number }

type NamedPart = TracePart & { readonly causeGroup: string }

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
  const minutes: MinutePlace[] = []
  const tails = new Map<number, number>()
  for (const { machineId, at } of instants) {
    const minute = minuteOf(at)
    if (minute < view.uncertainFrom(machineId)) minutes.push({ machineId, minute })
    else tails.set(machineId, Math.max(at + 1, tails.get(machineId) ?? 0))
  }
  const [ofMinutes, ofTails] = await Promise.all([
    traceMinutes(context, view, clientId, distinct(minutes), named),
    traceTails(
      context,
      view,
      [...tails].map(([machineId, to]) => ({ clientId, machineId, to })),
      named,
    ),
  ])
  const parts = new Map<number, NamedPart[]>()
  for (const found of [ofMinutes, ofTails]) {
    for (const [machineId, own] of found) {
      parts.set(machineId, [...(parts.get(machineId) ?? []), ...own])
    }
  }
  return ({ machineId, at }) => momentOf(partAt(parts.get(machineId) ?? [], at))
}

function momentOf(part: NamedPart | undefined): Moment | null {
  if (part === undefined) return null
  const { state, category, product, tool, causeGroup, speed } = part
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

/** The last part that begins at or before an instant, if it goes beyond it. */
function partAt(parts: readonly NamedPart[], at: number): NamedPart | undefined {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.from ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1
    else high = middle
  }
  const part = parts[low - 1]
  return part !== undefined && at < part.to ? part : undefined
}

function distinct(places: readonly MinutePlace[]): MinutePlace[] {
  const found = new Map(places.map((place) => [`${place.machineId}|${place.minute}`, place]))
  return [...found.values()].sort((a, b) => a.machineId - b.machineId || a.minute - b.minute)
}

/** The parts of whole minutes that the ledger has rows of, machine by machine, in order. */
async function traceMinutes(
  context: TelemetryContext,
  view: LedgerView,
  clientId: number,
  minutes: readonly MinutePlace[],
  named: boolean,
): Promise<Map<number, NamedPart[]>> {
  const traced = new Map<number, NamedPart[]>()
  if (minutes.length === 0) return traced
  const stretches = minutes.map(({ machineId, minute }) => {
    return { clientId, machineId, from: minute, to: minute + minuteMs, last: minute }
  })
  const [before, own, samples] = await Promise.all([
    rowsBefore(
      context,
      minutes.map(({ machineId, minute }) => ({ clientId, machineId, before: minute })),
      minuteMs,
    ),
    named ? minutesOfStretches(context, stretches) : undefined,
    samplesOfStretches(context, stretches, view.revision),
  ])
  const starts = minutes.map((place, index) => {
    const row = before[index] ?? null
    return {
      place,
      row,
      start: row === null ? place.minute - minuteMs : row.minute + minuteMs,
    }
  })
  // An alarm of the offline time before a minute may be the cause of the stop that continues in it (D18).
  const alarms = named
    ? await readAlarms(context, around(clientId, starts), view.revision)
    : undefined
  for (const [index, { place, row, start }] of starts.entries()) {
    const { machineId, minute } = place
    const carry = row === null ? emptyCarry() : decodeCarry(row.carry)
    const known = alarms?.get(machineId) ?? []
    const between = known.filter(
      ({ raisedAt }) => raisedAt >= start && raisedAt < minute + minuteMs,
    )
    const sink = new TraceSink()
    const raised = named ? orderedAlarms([...carry.alarms, ...between]) : []
    const fold = new MachineFold(view.ruleOf(machineId), carry, start, raised, sink)
    for (const sample of samples[index]?.samples ?? []) fold.apply(sample)
    fold.advance(minute + minuteMs)
    const open = fold.settle().stop
    const openLabel = own?.[index]?.at(-1)?.openLabel ?? null
    const parts = sink.parts.filter(({ from }) => from >= minute)
    const ofMachine = traced.get(machineId)
    const withNames = nameParts(parts, named, open, openLabel)
    if (ofMachine === undefined) traced.set(machineId, withNames)
    else ofMachine.push(...withNames)
  }
  return traced
}

/** One stretch a machine, around all of its starts and minutes. */
function around(
  clientId: number,
  starts: readonly { readonly place: MinutePlace; readonly start: number }[],
): MachineStretch[] {
  const stretches = new Map<
    number,
    { clientId: number; machineId: number; from: number; to: number }
  >()
  for (const { place, start } of starts) {
    const { machineId, minute } = place
    const known = stretches.get(machineId)
    if (known === undefined) {
      stretches.set(machineId, { clientId, machineId, from: start, to: minute + minuteMs })
    } else {
      known.from = Math.min(known.from, start)
      known.to = Math.max(known.to, minute + minuteMs)
    }
  }
  return [...stretches.values()]
}

/**
 * The parts of the time that the ledger's rows do not cover yet, from its beginning to `to`. With names it is followed to
 * the end of all that is known: an alarm after `to` may be the cause of a stop that is open there (D18).
 */
export async function traceTails(
  context: TelemetryContext,
  view: LedgerView,
  tails: readonly (MachinePlace & { readonly to: number })[],
  named: boolean,
): Promise<Map<number, NamedPart[]>> {
  const traced = new Map<number, NamedPart[]>()
  if (tails.length === 0) return traced
  const starts = tails.map((place) => {
    const start = view.uncertainFrom(place.machineId)
    return { ...place, start, remembered: view.rowBefore(place, start) }
  })
  const forgotten = starts.filter(({ remembered }) => remembered === undefined)
  const found =
    forgotten.length === 0
      ? undefined
      : await minutesBefore(
          context,
          forgotten.map(({ clientId, machineId, start }) => ({
            clientId,
            machineId,
            before: start,
          })),
        )
  const stretches = starts.map(({ clientId, machineId, start, remembered, to }) => {
    const before = found?.get(machineId) ?? remembered?.before ?? null
    const from = before === null ? start - minuteMs : before.minute + minuteMs
    return { clientId, machineId, from, to: named ? null : to, before, start, wanted: to }
  })
  const [samples, alarms] = await Promise.all([
    readSamples(context, stretches, view.revision),
    named ? readAlarms(context, stretches, view.revision) : undefined,
  ])
  for (const { machineId, from, before, start, wanted } of stretches) {
    const carry = before === null ? emptyCarry() : decodeCarry(before.carry)
    const sink = new TraceSink()
    const raised = named ? orderedAlarms([...carry.alarms, ...(alarms?.get(machineId) ?? [])]) : []
    const fold = new MachineFold(view.ruleOf(machineId), carry, from, raised, sink)
    for (const sample of samples.get(machineId) ?? []) fold.apply(sample)
    fold.advance(named ? minuteFrom(Math.max(fold.painted + 1, fold.holdEnd, wanted)) : wanted)
    const open = fold.settle().stop
    const openLabel =
      open && labelOf(firstOut(open, raised, Number.POSITIVE_INFINITY), open.firstState)
    const parts = sink.parts.filter((part) => part.to > start && part.from < wanted)
    traced.set(machineId, nameParts(parts, named, open, openLabel))
  }
  return traced
}

function nameParts(
  parts: readonly TracePart[],
  named: boolean,
  open: Stop | null,
  openLabel: StopLabel | null,
): NamedPart[] {
  return parts.map((part): NamedPart => {
    const { stop } = part
    if (!named || stop === null) return { ...part, causeGroup: '' }
    const label =
      stop === open && openLabel !== null ? openLabel : labelOf(stop.cause, stop.firstState)
    return { ...part, causeGroup: label.group }
  })
}
