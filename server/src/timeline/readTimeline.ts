import { timelineLimits } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import type { ClientScope, Period } from '@packboard/model'
import { alarmMarkers, speedSeries, stateStrip } from '@packboard/telemetry/read'
import type { ReadDeps } from '../figures/readBasis.ts'
import { limits } from '../http/limits.ts'
import type { ClosedSpan } from '../plan/planBook.ts'
import { type LanePiece, lanePieces } from './lanePieces.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** One machine of a timeline; times in ms since 1970. */
export type Lane = {
  readonly machine: ClientMachine
  readonly pieces: readonly LanePiece[]
  readonly speed: readonly { readonly x: Date; readonly mean: number | null }[]
  readonly alarms: readonly { readonly at: Date; readonly group: string }[]
  readonly closed: readonly ClosedSpan[]
}

const emptyLane = { pieces: [], speed: [], alarms: [], closed: [] } as const

export type Timeline = {
  readonly stepMs: number
  readonly speedStepMs: number
  readonly lanes: readonly Lane[]
}

/** The states, speed and alarms of machines over one window, as coarse as the columns of a screen (D83). */
export async function readTimeline(
  { telemetry, plans }: ReadDeps,
  scope: ClientScope,
  question: {
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly columns: number
  },
): Promise<Timeline> {
  const { machines, period } = question
  const machineIds = machines.map(({ id }) => id)
  const length = period.to.getTime() - period.from.getTime()
  const most = Math.floor(limits.timelineColumns / Math.max(1, machines.length))
  const stepMs = Math.max(1, Math.ceil(length / Math.min(question.columns, most)))
  const points = length / limits.timelineSpeeds
  const speedStepMs = Math.max(1, Math.ceil(points / minuteMs)) * minuteMs
  if (machineIds.length === 0 || length <= 0) {
    const lanes = machines.map((machine) => ({ machine, ...emptyLane }))
    return { stepMs, speedStepMs, lanes }
  }
  const marked = length <= timelineLimits.alarmHours * hourMs
  const [parts, speeds, alarms, planned] = await Promise.all([
    stateStrip(telemetry, scope, { machineIds, period }),
    speedSeries(telemetry, scope, { machineIds, period, stepSeconds: speedStepMs / 1_000 }),
    marked ? alarmMarkers(telemetry, scope, { machineIds, period, filter: {} }) : [],
    plans.schedule(scope, machines, period),
  ])
  const partsOf = Map.groupBy(parts, ({ machineId }) => machineId)
  const speedOf = Map.groupBy(speeds, ({ machineId }) => machineId)
  const alarmsOf = Map.groupBy(alarms, ({ machineId }) => machineId)
  return {
    stepMs,
    speedStepMs,
    lanes: machines.map((machine) => ({
      machine,
      pieces: lanePieces(
        (partsOf.get(machine.id) ?? []).map(({ from, to, state }) => ({
          from: from.getTime(),
          to: to.getTime(),
          state,
        })),
        stepMs,
      ),
      speed: speedOf.get(machine.id) ?? [],
      alarms: alarmsOf.get(machine.id) ?? [],
      closed: planned?.closedOf(machine.id) ?? [],
    })),
  }
}
