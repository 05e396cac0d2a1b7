import {
  type GroupProgress,
  type MachineProgress,
  type ShiftProgress,
  shiftProgress,
} from '@packboard/contract'
import { type ClientMachine, shiftsOfClient } from '@packboard/management'
import {
  AppError,
  type ClientScope,
  type Period,
  plannedSince,
  shiftAt,
  shiftPacks,
  shiftProgressLimits,
  sumOfShift,
} from '@packboard/model'
import { plannedTotals } from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import { onLinks, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps, PlannedWindow } from '../exclusions/planBook.ts'
import { byText, packsIn } from '../figures/contextSums.ts'
import type { App } from '../http/createApp.ts'
import { presentTargets } from '../overview/presentTargets.ts'

/** The plan of the running shift against what was made, for people, walls and tablets. */
export function shiftProgressRoutes(
  app: App,
  deps: Deps & PlanDeps,
  access: Access,
  gate: QueryGate,
) {
  const route = routesOf(app, 'Overview')

  route(shiftProgress, { caller: 'readDashboards', ...onLinks }, async (request) => {
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, request.params.clientId)
    const machines = await access.machines(scope)
    return gate.askLive(viewer, scope, () => readShiftProgress(deps, scope, machines))
  })
}

const rateMs = shiftProgressLimits.rateMinutes * 60_000
const noSpans: PlannedWindow['spans'] = new Map()

/**
 * The plan of the shift that runs against what was made, by machine and as sums: the only computation of it. Planned time is what the
 * plan says; a label moves no target, because nobody's shift gets smaller by naming its stops.
 */
async function readShiftProgress(
  deps: Deps & PlanDeps,
  scope: ClientScope,
  machines: readonly ClientMachine[],
): Promise<ShiftProgress> {
  const at = new Date(deps.now())
  const times = await shiftsOfClient(deps.management, scope)
  if (!times) throw new AppError('client.notFound')
  const shift = shiftAt(times.starts, times.zone, at)
  if (!shift || machines.length === 0) return { shift: null, at, machines: [], groups: [] }
  const rows = await machineRows(deps, scope, machines, { shift: shift.period, at })
  return {
    shift: { name: shift.name, ...shift.period },
    at,
    machines: rows,
    groups: groupsOf(machines, rows),
  }
}

async function machineRows(
  deps: Deps & PlanDeps,
  scope: ClientScope,
  machines: readonly ClientMachine[],
  { shift, at }: { readonly shift: Period; readonly at: Date },
): Promise<MachineProgress[]> {
  const { telemetry, plans } = deps
  const soFar = { from: shift.from, to: at }
  const [planned, targets] = await Promise.all([
    plans.window(scope, machines, shift),
    presentTargets(deps, scope, { machines, at }),
  ])
  const plannedMs = (machine: ClientMachine, period: Period) => {
    const out = planned?.msOf([machine], period)
    const length = period.to.getTime() - period.from.getTime()
    return length - (out ? out.break + out.closed : 0)
  }
  const window = { from: soFar.from.getTime(), to: soFar.to.getTime() }
  const rateStart = (machine: ClientMachine) =>
    plannedSince(planned?.spans.get(machine.id) ?? [], window, rateMs)
  const starts = [...new Set([window.from, ...machines.map(rateStart)])].sort((a, b) => a - b)
  const parts =
    window.from < window.to
      ? await plannedTotals(telemetry, scope, {
          machineIds: machines.map(({ id }) => id),
          period: soFar,
          filter: {},
          by: ['machineId'],
          starts: starts.map((start) => new Date(start)),
          spans: planned?.spans ?? noSpans,
        })
      : []
  return machines.map((machine) => {
    const own = parts.map((part) => part.filter(({ machineId }) => machineId === machine.id))
    const since = rateStart(machine)
    const inRate = own.slice(starts.indexOf(since)).flat()
    const target = targets.get(machine.id)
    const ppm = target?.ppm ?? null
    const rate = {
      packs: packsIn(inRate.filter(({ under }) => under === undefined)),
      ms: plannedMs(machine, { from: new Date(since), to: at }),
    }
    const known = {
      targetPpm: ppm,
      made: packsIn(own.flat()),
      plannedMs: plannedMs(machine, soFar),
      leftMs: plannedMs(machine, { from: at, to: shift.to }),
      rate,
    }
    return {
      ...shiftPacks(known),
      machineId: machine.serialNo,
      target:
        target && ppm !== null ? { product: target.product, ppm, source: target.source } : null,
      plannedSeconds: known.plannedMs / 1000,
      leftSeconds: known.leftMs / 1000,
      ratePacks: rate.packs,
      rateSeconds: rate.ms / 1000,
    }
  })
}

function groupsOf(
  machines: readonly ClientMachine[],
  rows: readonly MachineProgress[],
): GroupProgress[] {
  const keyOf = {
    line: ({ lineName }: ClientMachine) => lineName,
    machineType: ({ type }: ClientMachine) => type.label,
    client: () => '',
  }
  return (['line', 'machineType', 'client'] as const).flatMap((by) => {
    const groups = Map.groupBy(rows, (_, index) => {
      const machine = machines[index]
      return machine ? keyOf[by](machine) : ''
    })
    return [...groups]
      .sort(([a], [b]) => byText(a, b))
      .map(([key, group]) => ({ by, key, ...sumOfShift(group) }))
  })
}
