import type { Committed, TelemetryContext } from '../../context.ts'
import type { StoredAlarm } from '../../records.ts'
import type { LedgerAlarm } from '../fold/ledgerRecords.ts'
import type { MachinePlace, MachineStretch } from './machinePlace.ts'
import { RecentSamples } from './recentSamples.ts'
import type { StretchSamples } from './roundStretch.ts'

/**
 * Samples, and alarms, of each machine that are kept: more than two minutes of a machine that sends each second, which is what
 * readers of the live end fold. Of alarms up to twice as many are held before the older half goes.
 */
const keptRecords = 180
/** More samples of a machine that sends faster: the ledger folds its running minute anew every quarter of a minute. */
const keptMs = 90_000
/** What lies this far before the newest sample of its machine is history, which is not held. */
const historyMs = 3_600_000
/** Of all machines, at 120 bytes each; beyond, a machine has no more than `keptRecords`. */
const mostSamples = 1_500_000

type KeptAlarm = { readonly record: StoredAlarm; readonly commit: bigint }

type Machine = {
  readonly clientId: number
  /** All stored records from this instant on are here. */
  completeFrom: number
  readonly samples: RecentSamples
  /** By the time that they were raised. */
  alarms: KeptAlarm[]
  /**
   * The commits that brought samples, and the oldest of them, rising in both: a later commit with an older sample stands for all
   * before it. Those up to `commitsAfter` are forgotten.
   */
  commits: { readonly commit: bigint; readonly oldest: number }[]
  commitsAfter: bigint
}

/**
 * The newest records of each machine as the commits brought them, so that the live end needs no query of the raw store. It is
 * complete only where this process is the one that writes: what else comes into the store makes it begin anew.
 */
export class RecentRecords {
  readonly #machines = new Map<number, Machine>()
  readonly #mostSamples: number
  #held = 0
  /** Where a machine begins that was not met yet, and after which commit; null: nothing is known. */
  #start: { readonly from: number; readonly revision: bigint } | null = null

  /** `most`: for tests, fewer samples of all machines. */
  constructor(most = mostSamples) {
    this.#mostSamples = most
  }

  /**
   * From here on every record comes by `add`. What the store holds already is older than `from`, and of these machines no newer than
   * their newest record. `revision` is the newest commit of all that.
   */
  begin(
    start: { readonly from: number; readonly revision: bigint },
    machines: readonly (MachinePlace & { readonly newest: number })[],
  ): void {
    this.forget()
    this.#start = start
    for (const machine of machines) this.beginMachine(machine, start)
  }

  /** Of one machine only what comes after its newest record, and from this start on, is known. */
  beginMachine(
    { clientId, machineId, newest }: MachinePlace & { readonly newest: number },
    { from, revision }: { readonly from: number; readonly revision: bigint },
  ): void {
    const completeFrom = Math.max(from, newest + 1)
    const machine = { clientId, completeFrom, commitsAfter: revision }
    this.#held -= this.#machines.get(machineId)?.samples.count ?? 0
    const samples = new RecentSamples()
    this.#machines.set(machineId, { ...machine, samples, alarms: [], commits: [] })
  }

  /** The records of a machine before an instant are about to be deleted. */
  leaveBefore(machineId: number, before: number): void {
    const machine = this.#machines.get(machineId)
    if (machine !== undefined && machine.completeFrom < before) machine.completeFrom = before
  }

  /** Nothing is known until it begins anew. */
  forget(): void {
    this.#machines.clear()
    this.#held = 0
    this.#start = null
  }

  get isForgotten(): boolean {
    return this.#start === null
  }

  add({ batch, samples, alarms }: Pick<Committed, 'batch' | 'samples' | 'alarms'>): void {
    for (const record of samples) {
      const machine = this.#meet(record)
      if (machine === null) return
      if (machine.clientId !== record.clientId) continue
      noteCommit(machine, batch, record.at)
      if (record.at < machine.completeFrom) continue
      const isHistory = record.at < machine.samples.newest - historyMs
      if (!isHistory && machine.samples.insert(record, batch)) this.#held += 1
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
    this.beginMachine({ ...place, newest: Number.NEGATIVE_INFINITY }, this.#start)
    return this.#machines.get(place.machineId) ?? null
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
      const before = this.#held > this.#mostSamples ? undefined : newest - keptMs
      const gone = samples.forgetOldest(keptRecords, before)
      if (gone === undefined) return
      this.#held -= count - samples.count
      machine.completeFrom = Math.max(machine.completeFrom, gone + 1)
    }
  }
}

const recents = new WeakMap<TelemetryContext, RecentRecords>()

/** The newest records of an open store. */
export function recentOf(context: TelemetryContext): RecentRecords {
  const known = recents.get(context)
  if (known !== undefined) return known
  const recent = new RecentRecords()
  recents.set(context, recent)
  return recent
}

const within = ({ from, to }: MachineStretch, at: number) => at >= from && (to === null || at < to)

/** Most alarms are the newest of their machine. */
function insertAlarm(alarms: KeptAlarm[], one: KeptAlarm): void {
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
  if (commits.length < 2 * keptRecords) return
  const gone = commits.splice(0, commits.length - keptRecords)
  machine.commitsAfter = gone.at(-1)?.commit ?? machine.commitsAfter
}

/** Of alarms at one instant all go: what is kept is complete. */
function trimAlarms(machine: Machine): void {
  const { alarms } = machine
  const last = alarms[alarms.length - keptRecords - 1]
  if (alarms.length < 2 * keptRecords || last === undefined) return
  machine.completeFrom = Math.max(machine.completeFrom, last.record.raisedAt + 1)
  machine.alarms = alarms.filter(({ record }) => record.raisedAt >= machine.completeFrom)
}
