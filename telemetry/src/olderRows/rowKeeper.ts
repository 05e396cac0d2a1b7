import { setTimeout as sleep } from 'node:timers/promises'
import { joinParts } from '../clickhouse/joinParts.ts'
import type { Service, TelemetryContext } from '../context.ts'
import { monthsToMerge } from './monthsToMerge.ts'
import { monthsToPack, packMinutes } from './packMinutes.ts'

/** How long everything else has the engine between two months. */
const restMs = 1_000
/** After a failure, and while the months that are left are frozen (D69). */
const pauseMs = { first: 2_000, longest: 10 * 60_000 }

type OlderMonth = { readonly table: 'minute_ledger' | 'sample'; readonly month: number }

/**
 * Brings rows of an older Packboard into today's form in the background, month by month, the newest first. Both forms say the same, so
 * figures are right meanwhile; what a stop leaves is found at the next start.
 */
export class RowKeeper implements Service {
  readonly #context: TelemetryContext
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  #left: number | undefined

  constructor(context: TelemetryContext) {
    this.#context = context
    this.#running = this.#run()
  }

  /** How many months wait; 1 before they were counted. */
  get left(): number {
    return this.#left ?? 1
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { log } = this.#context
    let pause = pauseMs.first
    while (!this.#stopped.signal.aborted) {
      try {
        const [next] = await this.#due()
        if (this.left === 0) return
        if (next !== undefined) {
          log.info({ ...next, months: this.left }, 'Older rows are being brought up to date')
          await this.#rewrite(next)
          pause = pauseMs.first
          await this.#rest(restMs)
          continue
        }
      } catch (error) {
        if (this.#stopped.signal.aborted) return
        log.warn({ err: error }, 'Older rows could not be brought up to date; trying again')
      }
      await this.#rest(pause)
      pause = Math.min(pause * 2, pauseMs.longest)
    }
  }

  /** What can be done now. Nothing is changed in months of damaged parts. */
  async #due(): Promise<OlderMonth[]> {
    const newestFirst = (months: number[]) => months.sort((a, b) => b - a)
    const minutes = newestFirst(await monthsToPack(this.#context))
    const samples = newestFirst(await monthsToMerge(this.#context))
    this.#left = minutes.length + samples.length
    const frozen = this.#context.damage.frozen()
    return [
      ...minutes.map((month) => ({ table: 'minute_ledger' as const, month })),
      ...samples.map((month) => ({ table: 'sample' as const, month })),
    ].filter(({ month }) => !frozen.has(month))
  }

  /** Resolves at once when the store is closed: the engine goes on, and the next start looks again. */
  async #rewrite({ table, month }: OlderMonth): Promise<void> {
    const { signal } = this.#stopped
    const name = 'olderRows.mergeSamples'
    const work =
      table === 'sample'
        ? joinParts(this.#context, { table, month, name }, signal)
        : packMinutes(this.#context, month, signal)
    const closed = new Promise<void>((done) => {
      signal.addEventListener('abort', () => done(), { once: true })
    })
    await Promise.race([work, closed])
    work.catch(() => {})
  }

  async #rest(ms: number): Promise<void> {
    const { signal } = this.#stopped
    await sleep(ms, undefined, { ref: false, signal }).catch(() => {})
  }
}

const keepers = new WeakMap<TelemetryContext, RowKeeper>()

export async function openRowKeeper(context: TelemetryContext): Promise<RowKeeper> {
  const keeper = new RowKeeper(context)
  keepers.set(context, keeper)
  return keeper
}

/** How many months of rows wait to be brought up to date. */
export const olderMonthsLeft = (context: TelemetryContext) => keepers.get(context)?.left ?? 0
