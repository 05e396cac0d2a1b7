import { defaultRule, type LedgerRule } from './fold/ledgerRule.ts'
import { minuteMs } from './fold/minute.ts'
import { ruleWith } from './fold/recompute.ts'
import type { LedgerCore } from './ledgerCore.ts'
import { type ClientComputation, firstUncertain, type LedgerClient } from './ledgerMachine.ts'
import type { LedgerRounds } from './ledgerRounds.ts'
import {
  type LedgerView,
  type Reading,
  type ReliesOn,
  RowsAreOutdated,
  reliesUntil,
} from './ledgerView.ts'

/** A reader computes this much itself; for more it lets the ledger catch up first. */
const readerReachMs = 2 * 60 * minuteMs

/** Lets readers rely on the rows of the ledger: each gets a view, reads again when it was spoiled, or waits until rows are computed. */
export class LedgerReaders {
  readonly #core: LedgerCore
  readonly #rounds: LedgerRounds

  constructor(core: LedgerCore, rounds: LedgerRounds) {
    this.#core = core
    this.#rounds = rounds
  }

  /**
   * Lets a reader read a window that ends at `to`. What it reads is consistent: if rows that it relies on were
   * written meanwhile, it reads again while no row of its clients is. It waits for the rows of no other client. A reader that
   * gives `from`, at most where its window begins, does not wait for late records more than two hours before it: its answer is as
   * if they came right after it. Of one that begins within the last day this is so while they are being computed, too (`recentMs`).
   */
  async read<Answer>(
    machineIds: readonly number[],
    to: number,
    ask: (view: LedgerView) => Promise<Answer>,
    reliesOn: ReliesOn,
    from: number | undefined,
  ): Promise<Answer> {
    const { machines, work, views, turns } = this.#core
    const begun = new Map(machines.clientsOf(machineIds).map((one) => [one, one.begun]))
    const late = from === undefined ? Number.NEGATIVE_INFINITY : lateBefore(from)
    let outdated = false
    const unlessOutdated = (error: unknown) => {
      if (!(error instanceof RowsAreOutdated)) throw error
      outdated = true
    }
    const askNow = async () => {
      if (this.#isFarBehind(machineIds, to, late)) return null
      const reading = this.#reading()
      const view = this.#viewNow(machineIds, late, reading)
      const ends = machineIds.map((id) => [id, reliesUntil(view, id, to, reliesOn)] as const)
      views.open(reading, { reliesFrom: late, reliesUntil: new Map(ends) })
      try {
        const answer = await ask(view)
        return reading.spoiled ? null : { answer }
      } catch (error) {
        unlessOutdated(error)
        return null
      } finally {
        views.close(reading)
      }
    }
    let now = await askNow()
    if (now === null && work.isUnclear) await turns.alone(() => work.learn([]))
    const clients = machines.clientsOf(machineIds)
    if (from !== undefined) {
      // What is being computed may be all that it needs; else it is what waits.
      for (const computationOf of [running, (client: LedgerClient) => this.#request(client)]) {
        if (now !== null) break
        await Promise.all(clients.map((client) => computationOf(client)?.recent))
        now = await askNow()
      }
    }
    if (now !== null) return now.answer
    const atRest = await whileAtRest(clients, async () => {
      if (!outdated && !this.#isFarBehind(machineIds, to, late)) {
        try {
          return { answer: await ask(this.#viewNow(machineIds, late)) }
        } catch (error) {
          unlessOutdated(error)
        }
      }
      // One that began after this question has all that was durable then: while records pour in, readers that wait share it.
      const isShared = clients.every((client) => client.complete > (begun.get(client) ?? 0))
      return isShared ? { answer: await ask(this.#viewOfRows(clients)) } : null
    })
    if (atRest !== null) return atRest.answer
    const computed = clients.map((client) => this.#request(client).all)
    return whileAtRest(clients, async () => {
      await Promise.all(computed)
      return ask(this.#viewOfRows(clients))
    })
  }

  /** Whether a reader of the time from an instant on would leave out records now that came late (`read`). */
  leavesOut(machineIds: readonly number[], from: number): boolean {
    const before = lateBefore(from)
    return machineIds.some((machineId) => {
      const machine = this.#core.machines.get(machineId)
      return machine !== undefined && Math.min(machine.dirty.first, machine.taken.first) < before
    })
  }

  /**
   * What an answer may say that it has seen, when it leaves out late records: with an earlier number the page learns from the next
   * answer that older figures changed.
   */
  revisionWithout(machineIds: readonly number[], from: number): bigint {
    const { context, machines } = this.#core
    if (!this.leavesOut(machineIds, from)) return context.counters.revision
    return computedOf(machines.clientsOf(machineIds), machines.computed)
  }

  ruleOf(machineId: number): LedgerRule {
    const machine = this.#core.machines.get(machineId)
    return machine ? ruleWith(machine.rule, machine.repairs) : defaultRule
  }

  /** The turn of a reader comes after the computation, and it is then that it fails. */
  #request(client: LedgerClient): ClientComputation {
    const computation = this.#rounds.compute(client)
    computation.all.catch(() => {})
    return computation
  }

  #reading(): Reading {
    return { spoiled: false, generation: this.#core.pieces.generation }
  }

  /** What is durable now: the ledger's rows, and the records after them. */
  #viewNow(machineIds: readonly number[], late: number, reading = this.#reading()): LedgerView {
    const uncertain = new Map<number, number>()
    for (const machineId of machineIds) {
      const machine = this.#core.machines.get(machineId)
      if (machine !== undefined) uncertain.set(machineId, firstUncertain(machine, late))
    }
    const { reported } = this.#core.work
    return this.#view(reported, (id) => uncertain.get(id) ?? Number.POSITIVE_INFINITY, reading)
  }

  /** What was durable when the rows were computed. */
  #viewOfRows(clients: readonly LedgerClient[]): LedgerView {
    const revision = computedOf(clients, this.#core.work.reported)
    return this.#view(revision, () => Number.POSITIVE_INFINITY, this.#reading())
  }

  #view(
    revision: bigint,
    uncertainFrom: (machineId: number) => number,
    readSince: Reading,
  ): LedgerView {
    const { context, machines, hours, pieces } = this.#core
    const newest = new Map(machines.all().map((one) => [one.machineId, one.newest]))
    return {
      revision,
      uncertainFrom,
      ruleOf: (machineId) => this.ruleOf(machineId),
      recoveries: (place, from, to) => machines.recoveries(place, from, to),
      newestOf: (machineId) => newest.get(machineId) ?? Number.NEGATIVE_INFINITY,
      hours: {
        current: (machineId, from, to) => {
          // What came after the newest row that is known here is written by another process, if at all.
          const machine = machines.get(machineId)
          const known = Math.min(to, machine?.lastRow ?? Number.NEGATIVE_INFINITY)
          return known > from ? hours.current(machineId, from, known) : null
        },
      },
      cachedSums: context.writesAlone ? pieces : null,
      readSince,
      minutesOf: (place) => pieces.minutes.of(place),
      rowBefore: ({ clientId, machineId }, minute) => {
        const machine = machines.get(machineId)
        return machine?.clientId === clientId ? machine.tail.around(minute) : { before: null }
      },
    }
  }

  #isFarBehind(machineIds: readonly number[], to: number, late: number): boolean {
    const { machines, work } = this.#core
    if (work.isUnclear) return true
    return machineIds.some((machineId) => {
      const machine = machines.get(machineId)
      if (machine === undefined) return false
      const { isRewritten, computed } = machines.client(machine.clientId)
      if (isRewritten || machine.retargeted.size > 0) return true
      if (machine.returns.waits(computed, late)) return true
      // A window may end in the future, where there is nothing to compute.
      return firstUncertain(machine, late) < Math.min(to, machine.newest) - readerReachMs
    })
  }
}

const running = (client: LedgerClient) => client.running

/** While no row of these clients is computed or changed. */
function whileAtRest<Answer>(
  [first, ...others]: readonly LedgerClient[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  return first ? first.turns.share(() => whileAtRest(others, work)) : work()
}

/** Late records before this instant do not hold up the answer about a window that begins at `from`. */
const lateBefore = (from: number) => from - readerReachMs

/** What the rows of all these clients contain. */
const computedOf = (clients: readonly LedgerClient[], otherwise: bigint): bigint =>
  clients.reduce<bigint | null>(
    (least, { computed }) => (least === null || computed < least ? computed : least),
    null,
  ) ?? otherwise
