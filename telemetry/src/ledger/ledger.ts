import { setTimeout as sleep } from 'node:timers/promises'
import type { Committed, Service, TelemetryContext } from '../context.ts'
import { type MonthsHeld, spanOfMonth } from '../damagedMonths.ts'
import { inTurn } from '../inTurn.ts'
import type { MachineRule } from '../records.ts'
import { adoptRepairs } from './adoptRepairs.ts'
import { computeRound, type RoundResult, takeRound } from './computeRound.ts'
import { type DirtyStretch, DirtyStretches, outside } from './dirtyStretches.ts'
import { fillMinutes, fillSums } from './fillMemory.ts'
import { defaultRule, type LedgerRule, warningStates } from './fold/ledgerRule.ts'
import { minuteMs, minuteOf } from './fold/minute.ts'
import { ruleWith } from './fold/recompute.ts'
import { HourBook } from './hourBook.ts'
import { HourKeeper } from './hourKeeper.ts'
import { firstUncertain, type LedgerMachine } from './ledgerMachine.ts'
import { LedgerMachines } from './ledgerMachines.ts'
import { type LedgerTask, ledgerTask } from './ledgerTask.ts'
import {
  type LedgerView,
  OpenViews,
  type ReliesOn,
  RowsAreOutdated,
  reliesUntil,
} from './ledgerView.ts'
import { rememberedMinute } from './machineMinutes.ts'
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
import { writeHours } from './store/writeHours.ts'
import { writeMinutes } from './store/writeMinutes.ts'

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
/** During an import, the computation pauses this many times as long as it took, so that more is computed together. */
const restShare = 3
const longestGatherMs = 5_000
/** After a failure of the engine. */
const pauseMs = { first: 1_000, longest: 30_000 }
/** A caller that waits for the ledger waits this long for an engine that is down. */
const settlePatienceMs = 60_000
const settlePauseMs = 100
/** How often the position is written while records stream in; what is after it is computed again after a crash. */
const positionEveryMs = 10_000
/** Hours of a machine that are written right after their minutes; what is further back follows in the background. */
const hoursOfRound = 48
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
  #version: bigint
  /** The newest batch of a `committed` event, and the newest batch that the rows contain. */
  #reported: bigint
  #computed: bigint
  /** How many computations of everything were begun; the last one when the rows are still as it left them, else 0. */
  #begun = 0
  #complete = 0
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
  /** When the timer fires, by the clock of `performance`. */
  #roundAt = 0
  #working = false
  #pause: number = pauseMs.first
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
    // Never computed, or by an earlier fold: no row is known to be right.
    if (position.batch === 0n) for (const machine of machines.all()) machines.touchAll(machine)
    context.events.on('committed', ledger.#onCommitted)
    context.events.on('rulesChanged', ledger.#onRulesChanged)
    context.events.on('monthsHeld', ledger.#onMonthsHeld)
    context.events.on('hoursDamaged', ledger.#onHoursDamaged)
    ledger.#schedule(0)
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
      nextVersion: () => {
        this.#version += 1n
        return this.#version
      },
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
    return this.#alone(async () => {
      const own = () => this.#machines.all().filter((machine) => machine.clientId === clientId)
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
    })
  }

  /**
   * The records of some clients before an instant are about to be deleted; their minutes stay (D53). A new rule will
   * compute nothing anew from there.
   */
  leaveRecords(clientIds: readonly number[], before: number): Promise<void> {
    return this.#alone(async () => {
      if (this.#hasWork()) await this.#computeAll()
      this.#waiting.forget()
      for (const machine of this.#machines.all()) {
        if (!clientIds.includes(machine.clientId)) continue
        machine.oldest = Math.max(machine.oldest, before)
        this.#recent.leaveBefore(machine.machineId, before)
      }
    })
  }

  /**
   * Deletes hours and minutes that are past their retention (D53). Nothing is computed or written meanwhile: hours that were deleted
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
    return this.settled()
  }

  /** Resolves when every record that is durable now is in the ledger. */
  async settled(): Promise<void> {
    const giveUpAt = performance.now() + settlePatienceMs
    for (;;) {
      try {
        return await this.#alone(async () => {
          if (this.#hasWork()) await this.#computeAll()
          await this.#keepPosition(0)
        })
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
    return this.leavesOut(machineIds, from) ? this.#computed : this.#context.counters.revision
  }

  /**
   * Lets a reader read a window that ends at `to`. What it reads is consistent: if rows that it relies on were
   * written meanwhile, it reads again, alone. A reader that gives `from`, at most where its window begins, does not wait for late
   * records more than two hours before it: its answer is as if they came right after it.
   */
  async read<Answer>(
    machineIds: readonly number[],
    to: number,
    ask: (view: LedgerView) => Promise<Answer>,
    reliesOn: ReliesOn = 'sums',
    from?: number,
  ): Promise<Answer> {
    const begun = this.#begun
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
    return this.#alone(async () => {
      if (!outdated && !this.#isFarBehind(machineIds, to, late)) {
        try {
          return await ask(this.#viewNow(machineIds, late))
        } catch (error) {
          unlessOutdated(error)
        }
      }
      // One that began after this question has all that was durable then: while records pour in, readers that wait share it.
      if (this.#complete <= begun) await this.#computeAll()
      return ask(this.#viewOfRows())
    })
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
  #viewOfRows(): LedgerView {
    return this.#view(this.#computed, () => Number.POSITIVE_INFINITY)
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
      if (machine?.returns.waits(this.#computed, late)) return true
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
    this.#schedule(this.#gatherMs())
  }

  readonly #onRulesChanged = (rules: readonly MachineRule[]) => {
    for (const { clientId, machineId, ...rule } of rules) {
      this.#applyRule(this.#machines.meet({ clientId, machineId }), rule)
    }
    this.#rulesStale = true
    this.#schedule(gatherMs.behind)
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
    this.#schedule(gatherMs.behind)
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
    this.#complete = 0
  }

  #hasWork(): boolean {
    if (this.#computed < this.#reported || this.#rulesStale || this.#unclear.length > 0) return true
    if (this.#retargeted.size > 0) return true
    return this.#machines.all().some(({ dirty }) => dirty.stretches.length > 0)
  }

  #gatherMs(): number {
    return this.#unclear.length > 0 || this.#machines.longestWait() > liveMs
      ? gatherMs.behind
      : gatherMs.live
  }

  /** The next round begins after this time, or earlier if an earlier one is set. */
  #schedule(afterMs: number): void {
    const at = performance.now() + afterMs
    if (this.#closed || this.#working || (this.#timer !== undefined && this.#roundAt <= at)) return
    clearTimeout(this.#timer)
    this.#roundAt = at
    this.#timer = setTimeout(() => void this.#work(), afterMs)
    this.#timer.unref()
  }

  async #work(): Promise<void> {
    this.#timer = undefined
    this.#working = true
    let took = 0
    try {
      await this.#alone(async () => {
        if (this.#closed || !this.#hasWork()) return
        const begin = performance.now()
        await this.#computeAll()
        took = performance.now() - begin
        await this.#keepPosition(positionEveryMs)
      })
      this.#pause = pauseMs.first
    } catch (error) {
      // The next start computes the rest.
      if (this.#closed) return
      this.#context.log.warn(
        { err: error },
        'The ledger could not be brought up to date; trying again',
      )
      await sleep(this.#pause, undefined, { ref: false })
      this.#pause = Math.min(this.#pause * 2, pauseMs.longest)
    }
    this.#working = false
    if (!this.#hasWork()) return
    const rest = Math.min(took * restShare, longestGatherMs)
    this.#schedule(Math.max(this.#gatherMs(), rest))
  }

  /** Computes the rows up to the newest reported batch. */
  async #computeAll(): Promise<void> {
    this.#begun += 1
    this.#complete = 0
    const { begun, upsets } = { begun: this.#begun, upsets: this.#upsets }
    await this.#context.damage.current()
    const released = [...this.#released]
    for (const batches of [...this.#unclear]) {
      const span = batches.month === undefined ? undefined : spanOfMonth(batches.month)
      for (const extent of await readTouched(this.#context, batches)) {
        if (!span || (extent.oldest < span.to && extent.newest >= span.from)) {
          this.#machines.touchExtent(extent)
        }
      }
      this.#unclear = this.#unclear.filter((other) => other !== batches)
    }
    if (this.#rulesStale) await this.#learnRules()
    await this.#touchRetargeted()

    const reported = this.#reported
    const rulesVersion = this.#rulesVersion
    const taken = new Map<LedgerMachine, readonly DirtyStretch[]>()
    const tasks: LedgerTask[] = []
    for (const machine of this.#machines.all()) {
      const { stretches } = machine.dirty
      if (stretches.length === 0) continue
      taken.set(machine, stretches)
      // Stretches that are close are one: what is held between them is not computed.
      for (const stretch of stretches.flatMap((one) => outside(one, machine.held))) {
        tasks.push(ledgerTask(machine, stretch.from, stretch.until))
      }
      machine.computing = machine.dirty.first
      for (const stretch of stretches) machine.taken.add(stretch)
      machine.dirty = new DirtyStretches()
    }
    try {
      while (tasks.length > 0) {
        if (this.#closed)
          throw new Error('The ledger was closed; the rest is computed at the next start')
        await this.#computeRound(tasks, reported)
      }
      await this.#writeHours([...taken.keys()])
      for (const one of released) this.#released.delete(one)
      this.#context.damage.recomputed(released)
      this.#computed = reported
      this.#waiting.release(reported)
      this.#rulesComputed = rulesVersion
      this.#positionIsOld = true
      if (upsets === this.#upsets) this.#complete = begun
      if (this.#recent.isForgotten && this.#context.writesAlone) {
        const from = this.#context.now() + clockReachMs
        this.#recent.begin({ from, revision: this.#reported }, this.#machines.all())
      }
    } catch (error) {
      for (const [machine, stretches] of taken) {
        for (const stretch of stretches) machine.dirty.add(stretch)
        // Rows of an earlier stop may have been renamed in part.
        machine.dirty.add({ from: machine.computing, until: machine.computing })
        machine.tail.forget()
        this.#minutes.forget(machine.machineId)
      }
      throw error
    } finally {
      for (const machine of taken.keys()) {
        machine.computing = Number.POSITIVE_INFINITY
        machine.taken = new DirtyStretches()
      }
    }
  }

  async #computeRound(tasks: LedgerTask[], revision: bigint): Promise<void> {
    const { results, again } = await computeRound(this.#context, takeRound(tasks), revision)
    tasks.push(...again)
    for (const { task, result } of results) {
      // Of a machine without any row nothing has to be read to know all of its minutes.
      const isNew = task.machine.firstRow === Number.POSITIVE_INFINITY
      if (isNew && this.#context.writesAlone) {
        this.#minutes.begin(task.machine, Number.NEGATIVE_INFINITY, [])
      }
      this.#announce(task.machine, result)
      this.#touchHours(task.machine, result)
    }
    this.#version += 1n
    await writeMinutes(
      this.#context,
      this.#version,
      results.map(({ task: { machine }, result }) => ({
        clientId: machine.clientId,
        machineId: machine.machineId,
        write: result.write,
        clear: result.clear,
      })),
    )
    for (const machine of await adoptRepairs(this.#context, this.#version, results)) {
      this.#ruleChanges.set(machine.machineId, this.#reported)
    }
    for (const { task, from, result, left } of results) {
      task.machine.lastRow = Math.max(task.machine.lastRow, result.write.at(-1)?.minute ?? 0)
      task.machine.tail.replace(from, result.end, result.write)
      this.#rememberMinutes(task.machine, from, result)
      if (left !== null) tasks.push(left)
    }
  }

  /** Minutes that are held are not written, so what is written of such a machine is not all that its rows say (D69). */
  #rememberMinutes(
    { machineId, held }: LedgerMachine,
    from: number,
    result: RoundResult['result'],
  ) {
    if (held.length > 0) this.#minutes.forget(machineId)
    else if (this.#minutes.has(machineId)) {
      const first = this.#minutes.fromOf(machineId)
      const rows = result.write.filter(({ minute }) => minute >= first)
      this.#minutes.replace(machineId, from, result.end, rows.map(rememberedMinute))
    }
  }

  #touchHours({ machineId }: LedgerMachine, { write, clear }: RoundResult['result']): void {
    for (const minute of clear) this.#hours.touch(machineId, minute, minute)
    const [first] = write
    const last = write.at(-1)
    if (first && last) this.#hours.touch(machineId, first.minute, last.minute)
  }

  /**
   * The newest hours of these machines that are over, once all of their minutes are right: late records may take hundreds of rounds.
   * What fails, and what is further back, is read from the minutes and made later.
   */
  async #writeHours(machines: readonly LedgerMachine[]): Promise<void> {
    const stretches = machines.flatMap(({ clientId, machineId, lastRow }) => {
      const range = this.#hours.due(machineId, lastRow, hoursOfRound)
      return range ? [{ clientId, machineId, ...range }] : []
    })
    try {
      await writeHours(this.#context, this.#version, stretches)
      for (const { machineId, ...range } of stretches) this.#hours.written(machineId, range)
    } catch (error) {
      this.#context.log.warn({ err: error }, 'Hours could not be written; trying again')
    }
  }

  /**
   * Rows of a machine, from `first` on, are about to be written: readers that rely on them must read again, and those
   * that come until all is computed must not rely on rows of which a part may be written.
   */
  #announce(machine: LedgerMachine, { write, clear }: RoundResult['result']): void {
    const none = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
    const first = Math.min(write[0]?.minute ?? none.first, clear[0] ?? none.first)
    const last = Math.max(write.at(-1)?.minute ?? none.last, clear.at(-1) ?? none.last)
    if (first > last) return
    machine.computing = Math.min(machine.computing, first)
    machine.firstRow = Math.min(machine.firstRow, first)
    machine.taken.add({ from: first, until: last })
    this.#views.spoil(machine.machineId, first, last)
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

  async #touchRetargeted(): Promise<void> {
    for (const [machine, products] of [...this.#retargeted]) {
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
