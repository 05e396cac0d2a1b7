import type { GroupProgress, MachineProgress } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import {
  type ClientScope,
  isJudged,
  type Period,
  packsOf,
  plannedSince,
  shiftPacks,
  shiftProgressLimits,
  sumOfShift,
} from '@packboard/model'
import { plannedTotals } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps, PlannedWindow } from '../exclusions/planBook.ts'
import { byText, packsIn } from '../figures/contextSums.ts'
import { presentTargets } from '../overview/presentTargets.ts'

const rateMs = shiftProgressLimits.rateMinutes * 60_000
const minuteMs = 60_000
const noSpans: PlannedWindow['spans'] = new Map()

type ShiftUntil = {
  readonly shift: Period
  /** Of all figures: now, or the end of a shift that is over. */
  readonly at: Date
  /** Where pieces of the shift begin, in order, ms since 1970, whole minutes; the first is its begin. Absent: none are wanted. */
  readonly steps?: readonly number[]
}

/** A piece of a shift; `due` is null where a target is missing. */
type ProgressStep = {
  readonly from: Date
  readonly to: Date
  readonly made: number
  readonly due: number | null
}

/** A shift against its plan. */
export type ShiftProgressRead = {
  /** In the order of the machines. */
  readonly machines: readonly MachineProgress[]
  /** The pieces of the shift up to `at`, summed over these machines. */
  stepsOf(machines: readonly ClientMachine[]): ProgressStep[]
}

/**
 * The plan of a shift against what was made, by machine: the only computation of it. Planned time is what the plan says; a label moves no
 * target, because nobody's shift gets smaller by naming its stops. The target of a machine is that of the product that it packs at `at`.
 */
export async function readProgress(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  machines: readonly ClientMachine[],
  { shift, at, steps = [] }: ShiftUntil,
): Promise<ShiftProgressRead> {
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
  const begun = steps.filter((step) => step < window.to)
  const rateStart = (machine: ClientMachine) =>
    plannedSince((planned?.spans.get(machine.id) ?? []).filter(isJudged), window, rateMs)
  const starts = [...new Set([window.from, ...begun, ...machines.map(rateStart)])].sort(
    (a, b) => a - b,
  )
  const parts =
    window.from < window.to && machines.length > 0
      ? await plannedTotals(telemetry, scope, {
          machineIds: machines.map(({ id }) => id),
          period: soFar,
          filter: {},
          by: ['machineId'],
          starts: starts.map((start) => new Date(start)),
          spans: planned?.spans ?? noSpans,
        })
      : []
  const totals = parts.flatMap((part, index) =>
    part.map((total) => ({ ...total, start: starts[index] ?? window.from })),
  )
  const totalsOf = Map.groupBy(totals, ({ machineId }) => machineId)
  const ppmOf = (machine: ClientMachine) => targets.get(machine.id)?.ppm ?? null
  return {
    machines: machines.map((machine) => {
      const own = totalsOf.get(machine.id) ?? []
      const since = rateStart(machine)
      const target = targets.get(machine.id)
      const ppm = ppmOf(machine)
      const rate = {
        packs: packsIn(own.filter(({ start, under }) => start >= since && under === undefined)),
        ms: plannedMs(machine, { from: new Date(since), to: at }),
      }
      const known = {
        targetPpm: ppm,
        made: packsIn(own),
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
    }),
    stepsOf: (wanted) => {
      const made = packsByStep(begun, wanted, totalsOf)
      return begun.map((start, index): ProgressStep => {
        const period = { from: new Date(start), to: new Date(begun[index + 1] ?? window.to) }
        return {
          ...period,
          made: packsOf(made[index] ?? 0n),
          due: dueIn(wanted, period, { ppmOf, plannedMs }),
        }
      })
    },
  }
}

type Total = { readonly start: number; readonly packs: bigint }

/** Packs of these machines in each piece, in billionths: no order and no cut changes the last digit (D14). */
function packsByStep(
  steps: readonly number[],
  machines: readonly ClientMachine[],
  totalsOf: ReadonlyMap<number, readonly Total[]>,
): bigint[] {
  const made = steps.map(() => 0n)
  for (const { id } of machines) {
    let step = 0
    // In the order of their starts.
    for (const { start, packs } of totalsOf.get(id) ?? []) {
      while ((steps[step + 1] ?? Number.POSITIVE_INFINITY) <= start) step += 1
      made[step] = (made[step] ?? 0n) + packs
    }
  }
  return made
}

/** Σ target speed × planned time in a piece; null where a machine has no target. */
function dueIn(
  machines: readonly ClientMachine[],
  period: Period,
  known: {
    readonly ppmOf: (machine: ClientMachine) => number | null
    readonly plannedMs: (machine: ClientMachine, period: Period) => number
  },
): number | null {
  let due: number | null = machines.length === 0 ? null : 0
  for (const machine of machines) {
    const ppm = known.ppmOf(machine)
    if (due === null || ppm === null) return null
    due += (ppm * known.plannedMs(machine, period)) / minuteMs
  }
  return due
}

/** Sums by line, by machine type and of all machines. */
export function groupsOf(
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
