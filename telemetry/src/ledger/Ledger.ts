import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { MachineRule } from '../records.ts'
import type { Committed, Part, TelemetryRoom } from '../room.ts'
import { computeRound, type RoundResult, takeRound } from './computeRound.ts'
import type { DirtyStretch } from './dirtyStretches.ts'
import { DirtyStretches } from './dirtyStretches.ts'
import { inTurn } from './inTurn.ts'
import { firstUncertain, type LedgerMachine, ledgerMachine } from './ledgerMachine.ts'
import { readPosition, writePosition } from './ledgerPosition.ts'
import { defaultRule, type LedgerRule } from './ledgerRule.ts'
import { type LedgerTask, ledgerTask } from './ledgerTask.ts'
import type { MachinePlace } from './machinePlace.ts'
import { minuteFrom, minuteMs, minuteOf } from './minute.ts'
import {
  type Extent,
  readExtents,
  readLedgerVersion,
  readRules,
  readTouched,
} from './openingState.ts'
import type { StoredMinute } from './storedMinute.ts'
import { writeMinutes } from './writeMinutes.ts'

/** How long new records wait, so that those of many machines are computed together. */
const gatherMs = 1_000
/** After a failure of the engine. */
const pauseMs = { first: 1_000, longest: 30_000 }
/** Whoever waits for the ledger waits this long for an engine that is away. */
const settlePatienceMs = 60_000
const settlePauseMs = 100
/** How often the position is written while records stream in; what is after it is computed again after a crash. */
const positionEveryMs = 10_000
/** A reader computes this much itself; for more it lets the ledger catch up first. */
const readerReachMs = 2 * 60 * minuteMs

/** What a reader may rely on while it reads. */
export type LedgerView = {
  /** Raw records up to this batch belong to the answer. */
  readonly revision: bigint
  ruleOf(machineId: number): LedgerRule
  /** The first minute whose row is not to be used; the reader folds from there on itself. */
  uncertainFrom(machineId: number): number
  /** No record of the machine is newer. */
  newestOf(machineId: number): number
  /** The newest row before a minute, where the ledger remembers it; undefined: look it up. */
  remembered(place: MachinePlace, minute: number): RowBefore | undefined
}
export type RowBefore = { readonly before: StoredMinute | null }

/** A reader has found rows whose stops newer records have given another name (D18): the ledger is to be brought up first. */
export class RowsAreOutdated extends Error {}

/** What a reader takes from rows: sums alone, or the names of stops too, which later records may change. */
export type ReliesOn = 'sums' | 'names'

/** A reader at work: for each of its machines, the end of the rows that it relies on. */
type OpenView = { readonly reliesUntil: ReadonlyMap<number, number>; spoiled: boolean }

/**
 * Keeps the minute ledger true to the raw records: notices which minutes each commit touches, computes them anew, and
 * lets readers know how far they can rely on it.
 */
export class Ledger implements Part {
  readonly #room: TelemetryRoom
  readonly #machines = new Map<number, LedgerMachine>()
  readonly #known: Set<number>
  readonly #opening = randomUUID()
  readonly #alone = inTurn()
  readonly #views = new Set<OpenView>()
  #version: bigint
  /** The newest batch that was told, and the newest that the rows tell of. */
  #told: bigint
  #computed: bigint
  #untold: { readonly after: bigint; readonly until: bigint }[] = []
  /** The revision at which a machine got another rule. */
  readonly #ruleChanges = new Map<number, bigint>()
  #rulesStale = false
  #rulesVersion: bigint
  #positionAt = 0
  #positionIsOld = false
  #timer: NodeJS.Timeout | undefined
  #pause: number = pauseMs.first
  #closed = false

