import { type Category, type ClientScope, machineStates, packsOf } from '@packboard/model'
import { z } from 'zod'
import { scaled } from '../clickhouse/decimals.ts'
import { select } from '../clickhouse/select.ts'
import type { Carry } from '../ledger/fold/carry.ts'
import type { Count, FoldSink } from '../ledger/fold/machineFold.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'
import { type Recovery, recoveredContexts } from '../ledger/fold/recovery.ts'
import type { CachedContext } from '../ledger/pieceRows.ts'
import type { Telemetry } from '../store.ts'
import { readWindow, type WindowOfMachines } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, rowSteps } from './rowSteps.ts'

/** What a machine did in a window. Times are whole milliseconds and add up to the window (D12). */
export type MachineTotals = {
  readonly machineId: number
  readonly run: number
  readonly alarm: number
  readonly idle: number
  readonly ancillary: number
  readonly unknown: number
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
type ExactTotals = {
  times: Record<Exclude<Category, 'offline'>, number>
  external: number
  /** Billionths. */
  packs: bigint
  rejects: bigint | null
  speedMs: number
  /** Millionths of a pack per minute, times ms. */
  speedSum: bigint
  samples: number
}

const chosen = `
  SELECT machine_id AS machineId,
    sumIf(ms, category = 'run') AS run,
    sumIf(ms, category = 'alarm') AS alarm,
    sumIf(ms, category = 'idle') AS idle,
    sumIf(ms, category = 'ancillary') AS ancillary,
    sumIf(ms, category = 'unknown') AS unknown,
    sumIf(ms, category != 'unknown' AND state IN {external:Array(Int32)}) AS external,
    sum(packs) AS totalPacks,
    sum(rejects) AS totalRejects,
    sum(speed_ms) AS speedMs,
    sum(speed_sum) AS speedSum,
    sum(samples) AS totalSamples
` as const

const grouped = `
  GROUP BY machine_id
` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

const row = z.object({
  machineId: z.number(),
  run: z.coerce.number(),
  alarm: z.coerce.number(),
  idle: z.coerce.number(),
  ancillary: z.coerce.number(),
  unknown: z.coerce.number(),
  external: z.coerce.number(),
  totalPacks: z.string(),
  totalRejects: z.string().nullable(),
  speedMs: z.coerce.number(),
  speedSum: z.string(),
  totalSamples: z.coerce.number(),
})

const externalStates = machineStates.filter(({ external }) => external).map(({ code }) => code)
const isExternal = new Set(externalStates)

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
    const { times, external, packs, rejects, speedMs, speedSum, samples } =
      totals.get(machineId) ?? noTotals()
    const observed = Object.values(times).reduce((sum, ms) => sum + ms, 0)
    return {
      machineId,
      ...times,
      offline: length - observed,
      external,
      packs: packsOf(packs),
      rejects: rejects === null ? null : packsOf(rejects),
      speedMs,
      speedSum: Number(speedSum) / 1e6,
      samples,
    }
  })
}

/** The same, not yet made into the numbers that a screen shows. */
export async function exactTotals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<Map<number, ExactTotals>> {
  return readWindow(telemetry, scope, question, {
    begin: () => new Map<number, ExactTotals>(),
    cuts: [],
    rows: (totals, stretches, hours) => addRows(telemetry, totals, rowSteps(stretches, hours)),
    remembered: (totals, { machineId, from, to }, held) => {
      for (const context of held.contexts(from, to)) {
        addContext(totalsOf(totals, machineId), context)
      }
    },
    sink: (totals, machineId) => new TotalsSink(totalsOf(totals, machineId)),
  })
}

async function addRows(
  { context }: Telemetry,
  totals: Map<number, ExactTotals>,
  { tables, ...steps }: ReturnType<typeof rowSteps>,
): Promise<void> {
  const params = { ...steps, external: externalStates }
  for (const found of await select(context, {
    name: 'read.machineTotals',
    sql: sql[tables],
    params,
    row,
  })) {
    const sum = totalsOf(totals, found.machineId)
    sum.times.run += found.run
    sum.times.alarm += found.alarm
    sum.times.idle += found.idle
    sum.times.ancillary += found.ancillary
    sum.times.unknown += found.unknown
    sum.external += found.external
    sum.packs += scaled(found.totalPacks, 9)
    if (found.totalRejects !== null)
      sum.rejects = (sum.rejects ?? 0n) + scaled(found.totalRejects, 9)
    sum.speedMs += found.speedMs
    sum.speedSum += scaled(found.speedSum, 6)
    sum.samples += found.totalSamples
  }
}

function addContext(sum: ExactTotals, context: CachedContext): void {
  const { category, state, ms } = context
  if (category !== 'offline') sum.times[category] += ms
  if (category !== 'unknown' && isExternal.has(state)) sum.external += ms
  sum.packs += context.packs
  if (context.rejects !== null) sum.rejects = (sum.rejects ?? 0n) + context.rejects
  sum.speedMs += context.speedMs
  sum.speedSum += context.speedSum
  sum.samples += context.samples
}

function totalsOf(totals: Map<number, ExactTotals>, machineId: number): ExactTotals {
  const known = totals.get(machineId)
  if (known !== undefined) return known
  const sum = noTotals()
  totals.set(machineId, sum)
  return sum
}

function noTotals(): ExactTotals {
  return {
    times: { run: 0, alarm: 0, idle: 0, ancillary: 0, unknown: 0 },
    external: 0,
    packs: 0n,
    rejects: null,
    speedMs: 0,
    speedSum: 0n,
    samples: 0,
  }
}

/** Adds up the events of a fold, as the SQL above adds up rows. */
class TotalsSink implements FoldSink {
  readonly #sum: ExactTotals

  constructor(sum: ExactTotals) {
    this.#sum = sum
  }

  time(from: number, to: number, carry: Carry, category: Category): void {
    const sum = this.#sum
    const ms = to - from
    if (category !== 'offline') sum.times[category] += ms
    if (category !== 'unknown' && isExternal.has(carry.state)) sum.external += ms
    if (carry.speed !== null) {
      sum.speedMs += ms
      sum.speedSum += speedTime(carry.speed, ms)
    }
    this.#knowRejects(carry)
  }

  recovered(from: number, to: number, carry: Carry, recovery: Recovery): void {
    for (const part of recoveredContexts(recovery, [from, to], carry)) {
      this.time(0, part.ms, part.carry, part.category)
      this.#sum.packs += part.packs
      if (part.rejects > 0n) this.#sum.rejects = (this.#sum.rejects ?? 0n) + part.rejects
    }
  }

  counted(_at: number, carry: Carry, _category: Category, _stop: unknown, count: Count): void {
    this.#sum.packs += count.packs
    if (count.rejects > 0n) this.#sum.rejects = (this.#sum.rejects ?? 0n) + count.rejects
    this.#knowRejects(carry)
  }

  sampled(_at: number, carry: Carry): void {
    this.#sum.samples++
    this.#knowRejects(carry)
  }

  #knowRejects({ rejects }: Carry): void {
    if (rejects.newest !== null) this.#sum.rejects ??= 0n
  }
}
