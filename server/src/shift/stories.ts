import type { ShiftStory } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import { type ClientScope, type Period, shiftPageLimits, unknownState } from '@packboard/model'
import {
  auditPage,
  type MachineStop,
  partTotals,
  type UnplannedSpans,
} from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { secondsOf, stopPieces } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { waitsForReason } from '../stops/bookFigures.ts'
import type { BookStop } from '../stops/bookStops.ts'
import { statesOf } from '../stops/stopRows.ts'
import { spansIn } from '../stops/stopSections.ts'

const minuteMs = 60_000

/** A stop with what it cost the target: its time outside of breaks and closed time of the plan. */
export type CostlyStop = {
  readonly stop: BookStop
  readonly plannedSeconds: number
  /** null: a product that stood has no target speed. */
  readonly lostPacks: number | null
}

/** What each stop cost: seconds outside of breaks and closed time, and the packs of its planned time (D115). No piece of a stop holds an edge of `unplanned`. */
export function costOfStops(
  found: readonly BookStop[],
  { unplanned, targetOf }: { readonly unplanned: UnplannedSpans; readonly targetOf: TargetOf },
): CostlyStop[] {
  return found.map((stop) => {
    const spans = spansIn(unplanned, stop)
    const times =
      spans.length === 0
        ? stop.times
        : stop.pieces
            .filter(({ from }) => !spans.some((span) => span.from <= from && from < span.to))
            .flatMap((piece) => piece.times)
    const { machineId } = stop
    return {
      stop,
      plannedSeconds: secondsOf(times),
      lostPacks: lostPacks(
        stop.times.map((time) => ({ ...time, machineId })),
        targetOf,
      ),
    }
  })
}

/** The stops that cost most, dearest first: by packs, where one of them has no target speed by planned time; micro-stops are none. */
export function dearestStops(
  stops: readonly CostlyStop[],
  most: number = shiftPageLimits.stories,
): CostlyStop[] {
  const costly = stops.filter(({ stop, plannedSeconds }) => !stop.micro && plannedSeconds > 0)
  const byPacks = costly.every((one) => one.lostPacks !== null)
  const cost = (one: CostlyStop) => (byPacks ? (one.lostPacks ?? 0) : one.plannedSeconds)
  return costly
    .toSorted(
      (a, b) =>
        cost(b) - cost(a) ||
        b.plannedSeconds - a.plannedSeconds ||
        a.stop.from.getTime() - b.stop.from.getTime() ||
        a.stop.machineId - b.stop.machineId,
    )
    .slice(0, most)
}

/** The dearest stops in the words of the wire, with the change before each and how often it was so before. */
export async function readStories(
  deps: Pick<Deps, 'telemetry'>,
  { scope, machines }: Pick<ChartQuestion, 'scope' | 'machines'>,
  dearest: readonly CostlyStop[],
  shiftsBefore: readonly Period[],
): Promise<ShiftStory[]> {
  const machineOf = new Map(machines.map((machine) => [machine.id, machine]))
  const machineIds = [...new Set(dearest.map(({ stop }) => stop.machineId))]
  const [changes, earlier] = await Promise.all([
    Promise.all(dearest.map(({ stop }) => changeBefore(deps, scope, stop))),
    readEarlier(deps, scope, machineIds, shiftsBefore),
  ])
  return dearest.flatMap((one, index) => {
    const machine = machineOf.get(one.stop.machineId)
    if (machine === undefined) return []
    return [{ ...storyOf(one, machine), ...earlier(one.stop), change: changes[index] ?? null }]
  })
}

function storyOf(
  { stop, lostPacks }: CostlyStop,
  { serialNo, lineName }: ClientMachine,
): Omit<ShiftStory, 'change' | 'timesBefore' | 'shiftsBefore'> {
  const reasons = stop.parts.flatMap(({ label }) => (label?.reason ? [label.reason] : []))
  return {
    ...{ machineId: serialNo, lineName, lostPacks },
    ...{ start: stop.from, end: stop.to, goesOn: stop.goesOn },
    seconds: secondsOf(stop.times),
    cause: stop.cause,
    group: stop.causeGroup,
    state: statesOf(stop.times)[0]?.code ?? unknownState,
    reasons: [...new Set(reasons)],
    waitsForReason: waitsForReason(stop),
    note: lastNote(stop),
  }
}

/** What a person wrote last to a stop. */
export function lastNote({ parts }: Pick<BookStop, 'parts'>): ShiftStory['note'] {
  const [newest] = parts
    .flatMap(({ label }) => (label !== null && label.note !== '' ? [label] : []))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
  return newest ? { text: newest.note, by: newest.by, at: newest.at } : null
}

/** The last change at a machine shortly before a stop that began in the shift. */
export async function changeBefore(
  { telemetry }: Pick<Deps, 'telemetry'>,
  scope: ClientScope,
  { machineId, from, beganBefore }: Pick<MachineStop, 'machineId' | 'from' | 'beganBefore'>,
): Promise<ShiftStory['change']> {
  if (beganBefore) return null
  const earliest = new Date(from.getTime() - shiftPageLimits.changeMinutes * minuteMs)
  const { rows } = await auditPage(telemetry, scope, {
    ...{ machineIds: [machineId], period: { from: earliest, to: from } },
    ...{ offset: 0, limit: 1 },
  })
  const [last] = rows
  if (last === undefined) return null
  const { machineId: _, ...change } = last
  return change
}

type Earlier = Pick<ShiftStory, 'timesBefore' | 'shiftsBefore'>

/**
 * How often a cause stopped a machine in earlier shifts: one question for all of them, which reads sums of hours where shifts begin on
 * whole hours. It reads the sums of Stop Causes, which do not divide micro-stops from others.
 */
async function readEarlier(
  { telemetry }: Pick<Deps, 'telemetry'>,
  scope: ClientScope,
  machineIds: readonly number[],
  shifts: readonly Period[],
): Promise<(stop: MachineStop) => Earlier> {
  const [first] = shifts
  const last = shifts.at(-1)
  if (first === undefined || last === undefined || machineIds.length === 0) {
    return () => ({ timesBefore: 0, shiftsBefore: 0 })
  }
  const starts = [...new Set(shifts.flatMap(({ from, to }) => [from.getTime(), to.getTime()]))]
    .filter((start) => start < last.to.getTime())
    .sort((a, b) => a - b)
  const parts = await partTotals(telemetry, scope, {
    machineIds,
    period: { from: first.from, to: last.to },
    filter: {},
    by: ['machineId', 'category', 'causeGroup', 'cause'],
    starts: starts.map((start) => new Date(start)),
  })
  const inShifts = shifts.map(({ from }) => parts[starts.indexOf(from.getTime())] ?? [])
  return ({ machineId, causeGroup, cause }) => {
    const own = inShifts.map((part) => part.filter((total) => total.machineId === machineId))
    return {
      timesBefore: stopPieces(own.flat())
        .filter((total) => total.causeGroup === causeGroup && total.cause === cause)
        .reduce((sum, total) => sum + total.stops, 0),
      shiftsBefore: own.filter((part) => part.some(({ ms }) => ms > 0)).length,
    }
  }
}