  static async open(room: TelemetryRoom): Promise<Ledger> {
    const position = await readPosition(room)
    const [rules, extents, version] = await Promise.all([
      readRules(room),
      readExtents(room),
      readLedgerVersion(room),
    ])
    const ledger = new Ledger(room, {
      computed: position.batch,
      rulesVersion: position.rules,
      version,
      known: extents.map(({ machineId }) => machineId),
    })
    for (const extent of extents) {
      const machine = ledger.#machine(extent)
      machine.oldest = extent.oldest
      machine.newest = extent.newest
    }
    for (const { version: changed, rule, ...place } of rules) {
      const machine = ledger.#machine(place)
      machine.rule = rule
      if (changed > position.rules) ledger.#touchAll(machine)
      if (changed > ledger.#rulesVersion) ledger.#rulesVersion = changed
    }
    const newer = { after: position.batch, until: room.counters.revision }
    for (const extent of await readTouched(room, newer)) ledger.#touch(extent)
    room.events.on('committed', ledger.#onCommitted)
    room.events.on('rulesChanged', ledger.#onRulesChanged)
    ledger.#schedule(0)
    return ledger
  }

  private constructor(
    room: TelemetryRoom,
    start: { computed: bigint; rulesVersion: bigint; version: bigint; known: number[] },
  ) {
    this.#room = room
    this.#told = room.counters.revision
    this.#computed = start.computed
    this.#rulesVersion = start.rulesVersion
    this.#version = start.version
    this.#known = new Set(start.known)
  }

  ruleOf(machineId: number): LedgerRule {
    return this.#machines.get(machineId)?.rule ?? defaultRule
  }

  /** The machines of a client that ever spoke. */
  machinesOf(clientId: number): number[] {
    const machines = [...this.#machines.values()].filter((one) => one.clientId === clientId)
    return machines.map(({ machineId }) => machineId)
  }

  /** Whether one of these machines got another rule after a revision was given; its older figures changed then. */
  ruleChangedAfter(machineIds: readonly number[], revision: bigint): boolean {
    return machineIds.some((machineId) => (this.#ruleChanges.get(machineId) ?? -1n) >= revision)
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
        await Promise.race([this.#room.connection.whenUp(), sleep(pauseMs.first)])
        await sleep(settlePauseMs)
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#room.events.off('committed', this.#onCommitted)
    this.#room.events.off('rulesChanged', this.#onRulesChanged)
    clearTimeout(this.#timer)
    await this.#alone(async () => {
      try {
        await this.#keepPosition(0)
      } catch (error) {
        this.#room.log.warn({ err: error }, 'The position of the ledger could not be written')
      }
    })
  }

  /**
   * Lets a reader read a window that ends at `to`. What it reads belongs together: if rows that it relies on were
   * written meanwhile, it reads again, alone.
   */
  async read<Answer>(
    machineIds: readonly number[],
    to: number,
    ask: (view: LedgerView) => Promise<Answer>,
    reliesOn: ReliesOn = 'sums',
  ): Promise<Answer> {
    let outdated = false
    const unlessOutdated = (error: unknown) => {
      if (!(error instanceof RowsAreOutdated)) throw error
      outdated = true
    }
    if (!this.#isFarBehind(machineIds, to)) {
      const view = this.#viewNow(machineIds)
      const end = (id: number) => {
        const certain = view.uncertainFrom(id)
        if (reliesOn === 'sums') return Math.min(minuteOf(to), certain)
        return Number.isFinite(certain) ? certain : minuteFrom(to)
      }
      const reliesUntil = new Map(machineIds.map((id) => [id, end(id)]))
      const open: OpenView = { reliesUntil, spoiled: false }
      this.#views.add(open)
      try {
        const answer = await ask(view)
        if (!open.spoiled) return answer
      } catch (error) {
        unlessOutdated(error)
      } finally {
        this.#views.delete(open)
      }
    }
    return this.#alone(async () => {
      if (!outdated && !this.#isFarBehind(machineIds, to)) {
        try {
          return await ask(this.#viewNow(machineIds))
        } catch (error) {
          unlessOutdated(error)
        }
      }
      await this.#computeAll()
      return ask(this.#viewOfRows())
    })
  }

  /** What is durable now: the ledger's rows, and the records after them. */
  #viewNow(machineIds: readonly number[]): LedgerView {
    const uncertain = new Map<number, number>()
    for (const machineId of machineIds) {
      const machine = this.#machines.get(machineId)
      if (machine !== undefined) uncertain.set(machineId, firstUncertain(machine))
    }
    return this.#view(this.#told, (id) => uncertain.get(id) ?? Number.POSITIVE_INFINITY)
  }

  /** What was durable when the rows were computed. */
  #viewOfRows(): LedgerView {
    return this.#view(this.#computed, () => Number.POSITIVE_INFINITY)
  }

  #view(revision: bigint, uncertainFrom: (machineId: number) => number): LedgerView {
    return {
      revision,
      uncertainFrom,
      ruleOf: (machineId) => this.ruleOf(machineId),
      newestOf: (machineId) => this.#machines.get(machineId)?.newest ?? Number.NEGATIVE_INFINITY,
      remembered: ({ clientId, machineId }, minute) => {
        const machine = this.#machines.get(machineId)
        return machine?.clientId === clientId ? machine.tail.around(minute) : { before: null }
      },
    }
  }

  #isFarBehind(machineIds: readonly number[], to: number): boolean {
    if (this.#untold.length > 0) return true
    return machineIds.some((machineId) => {
      const machine = this.#machines.get(machineId)
      return machine !== undefined && firstUncertain(machine) < to - readerReachMs
    })
  }

  readonly #onCommitted = ({ batch, untold, samples, alarms }: Committed) => {
    for (const sample of samples) this.#touchAt(sample, sample.at)
    for (const alarm of alarms) this.#touchAt(alarm, alarm.raisedAt)
    if (untold !== undefined) this.#untold.push({ after: untold.from - 1n, until: untold.to })
    this.#told = batch
    this.#schedule(gatherMs)
  }

  readonly #onRulesChanged = (rules: readonly MachineRule[]) => {
    for (const { clientId, machineId, ...rule } of rules) {
      this.#applyRule(this.#machine({ clientId, machineId }), rule)
    }
    this.#rulesStale = true
    this.#schedule(gatherMs)
  }

  #machine(place: MachinePlace): LedgerMachine {
    const known = this.#machines.get(place.machineId)
    if (known !== undefined) return known
    const machine = ledgerMachine(place, this.#known.has(place.machineId))
    this.#machines.set(place.machineId, machine)
    return machine
  }

  #touchAt(place: MachinePlace, at: number): void {
    const machine = this.#machine(place)
    machine.dirty.touch(at)
    if (at < machine.oldest) machine.oldest = at
    if (at > machine.newest) machine.newest = at
  }

  #touch(extent: Extent): void {
    this.#touchAt(extent, extent.oldest)
    this.#touchAt(extent, extent.newest)
  }

