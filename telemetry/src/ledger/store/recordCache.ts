import type { StoredAlarm, StoredSample } from '../../records.ts'
import type { LedgerAlarm } from '../fold/ledgerRecords.ts'
import { Backfills } from './backfills.ts'
import { CachedSamples } from './cachedSamples.ts'
import type { MachinePlace, MachineStretch } from './machinePlace.ts'
import type { StretchSamples } from './roundStretch.ts'

/**
 * Samples, and alarms, of each machine that are cached: more than two minutes of a machine that sends each second, which is what
 * readers of the live end fold. Of alarms up to twice as many are cached before the older half goes.
 */
const cachedRecords = 180
/** More samples of a machine that sends faster: the ledger folds its running minute anew every quarter of a minute. */
const cachedMs = 90_000
/** What lies this far before the newest sample of its machine is history, which is not cached. */
const historyMs = 3_600_000
/** Of all machines, at 120 bytes each; beyond, a machine has no more than `cachedRecords`. */
const mostSamples = 1_500_000

type CachedAlarm = { readonly record: StoredAlarm; readonly commit: bigint }

/** What one commit added to the store. */
type NewRecords = {
  readonly batch: bigint
  readonly samples: readonly StoredSample[]
  readonly alarms: readonly StoredAlarm[]
}

/** Where what is cached begins, and after which commit. */
type Start = { readonly from: number; readonly revision: bigint }

type Machine = {
  readonly clientId: number
  /** All stored records from this instant on are here. */
  completeFrom: number
  readonly samples: CachedSamples
  /** By the time that they were raised. */
  alarms: CachedAlarm[]
  /**
   * The commits that brought samples, and the oldest of them, rising in both: a later commit with an older sample stands for all
   * before it. Those up to `commitsAfter` are forgotten.
   */
  commits: { readonly commit: bigint; readonly oldest: number }[]
  commitsAfter: bigint
}

/**
 * Raw records in memory as the commits brought them: the newest of each machine, so that the live end needs no query of the store, and
 * those of back-fills until they are computed. The newest ones are complete only where this process is the one that writes: what else
 * comes into the store makes them begin anew. What was cached of a stretch is as it was known at a revision, so nothing has to be
 * forgotten when more comes.
 */
export class RecordCache {
  readonly backfills = new Backfills()
  readonly #machines = new Map<number, Machine>()
  readonly #mostSamples: number
  #samples = 0
  /** Of a machine that was not met yet; null: nothing is known. */
  #start: Start | null = null

  /** `most`: for tests, fewer samples of all machines. */
  constructor(most = mostSamples) {
    this.#mostSamples = most
  }

  /**
   * From here on every record comes by `add`. What the store holds already is older than `from`, and of these machines no newer than
   * their newest record. `revision` is the newest commit of all that.
   */
  begin(start: Start, machines: readonly (MachinePlace & { readonly newest: number })[]): void {
    this.#machines.clear()
    this.#samples = 0
    this.#start = start
    for (const machine of machines) this.#beginMachine(machine, start)
  }

