import type { ClientScope, Period } from '@packboard/model'
import {
  type ContextFilter,
  contextTotals,
  matches,
  type SpeedStep,
  speedSteps,
  speedsAt,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type StateSlice, stateSlices } from '../figures/slices.ts'
import { allIntervals } from '../production/stateParts.ts'
import { longestStates, type StateChange, stateChanges } from './stateChanges.ts'

/** A point of a day: a minute with its mean speed, or the instant at which another state began. */
type DayPoint = {
  readonly at: Date
  readonly speed: number | null
  readonly changed: boolean
  readonly state: number
}

type DayDetails = { readonly points: DayPoint[]; readonly states: StateSlice[] }

const minuteMs = 60_000

/** What one machine did in one context on one day: minute by minute, with its changes of state, and by state. */
export async function readDayDetails(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, period, filter }: { machineId: number; period: Period; filter: ContextFilter },
): Promise<DayDetails> {
  const machineIds = [machineId]
  const { from, to } = period
  if (from >= to) return { points: [], states: [] }
  // A millisecond more: a state that began before is not entered at the beginning of the day.
  const before = new Date(from.getTime() - 1)
  const question = { machineIds, period, filter }
  const [contexts, rows, minutes] = await Promise.all([
    contextTotals(telemetry, scope, question),
    allIntervals(telemetry, scope, { machineIds, period: { from: before, to }, filter: {} }),
    speedSteps(telemetry, scope, { ...question, ...minutesOf(period) }),
  ])
  const changes = stateChanges(rows, filter, from)
  const instants = changes.map(({ at }) => at)
  const speeds = await speedsAt(telemetry, scope, { machineId, instants })

  const inside = rows
    // Packs after a gap have a row that spans it and holds no time.
    .filter((row) => matches(filter, row) && row.ms > 0 && row.to > from)
    .map((row) => ({ ...row, from: row.from < from ? from : row.from }))
  return {
    points: pointsOf(longestStates(inside), minutes, changes, speeds),
    states: stateSlices(contexts),
  }
}

function minutesOf({ from, to }: Period) {
  const steps: number[] = []
  let at = Math.floor(from.getTime() / minuteMs) * minuteMs
  for (; at < to.getTime(); at += minuteMs) steps.push(at)
  return { steps, ends: at }
}

/** In order of time; of one instant the minute comes before the change. A minute without data is absent. */
function pointsOf(
  stateOf: ReadonlyMap<number, number>,
  minutes: readonly SpeedStep[],
  changes: readonly StateChange[],
  speeds: readonly (number | null)[],
): DayPoint[] {
  const meanOf = new Map(minutes.map(({ x, mean }) => [x.getTime(), mean]))
  const minutePoints = [...stateOf].map(([minute, state]) => ({
    at: new Date(minute),
    speed: meanOf.get(minute) ?? null,
    changed: false,
    state,
  }))
  const changePoints = changes.map(({ at, state }, index) => ({
    at,
    speed: speeds[index] ?? null,
    changed: true,
    state,
  }))
  return [...minutePoints, ...changePoints].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || Number(a.changed) - Number(b.changed),
  )
}
