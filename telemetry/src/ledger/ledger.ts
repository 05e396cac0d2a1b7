import { setTimeout as sleep } from 'node:timers/promises'
import type { Committed, Service, TelemetryContext } from '../context.ts'
import { type MonthsHeld, spanOfMonth } from '../damagedMonths.ts'
import { inTurn } from '../inTurn.ts'
import type { MachineRule } from '../records.ts'
import { fillMinutes, fillSums } from './fillMemory.ts'
import { defaultRule, type LedgerRule, warningStates } from './fold/ledgerRule.ts'
import { minuteMs, minuteOf } from './fold/minute.ts'
import { ruleWith } from './fold/recompute.ts'
import { HourBook } from './hourBook.ts'
import { HourKeeper } from './hourKeeper.ts'
import { LedgerClient } from './ledgerClient.ts'
import { firstUncertain, type LedgerMachine } from './ledgerMachine.ts'
import { LedgerMachines } from './ledgerMachines.ts'
import { LedgerRounds } from './ledgerRounds.ts'
import {
  type LedgerView,
  OpenViews,
  type ReliesOn,
  RowsAreOutdated,
  reliesUntil,
} from './ledgerView.ts'
import { RecentMinutes } from './recentMinutes.ts'
import { RememberedSums, type SumsUse } from './rememberedSums.ts'
import {
  type Extent,
  extentsByLedger,
  readExtents,
  readLedgerEnds,
  withoutRows,
} from './store/extents.ts'
import { readGapRepairs } from './store/gapRepairs.ts'
import { readPosition, writePosition } from './store/ledgerPosition.ts'
import { readLedgerVersion, readRules, readTouched } from './store/openingState.ts'
import { type RecentRecords, recentOf } from './store/recentRecords.ts'
import { type WaitingSamples, waitingOf } from './store/waitingSamples.ts'
import { warnedMinutes } from './store/warnedMinutes.ts'

/**
 * How long new records wait, so that those of many machines are computed together. At the live end each round writes the running
 * minute of every machine again, and a reader folds the last minutes from raw anyway; a machine with more that waits is
 * `behind`, and its readers wait for less.
 */
const gatherMs = { live: 15_000, behind: 1_000 }
/** No record counts later than this after it was received, with some room (D9). */
const clockReachMs = 10_000
/** More than this of a machine, from the first minute that waits to its newest record, is behind. */
const liveMs = 5 * minuteMs
/** After a failure of the engine. */
const pauseMs = { first: 1_000, longest: 30_000 }
/** A caller that waits for the ledger waits this long for an engine that is down. */
const settlePatienceMs = 60_000
const settlePauseMs = 100
/** How often the position is written while records stream in; what is after it is computed again after a crash. */
const positionEveryMs = 10_000
/** A reader computes this much itself; for more it lets the ledger catch up first. */
const readerReachMs = 2 * 60 * minuteMs

/**
 * Keeps the minute ledger equal to the raw records: notices which minutes each commit touches, computes them anew, and
 * lets readers know how far they can rely on it.
 */
export class Ledger implements Service {
  readonly #context: TelemetryContext
  readonly #machines: LedgerMachines
  readonly #recent: RecentRecords
  readonly #waiting: WaitingSamples
  readonly #minutes = new RecentMinutes()
  readonly #alone = inTurn()
  readonly #views = new OpenViews()
  readonly #sums = new RememberedSums()
  readonly #hours = new HourBook(this.#sums)
  readonly #keeper: HourKeeper
  readonly #rounds: LedgerRounds
  readonly #clients = new Map<number, LedgerClient>()
  #version: bigint
  /** The newest batch of a `committed` event, and the newest batch that the rows of all clients contain. */
  #reported: bigint
  #computed: bigint
  /** How often something other than new records changed what the rows should be. */
  #upsets = 0
  #unclear: { readonly after: bigint; readonly until: bigint; readonly month?: number }[] = []
  /** Months that are whole again and whose minutes wait to be computed. */
  readonly #released = new Set<MonthsHeld['released'][number]>()
  /** The revision at which a machine got another rule. */
  readonly #ruleChanges = new Map<number, bigint>()
  /** The clients whose stored words are being changed. */
  readonly #rewritten = new Set<number>()
  /** Products whose warnings last for another time now, by machine: their minutes are still to be looked up (D60). */
  readonly #retargeted = new Map<LedgerMachine, Set<string>>()
  #rulesStale = false
  #rulesVersion: bigint
  /** The newest version that the rows contain: after a stop in between, the next start computes the rest. */
  #rulesComputed: bigint
  #positionAt = 0
  #positionIsOld = false
  #timer: NodeJS.Timeout | undefined
  /** By the clock of `performance`: when the timer fires, when all clients are due, and when those at the live end are, together. */
  #timerAt = 0
  #allDueAt = Number.POSITIVE_INFINITY
  #liveDueAt = Number.POSITIVE_INFINITY
  /** No computation is begun before this but for one who waits: the engine failed. */
  #pausedUntil = Number.NEGATIVE_INFINITY
  #pause: number = pauseMs.first
  #isComputingAll = false
  #closed = false