  #beginMachine(
    { clientId, machineId, newest }: MachinePlace & { readonly newest: number },
    { from, revision }: Start,
  ): Machine {
    this.#samples -= this.#machines.get(machineId)?.samples.count ?? 0
    const machine: Machine = {
      clientId,
      completeFrom: Math.max(from, newest + 1),
      samples: new CachedSamples(),
      alarms: [],
      commits: [],
      commitsAfter: revision,
    }
    this.#machines.set(machineId, machine)
    return machine
  }

  /** What is stored of a machine was changed: only what comes after its newest record, and after a revision, is known. */
  forgetMachine(machine: MachinePlace & { readonly newest: number }, revision: bigint): void {
    this.backfills.forgetMachine(machine.machineId)
    this.#beginMachine(machine, { from: Number.NEGATIVE_INFINITY, revision })
  }

  /** The records of a machine before an instant are about to be deleted. */
  forgetBefore(machineId: number, before: number): void {
    this.backfills.forgetMachine(machineId)
    const machine = this.#machines.get(machineId)
    if (machine !== undefined && machine.completeFrom < before) machine.completeFrom = before
  }

  /** Nothing is known until it begins anew. */
  forget(): void {
    this.backfills.forget()
    this.#machines.clear()
    this.#samples = 0
    this.#start = null
  }

  get isForgotten(): boolean {
    return this.#start === null
  }

  add(records: NewRecords): void {
    const { batch, samples, alarms } = records
    this.backfills.add(records)
    for (const record of samples) {
      const machine = this.#meet(record)
      if (machine === null) return
      if (machine.clientId !== record.clientId) continue
      noteCommit(machine, batch, record.at)
      if (record.at < machine.completeFrom) continue
      const isHistory = record.at < machine.samples.newest - historyMs
      if (!isHistory && machine.samples.insert(record, batch)) this.#samples += 1
      else machine.completeFrom = record.at + 1
      this.#trimSamples(machine)
    }
    for (const record of alarms) {
      const machine = this.#meet(record)
      if (machine === null) return
      if (machine.clientId !== record.clientId || record.raisedAt < machine.completeFrom) continue
      insertAlarm(machine.alarms, { record, commit: batch })
      trimAlarms(machine)
    }
  }

  /** The effective samples of a stretch, in order, as they were known at a revision; null when not all of them are here. */
  samples(stretch: MachineStretch, revision: bigint): StretchSamples | null {
    const machine = this.#complete(stretch)
    return machine?.samples.within(stretch.from, stretch.to, revision) ?? null
  }

  /** The alarms that were raised in a stretch, each once; null when not all of them are here. */
  alarms(stretch: MachineStretch, revision: bigint): LedgerAlarm[] | null {
    const machine = this.#complete(stretch)
    if (machine === null) return null
    const found = new Map<string, LedgerAlarm>()
    for (const { record, commit } of machine.alarms) {
      if (commit > revision || !within(stretch, record.raisedAt)) continue
      const { raisedAt, sequence = 0, group, description } = record
      found.set(JSON.stringify([raisedAt, sequence, group, description]), record)
    }
    return [...found.values()]
  }

  /**
   * Whether samples of a machine came after a revision that count before an instant; null when the commits since then are not all
   * known.
   */
  changedBefore(place: MachinePlace, revision: bigint, before: number): boolean | null {
    const machine = this.#meet(place)
    if (machine === null || revision < machine.commitsAfter) return null
    if (machine.clientId !== place.clientId) return null
    const first = machine.commits.find(({ commit }) => commit > revision)
    return first !== undefined && first.oldest < before
  }

  /** Null when nothing is known. */
  #meet(place: MachinePlace): Machine | null {
    if (this.#start === null) return null
    const known = this.#machines.get(place.machineId)
    if (known !== undefined) return known
    return this.#beginMachine({ ...place, newest: Number.NEGATIVE_INFINITY }, this.#start)
  }

  #complete(stretch: MachineStretch): Machine | null {
    const machine = this.#meet(stretch)
    // What another client has under this number, only the store knows.
    if (machine === null || machine.clientId !== stretch.clientId) return null
    return stretch.from >= machine.completeFrom ? machine : null
  }

  /** What goes, goes by blocks; of the samples at one instant all: what is kept is complete. */
  #trimSamples(machine: Machine): void {
    const { samples } = machine
    const { newest } = samples
    for (;;) {
      const count = samples.count
      const before = this.#samples > this.#mostSamples ? undefined : newest - cachedMs
      const gone = samples.forgetOldest(cachedRecords, before)
      if (gone === undefined) return
      this.#samples -= count - samples.count
      machine.completeFrom = Math.max(machine.completeFrom, gone + 1)
    }
  }
}

const within = ({ from, to }: MachineStretch, at: number) => at >= from && (to === null || at < to)

/** Most alarms are the newest of their machine. */
function insertAlarm(alarms: CachedAlarm[], one: CachedAlarm): void {
  let place = alarms.length
  for (;;) {
    const before = alarms[place - 1]
    if (before === undefined || before.record.raisedAt <= one.record.raisedAt) break
    place -= 1
  }
  if (place === alarms.length) alarms.push(one)
  else alarms.splice(place, 0, one)
}

function noteCommit(machine: Machine, commit: bigint, at: number): void {
  const { commits } = machine
  for (let last = commits.at(-1); last && last.oldest >= at; last = commits.at(-1)) commits.pop()
  if (commits.at(-1)?.commit === commit) return
  commits.push({ commit, oldest: at })
  if (commits.length < 2 * cachedRecords) return
  const gone = commits.splice(0, commits.length - cachedRecords)
  machine.commitsAfter = gone.at(-1)?.commit ?? machine.commitsAfter
}

/** Of alarms at one instant all go: what is kept is complete. */
function trimAlarms(machine: Machine): void {
  const { alarms } = machine
  const last = alarms[alarms.length - cachedRecords - 1]
  if (alarms.length < 2 * cachedRecords || last === undefined) return
  machine.completeFrom = Math.max(machine.completeFrom, last.record.raisedAt + 1)
  machine.alarms = alarms.filter(({ record }) => record.raisedAt >= machine.completeFrom)
}
