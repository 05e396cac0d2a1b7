import { type ClientScope, packsOf } from '@packboard/model'
import { screenLimits } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import type { Numbers } from './measures.ts'
import { sums } from './sums.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

type Times = Pick<Numbers, 'run' | 'alarm' | 'idle' | 'ancillary' | 'unknown'>

/** What a machine did in a window. Times are whole milliseconds and add up to the window (D12). */
export type MachineTotals = Times & {
  readonly machineId: number
  readonly offline: number
  /** Inside idle and ancillary: the machine was healthy, the line was not (D13). */
  readonly external: number
  readonly packs: number
  /** null: the machine has never reported a reject counter (D21). */
  readonly rejects: number | null
  /** Time with a known speed, and Σ speed · time (ppm · ms): their quotient is the mean, and means merge exactly. */
  readonly speedMs: number
  readonly speedSum: number
  readonly samples: number
}

/** The sums as they are kept: whole numbers, so that any two windows add up to the last digit. */
type ExactTotals = { readonly times: Times } & Pick<
  Numbers,
  'external' | 'packs' | 'rejects' | 'speedMs' | 'speedSum' | 'samples'
>

/** Times, packs and speed of machines over a window: what a card, a metric and a day are made of. */
export async function machineTotals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<MachineTotals[]> {
  const totals = await exactTotals(telemetry, scope, question)
  const { from, to } = question.period
  const length = Math.max(0, to.getTime() - from.getTime())
  return question.machineIds.map((machineId): MachineTotals => {
    const { times, packs, rejects, speedSum, ...total } = totals.get(machineId) ?? noTotals
    const observed = Object.values(times).reduce((sum, ms) => sum + ms, 0)
    return {
      machineId,
      ...times,
      offline: length - observed,
      ...total,
      packs: packsOf(packs),
      rejects: rejects === null ? null : packsOf(rejects),
      speedSum: Number(speedSum) / 1e6,
    }
  })
}

/** The same, not yet made into the numbers that a screen shows; a machine without any is absent. */
export async function exactTotals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<Map<number, ExactTotals>> {
  const found = await sums(telemetry, scope, {
    ...question,
    // Machines as a whole, also where a caller's question has a filter: the text has none.
    filter: {},
    name: 'read.machineTotals',
    numbers: 'machines',
    by: ['machineId'],
    limits: screenLimits,
  })
  return new Map(
    found.map(({ total: { machineId, run, alarm, idle, ancillary, unknown, ...total } }) => [
      machineId,
      { times: { run, alarm, idle, ancillary, unknown }, ...total },
    ]),
  )
}

const noTotals: ExactTotals = {
  times: { run: 0, alarm: 0, idle: 0, ancillary: 0, unknown: 0 },
  external: 0,
  packs: 0n,
  rejects: null,
  speedMs: 0,
  speedSum: 0n,
  samples: 0,
}