  static async open(context: TelemetryContext): Promise<Ledger> {
    const position = await readPosition(context)
    const [rules, ends, version, repairs] = await Promise.all([
      readRules(context),
      readLedgerEnds(context),
      readLedgerVersion(context),
      readGapRepairs(context),
    ])
    const damaged = context.damage.held().size > 0 || context.damage.released().length > 0
    const trusted = position.batch > 0n && !damaged
    const extents = trusted
      ? await extentsByLedger(context, ends, withoutRows(rules, ends))
      : await readExtents(context)
    const machines = new LedgerMachines(extents, ends)
    // Before the newest record of a machine is used: the ledger does not contain these.
    const newer = { after: position.batch, until: context.counters.revision }
    for (const extent of await readTouched(context, newer)) machines.touchExtent(extent)
    const ledger = new Ledger(context, machines, {
      computed: position.batch,
      rulesVersion: position.rules,
      version,
    })
    machines.repair(repairs)
    for (const { version: changed, rule, ...place } of rules) {
      const machine = machines.meet(place)
      machine.rule = rule
      if (changed > position.rules) machines.touchAll(machine)
      if (changed > ledger.#rulesVersion) ledger.#rulesVersion = changed
    }
    machines.hold(context.damage.held())
    ledger.#hours.hold(context.damage.held())
    if (context.damage.released().length > 0) ledger.#recent.forget()
    // While they were damaged before the start their hours were another sum.
    for (const { month } of context.damage.released()) ledger.#hours.doom(month)
    ledger.#release(context.damage.released())
    // Never computed, or the position is lost: no row is known to be right.
    if (position.batch === 0n) for (const machine of machines.all()) machines.touchAll(machine)
    context.events.on('committed', ledger.#onCommitted)
    context.events.on('rulesChanged', ledger.#onRulesChanged)
    context.events.on('monthsHeld', ledger.#onMonthsHeld)
    context.events.on('hoursDamaged', ledger.#onHoursDamaged)
    ledger.#planAll(0)
    ledger.#keeper.start()
    return ledger
  }

  private constructor(
    context: TelemetryContext,
    machines: LedgerMachines,
    start: { computed: bigint; rulesVersion: bigint; version: bigint },
  ) {
    this.#context = context
    this.#machines = machines
    this.#recent = recentOf(context)
    this.#waiting = waitingOf(context)
    if (context.writesAlone) {
      const { revision } = context.counters
      this.#recent.begin({ from: Number.NEGATIVE_INFINITY, revision }, machines.all())
    }
    this.#reported = context.counters.revision
    this.#computed = start.computed
    this.#rulesVersion = start.rulesVersion
    this.#rulesComputed = start.rulesVersion
    this.#version = start.version
    const nextVersion = () => {
      this.#version += 1n
      return this.#version
    }
    this.#rounds = new LedgerRounds({
      context,
      machines,
      nextVersion,
      hours: this.#hours,
      minutes: this.#minutes,
      views: this.#views,
      alone: this.#alone,
      learn: (clients) => this.#learn(clients),
      reported: () => this.#reported,
      upsets: () => this.#upsets,
      changed: ({ machineId }) => this.#ruleChanges.set(machineId, this.#reported),
      ended: (client) => this.#ended(client),
    })
    this.#keeper = new HourKeeper({
      context,
      book: this.#hours,
      machines,
      alone: this.#alone,
      before: async () => {
        if (this.#closed) return false
        if (await fillMinutes(context, machines.all(), this.#minutes)) return true
        return fillSums(context, this.#sums, this.#hours)
      },
      nextVersion,
    })
    this.#sums.whenWanted(() => this.#keeper.wake())
  }

  /** How many sums are in memory, and how often they were there when a question wanted them. */
  sumsUse(): SumsUse {
    return this.#sums.use()
  }

  /** How many months of hour rows wait to be compared with their minutes, and how many hours wait to be written. */
  hoursLeft(): { readonly months: number; readonly hours: number } {
    return this.#keeper.left()
  }

  /**
   * Removes all hour rows; they are made from the minutes again in the background, and figures are read from the minutes
   * meanwhile. Once it has resolved, a stop does not matter: the next start goes on.
   */
  rebuildHours(): Promise<void> {
    return this.#keeper.rebuild()
  }

  /** Resolves when every hour that is over is written; may take minutes for an old store. */
  hoursSettled(): Promise<void> {
    return this.#keeper.settled()
  }

  ruleOf(machineId: number): LedgerRule {
    const machine = this.#machines.get(machineId)
    return machine ? ruleWith(machine.rule, machine.repairs) : defaultRule
  }

  /** The machines of a client that ever sent a record. */
  machinesOf(clientId: number): number[] {
    const own = this.#machines.all().filter((machine) => machine.clientId === clientId)
    return own.map(({ machineId }) => machineId)
  }

  /** The machines whose records are still there, with the oldest one that rows may be computed from and the newest. */
  machinesWithRecords(): Extent[] {
    return this.#machines
      .all()
      .filter(({ oldest, newest }) => Number.isFinite(oldest) && oldest <= newest)
      .map(({ clientId, machineId, oldest, newest }) => ({ clientId, machineId, oldest, newest }))
  }

  /** The time of the newest record of each machine that ever sent one. */
  newestRecords(): ReadonlyMap<number, number> {
    const known = this.#machines.all().filter(({ newest }) => Number.isFinite(newest))
    return new Map(known.map(({ machineId, newest }) => [machineId, newest]))
  }

  /** Whether one of these machines got another rule after a revision was given; its older figures changed then. */
  ruleChangedAfter(machineIds: readonly number[], revision: bigint): boolean {
    return machineIds.some((machineId) => (this.#ruleChanges.get(machineId) ?? -1n) >= revision)
  }

  /**
   * Changes words of stored records and rows of a client, figures never (D54). Nothing is computed meanwhile,
   * its readers wait, and what was read before is read again. The work checks whether the store is still
   * open before each of its steps.
   */
  rewrite(clientId: number, work: (goesOn: () => boolean) => Promise<void>): Promise<void> {
    const change = async () => {
      const own = () => this.#machines.ofClient(clientId)
      this.#upset()
      this.#rewritten.add(clientId)
      for (const { machineId } of own()) {
        this.#views.spoil(machineId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      }
      try {
        await work(() => !this.#closed)
      } finally {
        for (const machine of own()) {
          machine.tail.forget()
          this.#minutes.forget(machine.machineId)
          this.#sums.forget(machine.machineId)
          const start = { from: Number.NEGATIVE_INFINITY, revision: this.#reported }
          this.#recent.beginMachine(machine, start)
          this.#ruleChanges.set(machine.machineId, this.#reported)
        }
        this.#waiting.forget()
        this.#rewritten.delete(clientId)
        this.#context.events.emit('wordsChanged', clientId)
      }
    }
    return this.#client(clientId).turns.alone(() => this.#alone(change))
  }

  /**
   * The records of some clients before an instant are about to be deleted; their minutes stay (D53). A new rule will
   * compute nothing anew from there.
   */
  async leaveRecords(clientIds: readonly number[], before: number): Promise<void> {
    for (const client of clientIds.map((clientId) => this.#client(clientId))) {
      await this.#rounds.compute(client)
      await client.turns.alone(async () => {
        for (const machine of this.#machines.ofClient(client.clientId)) {
          machine.oldest = Math.max(machine.oldest, before)
          this.#recent.leaveBefore(machine.machineId, before)
        }
      })
    }
    this.#waiting.forget()
  }

  /**
   * Deletes hours and minutes that are past their retention (D53). No row is written meanwhile: hours that were deleted
   * would be made again from minutes that are about to be. What is remembered is read again.
   */
  forgetMinutes(work: () => Promise<number>): Promise<number> {
    return this.#alone(async () => {
      try {
        return await work()
      } finally {
        this.#minutes.forgetAll()
        this.#sums.forgetAll()
        this.#machines.repair(await readGapRepairs(this.#context))
      }
    })
  }

  /** What is written from now on is newer than all rows that are there, those of a hand in the engine, too. */
  async outrankRows(): Promise<void> {
    const version = await readLedgerVersion(this.#context)
    if (version > this.#version) this.#version = version
  }

  /** Computes the minutes between the first and the newest of some records anew, and what follows from them. */
  computeAnew(extents: readonly Extent[]): Promise<void> {
    for (const extent of extents) {
      const machine = this.#machines.meet(extent)
      const minutes = { from: minuteOf(extent.oldest), until: minuteOf(extent.newest) }
      this.#machines.touchMinutes(machine, minutes)
      this.#ruleChanges.set(machine.machineId, this.#reported)
    }
    this.#upset()
    const clients = [...new Set(extents.map(({ clientId }) => clientId))]
    return this.#patiently(async () => {
      await Promise.all(clients.map((clientId) => this.#rounds.compute(this.#client(clientId))))
    })
  }

  /** Resolves when every record that is durable now is in the ledger. */
  settled(): Promise<void> {
    return this.#patiently(async () => {
      await this.#computeAll()
      await this.#alone(() => this.#keepPosition(0))
    })
  }

  /** Repeats what the engine fails to do, for as long as a caller waits for it. */
  async #patiently(work: () => Promise<void>): Promise<void> {
    const giveUpAt = performance.now() + settlePatienceMs
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (this.#closed || performance.now() > giveUpAt) throw error
        await Promise.race([this.#context.connection.whenUp(), sleep(pauseMs.first)])
        await sleep(settlePauseMs)
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#context.events.off('committed', this.#onCommitted)
    this.#context.events.off('rulesChanged', this.#onRulesChanged)
    this.#context.events.off('monthsHeld', this.#onMonthsHeld)
    this.#context.events.off('hoursDamaged', this.#onHoursDamaged)
    clearTimeout(this.#timer)
    await this.#rounds.close()
    await this.#keeper.close()
    await this.#alone(async () => {
      try {
        await this.#keepPosition(0)
      } catch (error) {
        this.#context.log.warn({ err: error }, 'The position of the ledger could not be written')
      }
    })
  }

  /** Whether a reader of the time from an instant on would leave out records now that came late (`read`). */
  leavesOut(machineIds: readonly number[], from: number): boolean {
    const before = lateBefore(from)
    return machineIds.some((machineId) => {
      const machine = this.#machines.get(machineId)
      return machine !== undefined && Math.min(machine.dirty.first, machine.taken.first) < before
    })
  }

  /**
   * What an answer may say that it has seen, when it leaves out late records: with an earlier number the page learns from the next
   * answer that older figures changed.
   */
  revisionWithout(machineIds: readonly number[], from: number): bigint {
    if (!this.leavesOut(machineIds, from)) return this.#context.counters.revision
    return computedOf(this.#clientsOf(machineIds), this.#computed)
  }

  /**
   * Lets a reader read a window that ends at `to`. What it reads is consistent: if rows that it relies on were
   * written meanwhile, it reads again while no row of its clients is. It waits for the rows of no other client. A reader that
   * gives `from`, at most where its window begins, does not wait for late records more than two hours before it: its answer is as
   * if they came right after it.
   */
  async read<Answer>(
    machineIds: readonly number[],
    to: number,
    ask: (view: LedgerView) => Promise<Answer>,
    reliesOn: ReliesOn = 'sums',
    from?: number,
  ): Promise<Answer> {
    const begun = new Map(this.#clientsOf(machineIds).map((one) => [one, one.begun]))
    const late = from === undefined ? Number.NEGATIVE_INFINITY : lateBefore(from)
    let outdated = false
    const unlessOutdated = (error: unknown) => {
      if (!(error instanceof RowsAreOutdated)) throw error
      outdated = true
    }
    if (!this.#isFarBehind(machineIds, to, late)) {
      const view = this.#viewNow(machineIds, late)
      const ends = machineIds.map((id) => [id, reliesUntil(view, id, to, reliesOn)] as const)
      const open = this.#views.open(new Map(ends), late)
      try {
        const answer = await ask(view)
        if (!open.spoiled) return answer
      } catch (error) {
        unlessOutdated(error)
      } finally {
        this.#views.close(open)
      }
    }
    if (this.#unclear.length > 0) await this.#alone(() => this.#learn([]))
    const clients = this.#clientsOf(machineIds)
    const atRest = await this.#whileAtRest(clients, async () => {
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
    const computed = Promise.all(clients.map((client) => this.#rounds.compute(client)))
    // The turn of the reader comes after the computation, and it is then that it fails.
    computed.catch(() => {})
    return this.#whileAtRest(clients, async () => {
      await computed
      return ask(this.#viewOfRows(clients))
    })
  }

  /** While no row of these clients is computed or changed. */
  #whileAtRest<Answer>(
    [first, ...others]: readonly LedgerClient[],
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    return first ? first.turns.share(() => this.#whileAtRest(others, work)) : work()
  }

  #client(clientId: number): LedgerClient {
    const known = this.#clients.get(clientId)
    if (known !== undefined) return known
    const client = new LedgerClient(clientId, this.#computed)
    this.#clients.set(clientId, client)
    return client
  }

  /** The clients of these machines: always in the same order, in which readers wait for their turns. */
  #clientsOf(machineIds: readonly number[]): LedgerClient[] {
    const machines = machineIds.flatMap((machineId) => this.#machines.get(machineId) ?? [])
    const clientIds = new Set(machines.map(({ clientId }) => clientId))
    return [...clientIds].sort((a, b) => a - b).map((clientId) => this.#client(clientId))
  }

  /** What is durable now: the ledger's rows, and the records after them. */
  #viewNow(machineIds: readonly number[], late: number): LedgerView {
    const uncertain = new Map<number, number>()
    for (const machineId of machineIds) {
      const machine = this.#machines.get(machineId)
      if (machine !== undefined) uncertain.set(machineId, firstUncertain(machine, late))
    }
    return this.#view(this.#reported, (id) => uncertain.get(id) ?? Number.POSITIVE_INFINITY)
  }

  /** What was durable when the rows were computed. */
  #viewOfRows(clients: readonly LedgerClient[]): LedgerView {
    const revision = computedOf(clients, this.#reported)
    return this.#view(revision, () => Number.POSITIVE_INFINITY)
  }

  #view(revision: bigint, uncertainFrom: (machineId: number) => number): LedgerView {
    const newest = new Map(this.#machines.all().map((one) => [one.machineId, one.newest]))
    return {
      revision,
      uncertainFrom,
      ruleOf: (machineId) => this.ruleOf(machineId),
      recoveries: (place, from, to) => this.#machines.recoveries(place, from, to),
      newestOf: (machineId) => newest.get(machineId) ?? Number.NEGATIVE_INFINITY,
      hours: {
        current: (machineId, from, to) => {
          // What came after the newest row that is known here is written by another process, if at all.
          const machine = this.#machines.get(machineId)
          const known = Math.min(to, machine?.lastRow ?? Number.NEGATIVE_INFINITY)
          return known > from ? this.#hours.current(machineId, from, known) : null
        },
      },
      heldSums: this.#context.writesAlone ? this.#sums : null,
      readSince: this.#sums.spans.mark,
      minutesOf: (place) => this.#minutes.of(place),
      remembered: ({ clientId, machineId }, minute) => {
        const machine = this.#machines.get(machineId)
        return machine?.clientId === clientId ? machine.tail.around(minute) : { before: null }
      },
    }
  }

  #isFarBehind(machineIds: readonly number[], to: number, late: number): boolean {
    if (this.#unclear.length > 0) return true
    return machineIds.some((machineId) => {
      const machine = this.#machines.get(machineId)
      if (machine !== undefined && this.#rewritten.has(machine.clientId)) return true
      if (machine !== undefined && this.#retargeted.has(machine)) return true
      if (machine?.returns.waits(this.#client(machine.clientId).computed, late)) return true
      return machine !== undefined && firstUncertain(machine, late) < to - readerReachMs
    })
  }

  readonly #onCommitted = (committed: Committed) => {
    const { batch, unclear, samples, alarms } = committed
    this.#machines.touch({ batch, samples, alarms })
    this.#recent.add(committed)
    this.#waiting.add(committed)
    if (unclear !== undefined) {
      this.#unclear.push({ after: unclear.from - 1n, until: unclear.to })
      this.#recent.forget()
    }
    this.#reported = batch
    this.#planAll(unclear === undefined ? gatherMs.live : gatherMs.behind)
    const clientIds = new Set(samples.map(({ clientId }) => clientId))
    for (const { clientId } of alarms) clientIds.add(clientId)
    for (const clientId of clientIds) this.#plan(this.#client(clientId))
  }

  readonly #onRulesChanged = (rules: readonly MachineRule[]) => {
    for (const { clientId, machineId, ...rule } of rules) {
      this.#applyRule(this.#machines.meet({ clientId, machineId }), rule)
    }
    this.#rulesStale = true
    this.#planAll(gatherMs.behind)
  }

  readonly #onMonthsHeld = ({ held, released }: MonthsHeld) => {
    this.#upset()
    this.#recent.forget()
    this.#waiting.forget()
    this.#minutes.forgetAll()
    this.#sums.forgetAll()
    this.#machines.hold(held)
    this.#hours.hold(held)
    this.#release(released)
    this.#planAll(gatherMs.behind)
  }

  readonly #onHoursDamaged = (month: number) => this.#hours.doom(month)

  #release(released: MonthsHeld['released']): void {
    for (const one of released) {
      if (this.#released.has(one)) continue
      this.#released.add(one)
      if (one.after === null) this.#machines.touchMonth(one.month)
      else this.#unclear.push({ after: one.after, until: this.#reported, month: one.month })
    }
  }

  #applyRule(machine: LedgerMachine, rule: LedgerRule): void {
    const change = this.#machines.changeRule(machine, rule)
    if (change === 'nothing') return
    this.#upset()
    this.#ruleChanges.set(machine.machineId, this.#reported)
    if (change === 'everything') return
    const products = this.#retargeted.get(machine) ?? new Set()
    for (const product of change.products) products.add(product)
    this.#retargeted.set(machine, products)
  }

  /** The rows are not as they should be for another reason than new records: a computation that has begun does not count. */
  #upset(): void {
    this.#upsets += 1
    for (const client of this.#clients.values()) client.complete = 0
  }

  #hasWork(): boolean {
    if (this.#computed < this.#reported || this.#mustLearn()) return true
    return this.#machines.all().some((machine) => this.#waits(machine))
  }

  #mustLearn(): boolean {
    return this.#rulesStale || this.#unclear.length > 0
  }

  #waits(machine: LedgerMachine): boolean {
    return machine.dirty.stretches.length > 0 || this.#retargeted.has(machine)
  }

  /** The clients of which something waits, or is being computed. */
  #clientsWithWork(): LedgerClient[] {
    const clients = new Set<LedgerClient>()
    for (const machine of this.#machines.all()) {
      if (this.#waits(machine)) clients.add(this.#client(machine.clientId))
    }
    for (const client of this.#clients.values()) if (client.isBusy) clients.add(client)
    return [...clients]
  }

  /** What waits of a client is computed soon: at the live end together with that of others. */
  #plan(client: LedgerClient): void {
    const now = performance.now()
    const machines = this.#machines.ofClient(client.clientId)
    const isBehind = machines.some(({ dirty, newest }) => newest - dirty.first > liveMs)
    if (!isBehind && this.#liveDueAt === Number.POSITIVE_INFINITY)
      this.#liveDueAt = now + gatherMs.live
    const dueAt = isBehind ? now + gatherMs.behind : this.#liveDueAt
    client.dueAt = Math.min(client.dueAt, Math.max(dueAt, client.restUntil))
    this.#wakeAt(client.dueAt)
  }

  #planAll(afterMs: number): void {
    this.#allDueAt = Math.min(this.#allDueAt, performance.now() + afterMs)
    this.#wakeAt(this.#allDueAt)
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
    const isAllDue = this.#allDueAt <= now
    if (isAllDue) this.#allDueAt = Number.POSITIVE_INFINITY
    if (this.#liveDueAt <= now) this.#liveDueAt = Number.POSITIVE_INFINITY
    const clients = [...this.#clients.values()]
    const dueClients = isAllDue
      ? this.#clientsWithWork()
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
    try {
      const some = due.map((client) => this.#rounds.compute(client))
      await Promise.all(isAllDue ? [...some, this.#computeAllInBackground()] : some)
      this.#pause = pauseMs.first
    } catch (error) {
      // The next start computes the rest.
      if (this.#closed) return
      this.#context.log.warn(
        { err: error },
        'The ledger could not be brought up to date; trying again',
      )
      this.#pausedUntil = performance.now() + this.#pause
      this.#pause = Math.min(this.#pause * 2, pauseMs.longest)
      this.#planAll(0)
    }
  }

  async #computeAllInBackground(): Promise<void> {
    this.#isComputingAll = true
    try {
      await this.#computeAll()
    } finally {
      this.#isComputingAll = false
    }
    await this.#alone(() => this.#keepPosition(positionEveryMs))
    if (this.#hasWork()) this.#planAll(gatherMs.live)
  }

  /** What came while a client was computed is next. */
  #ended(client: LedgerClient): void {
    this.#waiting.release(client.clientId, client.computed)
    if (this.#machines.ofClient(client.clientId).some((one) => this.#waits(one))) this.#plan(client)
  }

  /** Computes the rows of all clients up to the newest reported batch, each in its turn. */
  async #computeAll(): Promise<void> {
    if (!this.#hasWork() && ![...this.#clients.values()].some(({ isBusy }) => isBusy)) return
    const released = [...this.#released]
    await this.#alone(() => this.#learn([]))
    const reported = this.#reported
    const rulesVersion = this.#rulesVersion
    await Promise.all(this.#clientsWithWork().map((client) => this.#rounds.compute(client)))
    for (const one of released) this.#released.delete(one)
    this.#context.damage.recomputed(released)
    // Another call that began later may have ended before.
    if (reported > this.#computed) this.#computed = reported
    if (rulesVersion > this.#rulesComputed) this.#rulesComputed = rulesVersion
    this.#positionIsOld = true
    if (this.#recent.isForgotten && this.#context.writesAlone) {
      const from = this.#context.now() + clockReachMs
      this.#recent.begin({ from, revision: this.#reported }, this.#machines.all())
    }
  }

  /** Learns which minutes wait to be computed, but for those that `committed` brought; what is retargeted, of these clients alone. */
  async #learn(clients: readonly LedgerClient[]): Promise<void> {
    await this.#context.damage.current()
    for (const batches of [...this.#unclear]) {
      const span = batches.month === undefined ? undefined : spanOfMonth(batches.month)
      for (const extent of await readTouched(this.#context, batches)) {
        if (!span || (extent.oldest < span.to && extent.newest >= span.from)) {
          this.#machines.touchExtent(extent)
        }
      }
      this.#unclear = this.#unclear.filter((other) => other !== batches)
      // They may be of any client.
      this.#planAll(0)
    }
    if (this.#rulesStale) await this.#learnRules()
    for (const { clientId } of clients) {
      await this.#touchRetargeted(this.#machines.ofClient(clientId))
    }
  }

  async #learnRules(): Promise<void> {
    try {
      let rules: Awaited<ReturnType<typeof readRules>>
      // What came while they were read is newer: applied afterwards, the older ones would take its place.
      do {
        this.#rulesStale = false
        rules = await readRules(this.#context)
      } while (this.#areRulesStale())
      for (const { version, rule, ...place } of rules) {
        this.#applyRule(this.#machines.meet(place), rule)
        if (version > this.#rulesVersion) this.#rulesVersion = version
      }
    } catch (error) {
      this.#rulesStale = true
      throw error
    }
  }

  #areRulesStale(): boolean {
    return this.#rulesStale
  }

  async #touchRetargeted(machines: readonly LedgerMachine[]): Promise<void> {
    for (const machine of machines) {
      const products = this.#retargeted.get(machine)
      if (products === undefined) continue
      const wanted = { products: [...products], states: warningStates(machine.rule) }
      for (const minutes of await warnedMinutes(this.#context, machine, wanted)) {
        this.#machines.touchMinutes(machine, minutes)
      }
      // A product that was retargeted meanwhile stays for the next time.
      for (const product of wanted.products) products.delete(product)
      if (products.size === 0) this.#retargeted.delete(machine)
    }
  }

  async #keepPosition(everyMs: number): Promise<void> {
    if (!this.#positionIsOld || performance.now() - this.#positionAt < everyMs) return
    await writePosition(this.#context, { batch: this.#computed, rules: this.#rulesComputed })
    this.#positionAt = performance.now()
    this.#positionIsOld = false
  }
}

/** Late records before this instant do not hold up the answer about a window that begins at `from`. */
const lateBefore = (from: number) => from - readerReachMs

/** What the rows of all these clients contain. */
const computedOf = (clients: readonly LedgerClient[], otherwise: bigint): bigint =>
  clients.reduce<bigint | null>(
    (least, { computed }) => (least === null || computed < least ? computed : least),
    null,
  ) ?? otherwise
