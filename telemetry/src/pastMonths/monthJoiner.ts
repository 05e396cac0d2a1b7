import { setTimeout as sleep } from 'node:timers/promises'
import { joinParts } from '../clickhouse/joinParts.ts'
import type { Service, TelemetryContext } from '../context.ts'
import { monthsToJoin } from './monthsToJoin.ts'

const defaults = {
  /** Between two looks; the first comes after one. */
  lookMs: 10 * 60_000,
  /** Since when a month must not have been written. */
  quietSeconds: 3_600,
  /** How long everything else has the engine between two months. */
  restMs: 10_000,
}
export type JoinerTimes = typeof defaults

/**
 * Joins the parts of months that are over in the background, so that a question about a year reads few of them. Nothing is changed in months
 * of damaged parts. What fails, or is left at a stop, is found by a later look.
 */
export class MonthJoiner implements Service {
  readonly #context: TelemetryContext
  readonly #times: JoinerTimes
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>

  constructor(context: TelemetryContext, times: JoinerTimes = defaults) {
    this.#context = context
    this.#times = times
    this.#running = this.#run()
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
        this.#context.log.warn({ err: error }, 'Parts of past months could not be joined')
      }
    }
  }

  async #joinAll(): Promise<void> {
    const { damage, log } = this.#context
    const name = 'pastMonths.join'
    for (const due of await monthsToJoin(this.#context, this.#times.quietSeconds)) {
      if (damage.held().has(due.month)) continue
      const begin = performance.now()
      await this.#unlessStopped(joinParts(this.#context, { ...due, name }, this.#stopped.signal))
      const ms = Math.round(performance.now() - begin)
      if (this.#stopped.signal.aborted) return
      log.info({ ...due, ms }, 'The parts of a past month were joined')
      if (!(await this.#rest(this.#times.restMs))) return
    }
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

export async function openMonthJoiner(context: TelemetryContext): Promise<MonthJoiner> {
  return new MonthJoiner(context)
}
