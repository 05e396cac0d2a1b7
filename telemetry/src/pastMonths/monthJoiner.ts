import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnclear } from '@packboard/engines/clickhouse'
import { z } from 'zod'
import { systemRows } from '../clickhouse/systemRows.ts'
import type { Service, TelemetryContext } from '../context.ts'

const defaults = {
  /** Between two looks; the first comes after one. */
  lookMs: 10 * 60_000,
  /** Since when a month must not have been written. */
  quietSeconds: 3_600,
  /** How long everything else has the engine between two months. */
  restMs: 10_000,
}
type JoinerTimes = typeof defaults

/**
 * Joins the parts of months that are over in the background, so that a question about a year reads few of them. Nothing is changed in months
 * of damaged parts. What fails, as for want of room, or is left at a stop, is found by a later look.
 */
export class MonthJoiner implements Service {
  readonly #context: TelemetryContext
  readonly #times: JoinerTimes
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  #failed: ReadonlySet<number> = new Set()

  constructor(context: TelemetryContext, times: JoinerTimes = defaults) {
    this.#context = context
    this.#times = times
    this.#running = this.#run()
  }

  /** How many months could not be joined at the last look. */
  get failed(): number {
    return this.#failed.size
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (await this.#rest(this.#times.lookMs)) {
      try {
        await this.#joinAll()
      } catch (error) {
        if (this.#stopped.signal.aborted) return
        this.#context.log.warn({ err: error }, 'It is not known which past months are to be joined')
      }
    }
  }

  async #joinAll(): Promise<void> {
    const failed = new Set<number>()
    for (const due of await monthsToJoin(this.#context, this.#times.quietSeconds)) {
      if (this.#context.damage.frozen().has(due.month)) continue
      if (!(await this.#join(due))) failed.add(due.month)
      if (!(await this.#rest(this.#times.restMs))) return
    }
    this.#failed = failed
  }

  /** False when the engine could not. */
  async #join(due: PastMonth): Promise<boolean> {
    const { log } = this.#context
    const begin = performance.now()
    try {
      await this.#unlessStopped(joinParts(this.#context, due, this.#stopped.signal))
    } catch (error) {
      if (!this.#stopped.signal.aborted) {
        log.warn({ ...due, err: error }, 'The parts of a past month could not be joined')
      }
      return false
    }
    const ms = Math.round(performance.now() - begin)
    if (!this.#stopped.signal.aborted) {
      log.info({ ...due, ms }, 'The parts of a past month were joined')
    }
    return true
  }

  /** Resolves at once when the store is closed: the engine goes on. */
  async #unlessStopped(work: Promise<void>): Promise<void> {
    const { signal } = this.#stopped
    const closed = new Promise<void>((done) => {
      signal.addEventListener('abort', () => done(), { once: true })
    })
    await Promise.race([work, closed])
    work.catch(() => {})
  }

  /** Whether the store is still open afterwards. */
  async #rest(ms: number): Promise<boolean> {
    const { signal } = this.#stopped
    await sleep(ms, undefined, { ref: false, signal }).catch(() => {})
    return !signal.aborted
  }
}

const joiners = new WeakMap<TelemetryContext, MonthJoiner>()

export async function openMonthJoiner(
  context: TelemetryContext,
  times?: JoinerTimes,
): Promise<MonthJoiner> {
  const joiner = new MonthJoiner(context, times)
  joiners.set(context, joiner)
  return joiner
}

/** How many months could not be joined at the last look. */
export const monthsNotJoined = (context: TelemetryContext) => joiners.get(context)?.failed ?? 0

/** Tables whose parts are merged by level, so that up to nine of each level stay. */
const tables = ['sample', 'alarm', 'audit', 'minute_ledger'] as const

type PastMonth = { readonly table: (typeof tables)[number]; readonly month: number }

/** A month of fewer parts is left: late records now and then would have it written again and again. */
const fewestParts = 8

const sql = `
  SELECT table, toUInt32(partition_id) AS month
  FROM system.parts
  WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}
  GROUP BY table, partition_id
  HAVING month < {present:UInt32} AND count() >= {fewest:UInt32}
    AND max(modification_time) <= now() - {quietSeconds:UInt32}
  ORDER BY month DESC, table
`

/** Months that are over, lie in many parts, and were not written for a while; the newest first. */
export async function monthsToJoin(
  { connection, now }: TelemetryContext,
  quietSeconds: number,
): Promise<PastMonth[]> {
  const at = new Date(now())
  const present = at.getUTCFullYear() * 100 + at.getUTCMonth() + 1
  const row = z.object({ table: z.enum(tables), month: z.number() })
  const params = { tables: [...tables], present, fewest: fewestParts, quietSeconds }
  return systemRows(connection.writer(), row, sql, params)
}

const lookAgainMs = 1_000
const open = z.object({ open: z.coerce.number() })
const runsSql = 'SELECT count() AS open FROM system.processes WHERE query_id = {queryId:String}'

/**
 * Joins the parts of a month of a table into one. A large month takes longer than a request may, so its end is waited for; not after
 * `signal`, and the engine goes on then.
 */
async function joinParts(
  context: TelemetryContext,
  { table, month }: PastMonth,
  signal: AbortSignal,
): Promise<void> {
  const queryId = randomUUID()
  try {
    await context.connection.writer().command({
      query: 'OPTIMIZE TABLE {table:Identifier} PARTITION ID {month:String} FINAL',
      query_id: queryId,
      query_params: { table, month: String(month) },
      clickhouse_settings: { log_comment: 'pastMonths.join' },
    })
  } catch (error) {
    if (!isUnclear(error)) throw error
    while (!signal.aborted) {
      await sleep(lookAgainMs, undefined, { ref: false })
      const [state] = await systemRows(context.connection.writer(), open, runsSql, { queryId })
      if (state?.open === 0) return
    }
  }
}
