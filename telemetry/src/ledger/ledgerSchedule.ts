import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from './fold/minute.ts'
import type { FrozenMonths } from './frozenMonths.ts'
import type { LedgerCore } from './ledgerCore.ts'
import { type LedgerClient, waits } from './ledgerMachine.ts'
import type { LedgerRounds } from './ledgerRounds.ts'
import type { LedgerPosition } from './store/ledgerPosition.ts'

/**
 * How long new records wait, so that those of many machines are computed together. At the live end each round writes the running
 * minute of every machine again, and a reader folds the last minutes from raw anyway; a machine with more that waits is
 * `behind`, and its readers wait for less.
 */
export const gatherMs = { live: 15_000, behind: 1_000 }
/** More than this of a machine, from the first minute that waits to its newest record, is behind. */
const liveMs = 5 * minuteMs
/** After a failure of the engine. */
const pauseMs = { first: 1_000, longest: 30_000 }

/** No record counts later than this after it was received, with some room (D9). */
const clockReachMs = 10_000
/** A caller that waits for the ledger waits this long for an engine that is down. */
const settlePatienceMs = 60_000
const settlePauseMs = 100
/** How often the position is written while records stream in; what is after it is computed again after a crash. */
const positionEveryMs = 10_000

/** When what waits is computed. All times are those of the clock of `performance`. */
export class LedgerSchedule {
  readonly #core: LedgerCore
  readonly #rounds: LedgerRounds
  readonly #frozen: FrozenMonths
  readonly #position: LedgerPosition
  #timer: NodeJS.Timeout | undefined
  /** When the timer fires, when all clients are due, and when those at the live end are, together. */
  #timerAt = 0
  #allDueAt = Number.POSITIVE_INFINITY
  #liveDueAt = Number.POSITIVE_INFINITY
  /** No computation is begun before this but for one who waits: the engine failed. */
  #pausedUntil = Number.NEGATIVE_INFINITY
  #pause: number = pauseMs.first
  #isComputingAll = false
  #closed = false

  constructor(
    core: LedgerCore,
    rounds: LedgerRounds,
    frozen: FrozenMonths,
    position: LedgerPosition,
  ) {
    this.#core = core
    this.#rounds = rounds
    this.#frozen = frozen
    this.#position = position
  }

  get isClosed(): boolean {
    return this.#closed
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  /** What waits of a client is computed soon: at the live end together with that of others. */
  plan(client: LedgerClient): void {
    const now = performance.now()
    const isBehind = client.machines.some(({ dirty, newest }) => newest - dirty.first > liveMs)
    if (!isBehind && this.#liveDueAt === Number.POSITIVE_INFINITY) {
      this.#liveDueAt = now + gatherMs.live
    }
    const dueAt = isBehind ? now + gatherMs.behind : this.#liveDueAt
    client.dueAt = Math.min(client.dueAt, Math.max(dueAt, client.restUntil))
    this.#wakeAt(client.dueAt)
  }

  planAll(afterMs: number): void {
    this.#allDueAt = Math.min(this.#allDueAt, performance.now() + afterMs)
    this.#wakeAt(this.#allDueAt)
  }

  /** A computation of a client has ended; what came meanwhile is next. */
  ended(client: LedgerClient): void {
    this.#core.context.records.backfills.release(client.clientId, client.computed)
    if (client.machines.some(waits)) this.plan(client)
  }

  /** The timer fires at this time, or earlier if it was to. */
  #wakeAt(dueAt: number): void {
    const at = Math.max(dueAt, this.#pausedUntil)
    if (this.#closed || at === Number.POSITIVE_INFINITY) return
    if (this.#timer !== undefined && this.#timerAt <= at) return
    clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = setTimeout(() => this.#wake(), Math.max(0, at - performance.now()))
    this.#timer.unref()
  }

  /** Has computed what is due; what becomes due meanwhile does not wait for it. */
  #wake(): void {
    this.#timer = undefined
    const now = performance.now()
    if (now < this.#pausedUntil) {
      this.#wakeAt(this.#pausedUntil)
      return
    }
    const { machines } = this.#core
    const isAllDue = this.#allDueAt <= now
    if (isAllDue) this.#allDueAt = Number.POSITIVE_INFINITY
    if (this.#liveDueAt <= now) this.#liveDueAt = Number.POSITIVE_INFINITY
    const clients = machines.clients()
    const dueClients = isAllDue
      ? machines.clientsWithWork()
      : clients.filter(({ dueAt }) => dueAt <= now)
    for (const client of clients) {
      if (client.dueAt <= now) client.dueAt = Number.POSITIVE_INFINITY
    }
    void this.#compute(
      dueClients.filter(({ isBusy }) => !isBusy),
      isAllDue && !this.#isComputingAll,
    )
    this.#wakeAt(clients.reduce((first, { dueAt }) => Math.min(first, dueAt), this.#allDueAt))
  }

  async #compute(due: readonly LedgerClient[], isAllDue: boolean): Promise<void> {
    const { log } = this.#core.context
    try {
      const some = due.map((client) => this.#rounds.compute(client).all)
      await Promise.all(isAllDue ? [...some, this.#computeAllInBackground()] : some)
      this.#pause = pauseMs.first
    } catch (error) {
      // The next start computes the rest.
      if (this.#closed) return
      log.warn({ err: error }, 'The ledger could not be brought up to date; trying again')
      this.#pausedUntil = performance.now() + this.#pause
      this.#pause = Math.min(this.#pause * 2, pauseMs.longest)
      this.planAll(0)
    }
  }

  async #computeAllInBackground(): Promise<void> {
    const { work } = this.#core
    this.#isComputingAll = true
    try {
      await this.#computeAll()
    } finally {
      this.#isComputingAll = false
    }
    await this.writePosition(positionEveryMs)
    if (work.hasWork()) this.planAll(gatherMs.live)
  }

  /** Computes the rows of all clients up to the newest reported batch, each in its turn. */
  async #computeAll(): Promise<void> {
    const { context, machines, work, turns } = this.#core
    if (!work.hasWork() && !machines.clients().some(({ isBusy }) => isBusy)) return
    const released = this.#frozen.released()
    await turns.alone(() => work.learn([]))
    const reached = { batch: work.reported, rules: work.rulesVersion }
    await Promise.all(machines.clientsWithWork().map((client) => this.#rounds.compute(client).all))
    this.#frozen.recomputed(released)
    machines.reach(reached.batch)
    this.#position.reach(reached)
    if (context.records.isForgotten && context.writesAlone) {
      const from = context.now() + clockReachMs
      context.records.begin({ from, revision: work.reported }, machines.all())
    }
  }

  /** Writes how far the rows are, unless it was written less than so many ms ago. */
  writePosition(everyMs: number): Promise<void> {
    return this.#core.turns.alone(() => this.#position.write(everyMs))
  }

  /** Resolves when every record that is durable now is in the ledger. */
  settled(): Promise<void> {
    return this.patiently(async () => {
      await this.#computeAll()
      await this.writePosition(0)
    })
  }

  /** Repeats what the engine fails to do, for as long as a caller waits for it. */
  async patiently(work: () => Promise<void>): Promise<void> {
    const { connection } = this.#core.context
    const giveUpAt = performance.now() + settlePatienceMs
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (this.#closed || performance.now() > giveUpAt) throw error
        await Promise.race([connection.whenUp(), sleep(pauseMs.first)])
        await sleep(settlePauseMs)
      }
    }
  }
}
