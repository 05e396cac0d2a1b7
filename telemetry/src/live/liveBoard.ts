import type { ClientScope } from '@packboard/model'
import type { Committed } from '../context.ts'
import { bySampleOrder, type LedgerAlarm, type LedgerSample } from '../ledger/fold/ledgerRecords.ts'
import { defaultRule, type LedgerRule } from '../ledger/fold/ledgerRule.ts'
import { MachineFold } from '../ledger/fold/machineFold.ts'
import { type MachineMoment, machineMoment } from '../ledger/fold/machineMoment.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { deafSink, type FollowedMachine, followMachines } from '../read/machineNow.ts'
import type { MachineRule, StoredAlarm, StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'

/** Samples this much older than the newest are no news but a change of the past. */
const olderMs = 2_000

/** What new samples mean for the present of a machine. */
type News = {
  /** The present is no longer what this fold says: read it anew. */
  readonly reload: boolean
  /** Figures of the past changed. */
  readonly older: boolean
}

/** The present of one machine, followed by the same fold that makes the ledger (D6). */
class BoardMachine {
  readonly machineId: number
  readonly #fold: MachineFold
  readonly #rule: LedgerRule
  readonly #alarms: readonly LedgerAlarm[]

  constructor({ machineId, fold, alarms }: FollowedMachine, rule: LedgerRule) {
    this.machineId = machineId
    this.#fold = fold
    this.#rule = rule
    this.#alarms = alarms
  }

  /** Takes in what a commit brought, where it is newer than all that is known. */
  take(samples: readonly LedgerSample[]): News {
    const { carry, painted } = this.#fold
    const newest = Math.max(carry.at ?? Number.NEGATIVE_INFINITY, carry.deadAt ?? 0)
    let reload = false
    let older = false
    for (const sample of samples.toSorted(bySampleOrder)) {
      if (sample.at > newest && sample.at >= painted) this.#fold.apply(sample)
      else {
        reload = true
        older ||= sample.at < newest - olderMs
      }
    }
    return { reload, older }
  }

  /** The state of affairs at an instant; a clock that is a little ahead is believed. */
  moment(now: number): MachineMoment {
    const at = Math.max(now, this.#fold.painted)
    const { carry, painted } = this.#fold
    const ahead = new MachineFold(this.#rule, carry, painted, this.#alarms, deafSink)
    ahead.advance(at)
    return machineMoment(this.machineId, ahead, this.#rule, this.#alarms, at)
  }
}

/** An event for a watcher: a machine's present, or a change of past figures. */
export type WatchEvent =
  | { readonly kind: 'machine'; readonly moment: MachineMoment }
  | { readonly kind: 'older' }

/** A machine's figures are sent at most this often; a change of its state is sent at once (D29). */
const paceMs = 1_000
/** While records that came later than this wait for the ledger, the present is read without them, and again some seconds later. */
const presentMs = 86_400_000
const lateAgainMs = 15_000
/** Samples up to this far ahead of our clock are taken as they are (D9), so the present may lie there. */
const aheadMs = 10_000

type Place = {
  board: BoardMachine | undefined
  /**
   * Commits that came while the machine's present was being read. What is new in them is shown meanwhile from the present
   * that was read before: while late records pour in, one reading follows the other.
   */
  missed: { readonly batch: bigint; readonly samples: readonly StoredSample[] }[]
  sent: MachineMoment | undefined
  sentAt: number
  paced: NodeJS.Timeout | undefined
  held: NodeJS.Timeout | undefined
}

/** The present of one client's machines, in memory, as long as it has a watcher. */
export class LiveBoard {
  readonly #telemetry: Telemetry
  readonly #scope: ClientScope
  readonly #listeners = new Set<(event: WatchEvent) => void>()
  readonly #places = new Map<number, Place>()
  /** Machines whose present waits to be read, and those that are being read: all in one query. */
  readonly #queue = new Set<number>()
  #beingRead: ReadonlySet<number> = new Set()
  #reading = false
  #olderSentAt = Number.NEGATIVE_INFINITY
  #olderTimer: NodeJS.Timeout | undefined
  #lateTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(telemetry: Telemetry, scope: ClientScope) {
    this.#telemetry = telemetry
    this.#scope = scope
    telemetry.context.events.on('committed', this.#onCommitted)
    telemetry.context.events.on('rulesChanged', this.#onRulesChanged)
    telemetry.context.events.on('wordsChanged', this.#onWordsChanged)
    for (const machineId of telemetry.context.ledger.machinesOf(scope.clientId)) {
      this.#load(machineId)
    }
  }

  get watchers(): number {
    return this.#listeners.size
  }

  /** A new listener first gets the known present of every machine. */
  add(listener: (event: WatchEvent) => void): void {
    this.#listeners.add(listener)
    setImmediate(() => {
      for (const { sent } of this.#places.values()) {
        if (sent !== undefined) this.#emit(listener, { kind: 'machine', moment: sent })
      }
    })
  }

  remove(listener: (event: WatchEvent) => void): void {
    this.#listeners.delete(listener)
  }

  close(): void {
    this.#closed = true
    this.#telemetry.context.events.off('committed', this.#onCommitted)
    this.#telemetry.context.events.off('rulesChanged', this.#onRulesChanged)
    this.#telemetry.context.events.off('wordsChanged', this.#onWordsChanged)
    clearTimeout(this.#olderTimer)
    clearTimeout(this.#lateTimer)
    for (const { paced, held } of this.#places.values()) {
      clearTimeout(paced)
      clearTimeout(held)
    }
  }

  /** Only takes notes: the commit that emitted the event must not wait for watchers. */
  readonly #onCommitted = (committed: Committed) => {
    setImmediate(() => {
      if (!this.#closed) this.#take(committed)
    })
  }

  readonly #onRulesChanged = (rules: readonly MachineRule[]) => {
    const own = rules.filter(({ clientId }) => clientId === this.#scope.clientId)
    for (const { machineId } of own) this.#load(machineId)
    if (own.length > 0) this.#sayOlder()
  }

  readonly #onWordsChanged = (clientId: number) => {
    if (clientId !== this.#scope.clientId) return
    for (const machineId of this.#places.keys()) this.#load(machineId)
    this.#sayOlder()
  }

  #take({ batch, samples, alarms, unclear }: Committed): void {
    const own = ({ clientId }: StoredSample | StoredAlarm) => clientId === this.#scope.clientId
    const byMachine = new Map<number, StoredSample[]>()
    for (const sample of samples.filter(own)) {
      const list = byMachine.get(sample.machineId)
      if (list === undefined) byMachine.set(sample.machineId, [sample])
      else list.push(sample)
    }
    for (const [machineId, brought] of byMachine) {
      const place = this.#place(machineId)
      const waits = this.#queue.has(machineId) || this.#beingRead.has(machineId)
      if (waits || place.board === undefined) place.missed.push({ batch, samples: brought })
      if (place.board !== undefined) this.#bring(machineId, place.board, brought)
      else if (!waits) this.#load(machineId)
    }
    // An alarm may name the present stop, and an earlier one may replace it: read anew (D18).
    for (const machineId of new Set(alarms.filter(own).map((alarm) => alarm.machineId))) {
      this.#load(machineId)
    }
    if (unclear !== undefined) {
      for (const machineId of this.#places.keys()) this.#load(machineId)
      this.#sayOlder()
    }
  }

  #bring(machineId: number, board: BoardMachine, samples: readonly StoredSample[]): void {
    const { reload, older } = board.take(samples)
    if (older) this.#sayOlder()
    if (reload) this.#load(machineId)
    else this.#show(machineId)
  }

  #place(machineId: number): Place {
    const known = this.#places.get(machineId)
    if (known !== undefined) return known
    const place: Place = {
      board: undefined,
      missed: [],
      sent: undefined,
      sentAt: Number.NEGATIVE_INFINITY,
      paced: undefined,
      held: undefined,
    }
    this.#places.set(machineId, place)
    return place
  }

  /** Reads a machine's present from the store, by the same path as every figure. */
  #load(machineId: number): void {
    this.#queue.add(machineId)
    if (this.#reading) return
    this.#reading = true
    setImmediate(() => void this.#readAll())
  }

  async #readAll(): Promise<void> {
    while (this.#queue.size > 0 && !this.#closed) {
      const machineIds = [...this.#queue]
      this.#queue.clear()
      this.#beingRead = new Set(machineIds)
      try {
        await this.#read(machineIds)
      } catch (error) {
        this.#telemetry.context.log.warn(
          { err: error },
          'The present of machines could not be read',
        )
        // The next record of such a machine starts another read.
        for (const machineId of machineIds) this.#place(machineId).board = undefined
      }
      this.#beingRead = new Set()
    }
    this.#reading = false
  }

  async #read(machineIds: readonly number[]): Promise<void> {
    const now = this.#telemetry.context.now()
    const until = now + aheadMs
    const ledger = this.#telemetry.context.ledger
    const begin = now - presentMs
    const isLate = ledger.leavesOut(machineIds, begin)
    const ask = async (view: LedgerView) => ({
      followed: await followMachines(this.#telemetry, view, this.#scope, {
        machineIds,
        from: now,
        until,
      }),
      revision: view.revision,
      rules: new Map(machineIds.map((machineId) => [machineId, view.ruleOf(machineId)])),
    })
    const { followed, revision, rules } = await ledger.read(machineIds, until, ask, 'sums', begin)
    if (this.#closed) return
    if (isLate) this.#lookAgain()
    for (const machine of followed) {
      const { machineId } = machine
      const place = this.#place(machineId)
      const board = new BoardMachine(machine, rules.get(machineId) ?? defaultRule)
      place.board = board
      const missed = place.missed.splice(0).filter(({ batch }) => batch > revision)
      for (const { samples } of missed) {
        const { reload, older } = board.take(samples)
        if (older) this.#sayOlder()
        if (reload) this.#queue.add(machineId)
      }
      this.#show(machineId)
    }
  }

  /** The present of some machines was read without late records. */
  #lookAgain(): void {
    if (this.#lateTimer !== undefined) return
    this.#lateTimer = setTimeout(() => {
      this.#lateTimer = undefined
      for (const machineId of this.#places.keys()) this.#load(machineId)
    }, lateAgainMs)
    this.#lateTimer.unref()
  }

  /** Notifies watchers: at once when the machine's state changes, else at its pace. */
  #show(machineId: number): void {
    const place = this.#place(machineId)
    if (place.board === undefined || this.#closed) return
    const { context } = this.#telemetry
    const now = context.now()
    const moment = place.board.moment(now)
    if (moment.at === null) return
    clearTimeout(place.held)
    if (!moment.offline && moment.holdUntil !== null) {
      const left = moment.holdUntil.getTime() - now
      place.held = setTimeout(() => this.#show(machineId), Math.max(1, left))
      place.held.unref()
    }
    const news = place.sent === undefined || doesSomethingElse(place.sent, moment)
    const wait = place.sentAt + paceMs - performance.now()
    if (!news && isSame(place.sent, moment)) return
    if (!news && wait > 0) {
      place.paced ??= setTimeout(() => {
        place.paced = undefined
        this.#show(machineId)
      }, wait).unref()
      return
    }
    place.sent = moment
    place.sentAt = performance.now()
    this.#say({ kind: 'machine', moment })
  }

  #sayOlder(): void {
    if (this.#olderTimer !== undefined) return
    const wait = Math.max(0, this.#olderSentAt + paceMs - performance.now())
    this.#olderTimer = setTimeout(() => {
      this.#olderTimer = undefined
      this.#olderSentAt = performance.now()
      this.#say({ kind: 'older' })
    }, wait)
    this.#olderTimer.unref()
  }

  #say(event: WatchEvent): void {
    for (const listener of [...this.#listeners]) this.#emit(listener, event)
  }

  /** A watcher that fails does not affect the others. */
  #emit(listener: (event: WatchEvent) => void, event: WatchEvent): void {
    if (!this.#listeners.has(listener)) return
    try {
      listener(event)
    } catch (error) {
      this.#telemetry.context.log.warn({ err: error }, 'A watcher of live machines failed')
    }
  }
}

function doesSomethingElse(a: MachineMoment, b: MachineMoment): boolean {
  return (
    a.offline !== b.offline ||
    a.state !== b.state ||
    a.product !== b.product ||
    a.tool !== b.tool ||
    a.user !== b.user ||
    a.reason !== b.reason
  )
}

function isSame(a: MachineMoment | undefined, b: MachineMoment): boolean {
  return (
    a !== undefined &&
    a.at?.getTime() === b.at?.getTime() &&
    a.batchPacks === b.batchPacks &&
    a.speedPpm === b.speedPpm &&
    a.holdUntil?.getTime() === b.holdUntil?.getTime()
  )
}
