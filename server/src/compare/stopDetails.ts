import { type CompareFigures, compareStopDays } from '@packboard/contract'
import { clientSettings } from '@packboard/management'
import type { Period, StopThresholds } from '@packboard/model'
import { type Context, type StopLength, stopLengths } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { windowMsOf } from '../figures/readBasis.ts'
import { longestReach } from '../stops/bookStops.ts'

/** The figures of a row that need the length of each stop. */
export type StopDetails = Pick<CompareFigures, 'microStops' | 'changeovers' | 'changeoverSeconds'>

export const noDetails: StopDetails = {
  microStops: null,
  changeovers: null,
  changeoverSeconds: null,
}

const dayMs = 86_400_000

/** Whether the minutes of a window are few enough to be read one by one. */
export function isShortEnough({ period, machines }: ChartQuestion): boolean {
  return windowMsOf(period, machines.length) <= compareStopDays * dayMs
}

/** A stop with whether it is a micro-stop. */
export type JudgedStop = StopLength & { readonly micro: boolean }

/** Every stop that began in a window, under no filter. */
export async function readStopLengths(
  { telemetry, management }: Deps,
  { scope, machines, period, present }: ChartQuestion,
): Promise<JudgedStop[]> {
  const machineIds = machines.map(({ id }) => id)
  const { thresholds: thresholdsOf } = await clientSettings(management, scope)
  const reachMs = longestReach(machineIds, period, thresholdsOf)
  const reach = { reachMs, present: new Date(present) }
  const found = await stopLengths(telemetry, scope, { machineIds, period, ...reach })
  return found.map((stop) => ({ ...stop, micro: isMicroStop(stop, thresholdsOf(stop.machineId)) }))
}

/**
 * The micro-stops and changeovers of a row: of its windows, of the stops that `keeps`. A stop is of the context in which it began, a
 * changeover of the product and tool that it changed to.
 */
export function stopDetails(
  found: readonly JudgedStop[],
  windows: readonly Period[],
  keeps: (machineId: number, context: Context, at: Date) => boolean,
): StopDetails {
  let [microStops, changeovers, changeoverMs] = [0, 0, 0]
  for (const stop of found) {
    const window = windows.find(({ from, to }) => from <= stop.at && stop.at < to)
    if (window === undefined) continue
    if (stop.micro && keeps(stop.machineId, stop.first, stop.at)) microStops += 1
    const { changedTo } = stop
    if (changedTo === null || !runsInside(stop, window)) continue
    if (!keeps(stop.machineId, { ...stop.first, ...changedTo }, stop.at)) continue
    changeovers += 1
    changeoverMs += stop.ms
  }
  return { microStops, changeovers, changeoverSeconds: changeoverMs / 1000 }
}

/** Between two runs, and shorter than the threshold of its beginning. */
export const isMicroStop = ({ ranUntil, runAgain }: StopLength, thresholds: StopThresholds) =>
  ranUntil !== null &&
  runAgain !== null &&
  thresholds.isMicro(ranUntil.getTime(), runAgain.getTime())

/** The last moment of the run before and the first of the run after are in the window. */
const runsInside = ({ ranUntil, runAgain }: StopLength, { from, to }: Period) =>
  ranUntil !== null && runAgain !== null && ranUntil > from && runAgain < to