  #touchAll(machine: LedgerMachine): void {
    if (machine.oldest > machine.newest) return
    machine.dirty.add({ from: minuteOf(machine.oldest), until: minuteOf(machine.newest) })
  }

  #applyRule(machine: LedgerMachine, rule: LedgerRule): void {
    if (isDeepStrictEqual(plain(machine.rule), plain(rule))) return
    machine.rule = rule
    this.#ruleChanges.set(machine.machineId, this.#told)
    this.#touchAll(machine)
  }

  #hasWork(): boolean {
    if (this.#computed < this.#told || this.#rulesStale || this.#untold.length > 0) return true
    return [...this.#machines.values()].some(({ dirty }) => dirty.stretches.length > 0)
  }

  #schedule(afterMs: number): void {
    if (this.#timer !== undefined || this.#closed) return
    this.#timer = setTimeout(() => void this.#work(), afterMs)
    this.#timer.unref()
  }

  async #work(): Promise<void> {
    try {
      await this.#alone(async () => {
        if (this.#closed || !this.#hasWork()) return
        await this.#computeAll()
        await this.#keepPosition(positionEveryMs)
      })
      this.#pause = pauseMs.first
    } catch (error) {
      this.#room.log.warn(
        { err: error },
        'The ledger could not be brought up to date; trying again',
      )
      await sleep(this.#pause, undefined, { ref: false })
      this.#pause = Math.min(this.#pause * 2, pauseMs.longest)
    }
    this.#timer = undefined
    if (this.#hasWork()) this.#schedule(gatherMs)
  }

  /** Brings the rows up to all that was told so far. */
  async #computeAll(): Promise<void> {
    for (const batches of [...this.#untold]) {
      for (const extent of await readTouched(this.#room, batches)) this.#touch(extent)
      this.#untold = this.#untold.filter((other) => other !== batches)
    }
    if (this.#rulesStale) await this.#learnRules()

    const told = this.#told
    const taken = new Map<LedgerMachine, readonly DirtyStretch[]>()
    const tasks: LedgerTask[] = []
    for (const machine of this.#machines.values()) {
      const { stretches } = machine.dirty
      if (stretches.length === 0) continue
      taken.set(machine, stretches)
      tasks.push(...stretches.map(({ from, until }) => ledgerTask(machine.machineId, from, until)))
      machine.computing = machine.dirty.first
      machine.dirty = new DirtyStretches()
    }
    try {
      while (tasks.length > 0) {
        if (this.#closed)
          throw new Error('The ledger was closed; the rest is computed at the next start')
        await this.#computeRound(tasks, told)
      }
      this.#computed = told
      this.#positionIsOld = true
    } catch (error) {
      for (const [machine, stretches] of taken) {
        for (const stretch of stretches) machine.dirty.add(stretch)
        machine.tail.forget()
      }
      throw error
    } finally {
      for (const machine of taken.keys()) machine.computing = Number.POSITIVE_INFINITY
    }
  }

  async #computeRound(tasks: LedgerTask[], revision: bigint): Promise<void> {
    const parts = takeRound(tasks).map((task) => ({
      task,
      machine: this.#machines.get(task.machineId)!,
    }))
    const results = await computeRound(this.#room, parts, revision)
    this.#spoilViews(results)
    this.#version += 1n
    await writeMinutes(
      this.#room,
      { version: this.#version, token: `${this.#opening}-${this.#version}` },
      results.map(({ machine, result }) => ({
        clientId: machine.clientId,
        machineId: machine.machineId,
        write: result.write,
        clear: result.clear,
      })),
    )
    for (const { machine, from, result, left } of results) {
      machine.tail.replace(from, result.end, result.write)
      if (left !== null) tasks.push(left)
    }
  }

  /** Readers that rely on rows which are about to be written must read again. */
  #spoilViews(results: readonly RoundResult[]): void {
    for (const { machine, result } of results) {
      const first = Math.min(
        result.write[0]?.minute ?? Number.POSITIVE_INFINITY,
        ...result.clear.slice(0, 1),
      )
      for (const view of this.#views) {
        const end = view.reliesUntil.get(machine.machineId)
        if (end !== undefined && first < end) view.spoiled = true
      }
    }
  }

  async #learnRules(): Promise<void> {
    this.#rulesStale = false
    try {
      for (const { version, rule, ...place } of await readRules(this.#room)) {
        this.#applyRule(this.#machine(place), rule)
        if (version > this.#rulesVersion) this.#rulesVersion = version
      }
    } catch (error) {
      this.#rulesStale = true
      throw error
    }
  }

  async #keepPosition(everyMs: number): Promise<void> {
    if (!this.#positionIsOld || performance.now() - this.#positionAt < everyMs) return
    await writePosition(this.#room, { batch: this.#computed, rules: this.#rulesVersion })
    this.#positionAt = performance.now()
    this.#positionIsOld = false
  }
}

/** A rule without what an unset override leaves behind. */
function plain({ holdMs, targetPpm, designPpm, categories }: LedgerRule): LedgerRule {
  return { holdMs, targetPpm, designPpm, categories: { ...categories } }
}
