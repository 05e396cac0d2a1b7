import { type CompareFigures, compareStopDays } from '@packboard/contract'
import { clientSettings } from '@packboard/management'
import {
  addSeconds,
  isStandingTime,
  machineState,
  type Period,
  type StopThresholds,
} from '@packboard/model'
import {
  type Context,
  matches,
  type StopLength,
  stopLengths,
  type UnplannedSpans,
} from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { windowMsOf } from '../figures/readBasis.ts'
import { longestReach } from '../stops/bookStops.ts'

/** The figures of a row that need the length of each stop; of unplanned stops and of own faults (D115) their number and planned seconds. */
export type StopDetails = Pick<
  CompareFigures,
  'microStops' | 'changeovers' | 'changeoverSeconds'
> & {
  readonly unplanned: Counted | null
  readonly faults: Counted | null
}
type Counted = { readonly stops: number; readonly seconds: number }

export const noDetails: StopDetails = {
  microStops: null,
  changeovers: null,
  changeoverSeconds: null,
  unplanned: null,
  faults: null,
}

const dayMs = 86_400_000

/** Whether the minutes of a window are few enough to be read one by one. */
export function isShortEnough({ period, machines }: ChartQuestion): boolean {
  return windowMsOf(period, machines.length) <= compareStopDays * dayMs
}

/** A stop with what it is: micro, in planned time where it begins, or a fault of the machine itself (D115). */
export type JudgedStop = StopLength & {
  readonly micro: boolean
  readonly beginsPlanned: boolean
  readonly fault: boolean
}

/** Every stop that began in a window, under no filter. */
export async function readStopLengths(
  { telemetry, management }: Deps,
  { scope, machines, period, present }: ChartQuestion,
  spans: UnplannedSpans = new Map(),
  /** Where windows begin whose planned time is wanted. */
  cuts: readonly number[] = [],
): Promise<JudgedStop[]> {
  const machineIds = machines.map(({ id }) => id)
  const { thresholds: thresholdsOf } = await clientSettings(management, scope)
  const reachMs = longestReach(machineIds, period, thresholdsOf)
  const reach = { reachMs, present: new Date(present) }
  const found = await stopLengths(telemetry, scope, {
    ...{ machineIds, period, ...reach, spans, cuts },
  })
  return found.map((stop) => {
    const micro = isMicroStop(stop, thresholdsOf(stop.machineId))
    const at = stop.at.getTime()
    const span = spans.get(stop.machineId)?.find(({ from, to }) => from <= at && at < to)
    // Time in an unknown state is not judged, and so is no fault.
    const beginsPlanned = (span?.under ?? null) === null && isStandingTime(stop.first.category)
    const external = machineState(stop.first.state).external || span?.external !== undefined
    return { ...stop, micro, beginsPlanned, fault: !micro && beginsPlanned && !external }
  })
}

/**
 * Planned seconds of the micro-stops that began in a window in the context of its filter (D116); null: the window is too long to read the
 * length of each stop.
 */
export async function plannedMicroSeconds(
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
): Promise<number | null> {
  const { scope, machines, period, filter, nothing } = requested
  if (nothing || !isShortEnough(requested)) return null
  const planned = await deps.plans.window(scope, machines, period)
  const stops = await readStopLengths(deps, requested, planned?.spans)
  return stops
    .filter(({ micro, first }) => micro && matches(filter, first))
    .reduce((sum, stop) => addSeconds(sum, plannedSecondsIn(stop, period)), 0)
}

/**
 * The micro-stops, unplanned stops and changeovers of a row: of its windows, of the stops that `keeps`. A stop is of the context in which it began, a
 * changeover of the product and tool that it changed to.
 */
export function stopDetails(
  found: readonly JudgedStop[],
  windows: readonly Period[],
  keeps: (machineId: number, context: Context, at: Date) => boolean,
): StopDetails {
  let [microStops, changeovers, changeoverMs] = [0, 0, 0]
  const unplanned: UnplannedStop[] = []
  for (const stop of found) {
    const window = windows.find(({ from, to }) => from <= stop.at && stop.at < to)
    if (window === undefined) continue
    const isOf = keeps(stop.machineId, stop.first, stop.at)
    if (stop.micro && isOf) microStops += 1
    if (!stop.micro && stop.beginsPlanned && isOf) {
      unplanned.push({ fault: stop.fault, seconds: plannedSecondsIn(stop, window) })
    }
    const { changedTo } = stop
    if (changedTo === null || !runsInside(stop, window)) continue
    if (!keeps(stop.machineId, { ...stop.first, ...changedTo }, stop.at)) continue
    changeovers += 1
    changeoverMs += stop.ms
  }
  return {
    ...{ microStops, changeovers, changeoverSeconds: changeoverMs / 1000 },
    unplanned: counted(unplanned),
    faults: counted(unplanned.filter(({ fault }) => fault)),
  }
}

type UnplannedStop = { readonly fault: boolean; readonly seconds: number }

const counted = (stops: readonly UnplannedStop[]): Counted => ({
  stops: stops.length,
  seconds: stops.map(({ seconds }) => seconds).reduce(addSeconds, 0),
})

/** The planned time of a stop that began in a window, as far as it lies in it. */
const plannedSecondsIn = ({ planned }: JudgedStop, { to }: Period) =>
  planned.reduce((sum, piece) => (piece.from < to.getTime() ? sum + piece.ms : sum), 0) / 1_000

/** Between two runs, and shorter than the threshold of its beginning. */
export const isMicroStop = ({ ranUntil, runAgain }: StopLength, thresholds: StopThresholds) =>
  ranUntil !== null &&
  runAgain !== null &&
  thresholds.isMicro(ranUntil.getTime(), runAgain.getTime())

/** The last moment of the run before and the first of the run after are in the window. */
const runsInside = ({ ranUntil, runAgain }: StopLength, { from, to }: Period) =>
  ranUntil !== null && runAgain !== null && ranUntil > from && runAgain < to
