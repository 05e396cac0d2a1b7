import type { ClientMachine } from '@packboard/management'
import { AppError, type ClientScope } from '@packboard/model'
import {
  changedBefore,
  type MachineMoment,
  type MachineTotals,
  machineNow,
  machineTotals,
  revision,
  speedSeries,
  stateStrip,
} from '@packboard/telemetry/read'
import type { ReadDeps } from '../figures/readBasis.ts'
import { limits } from '../http/limits.ts'
import type { AnswerWindow, Reading } from './answerWindow.ts'
import type { MachineWindow } from './overviewWire.ts'

type MachinesQuestion = {
  readonly machines: readonly ClientMachine[]
  readonly window: AnswerWindow
  readonly reading: Reading
  /** Of the answer that this one continues. */
  readonly seen: bigint | undefined
}

type MachinesAnswer = {
  readonly machines: MachineWindow[]
  readonly revision: bigint
  readonly olderDataChanged: boolean
}

/** A page that gets no further answer, such as one without network, still knows for as long when the plan closes. */
const closedAheadMs = 24 * 3_600_000

/** Totals of machines over a window, or their increments since the last answer, and their state at its end (D28). */
export async function machinesData(
  { telemetry, plans }: ReadDeps,
  scope: ClientScope,
  { machines, window, reading, seen }: MachinesQuestion,
): Promise<MachinesAnswer> {
  const machineIds = machines.map(({ id }) => id)
  const { from, to } = window
  // Read first: a batch that is stored meanwhile is part of the next answer; it may be sent twice, but is never lost.
  const seenNow = await revision(telemetry, { machineIds, from })
  if (machineIds.length === 0) return { machines: [], revision: seenNow, olderDataChanged: false }

  // The page is live: months that pour in do not hold it up.
  const live = { machineIds, leavesOutBefore: from }
  const graphPeriod = { from: window.graphFrom, to }
  const points = (to.getTime() - window.graphFrom.getTime()) / (limits.graphSeconds * 1000)
  if (points * machineIds.length > limits.graphPoints) throw new AppError('answer.tooManyRows')
  const stripPeriod = { from: window.stripFrom, to }
  const [totals, ends, starts, graph, strip, olderDataChanged, planned] = await Promise.all([
    window.empty ? [] : machineTotals(telemetry, scope, { ...live, period: { from, to } }),
    machineNow(telemetry, scope, { ...live, at: to }),
    reading === 'increments' ? machineNow(telemetry, scope, { ...live, at: from }) : [],
    graphPeriod.from < to
      ? speedSeries(telemetry, scope, {
          ...live,
          period: graphPeriod,
          stepSeconds: limits.graphSeconds,
        })
      : [],
    stripPeriod.from < to ? stateStrip(telemetry, scope, { ...live, period: stripPeriod }) : [],
    seen === undefined
      ? false
      : changedBefore(telemetry, scope, { machineIds, revision: seen, before: from }),
    plans.schedule(scope, machines, {
      from: new Date(to.getTime() - limits.stripMs),
      to: new Date(to.getTime() + closedAheadMs),
    }),
  ])

  const totalsOf = byMachine(totals)
  const endOf = byMachine(ends)
  const startOf = byMachine(starts)
  const graphOf = Map.groupBy(graph, (point) => point.machineId)
  const stripOf = Map.groupBy(strip, (part) => part.machineId)
  const lengthMs = to.getTime() - from.getTime()
  const answered = machines.map((machine): MachineWindow => {
    const { id: machineId } = machine
    const end = endOf.get(machineId) ?? neverHeardOf(machineId)
    return {
      machine,
      reading,
      end,
      totals: totalsOf.get(machineId) ?? offlineTotals(machineId, lengthMs),
      batchPacks: batchPacks(startOf.get(machineId), end),
      graph: graphOf.get(machineId) ?? [],
      strip: stripOf.get(machineId) ?? [],
      closed: planned?.closedOf(machineId) ?? [],
    }
  })
  return { machines: answered, revision: seenNow, olderDataChanged }
}

function byMachine<Row extends { machineId: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.machineId, row]))
}

/** A machine that never sent a record was offline all the time (D12: the states still fill the window). */
function offlineTotals(machineId: number, offline: number): MachineTotals {
  return {
    machineId,
    run: 0,
    alarm: 0,
    idle: 0,
    ancillary: 0,
    unknown: 0,
    offline,
    external: 0,
    packs: 0,
    rejects: null,
    speedMs: 0,
    speedSum: 0,
    samples: 0,
  }
}

/** The state of a machine that never sent a record. */
export function neverHeardOf(machineId: number): MachineMoment {
  return {
    machineId,
    at: null,
    offline: true,
    state: -1,
    product: '',
    tool: '',
    user: '',
    speedPpm: null,
    batchPacks: 0,
    stateSince: null,
    reason: '',
    holdUntil: null,
  }
}

/**
 * Batch packs as the page merges them (D28): at first the value at the end of the window; afterwards what to add while
 * product, state, tool and operator stayed the same, and the value that replaces it when one of them changed.
 */
function batchPacks(start: MachineMoment | undefined, end: MachineMoment): number {
  if (!start || !sameContext(start, end)) return end.batchPacks
  return end.batchPacks - start.batchPacks
}

function sameContext(a: MachineMoment, b: MachineMoment): boolean {
  return a.product === b.product && a.state === b.state && a.tool === b.tool && a.user === b.user
}
