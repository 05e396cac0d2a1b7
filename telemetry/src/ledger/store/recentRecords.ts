import type { Committed, TelemetryContext } from '../../context.ts'
import type { StoredAlarm, StoredSample } from '../../records.ts'
import { bySampleOrder, type LedgerAlarm, type LedgerSample } from '../fold/ledgerRecords.ts'
import { keepNewest } from './keepNewest.ts'
import type { MachinePlace, MachineStretch } from './machinePlace.ts'

/**
 * Samples, and alarms, of each machine that are kept: more than two minutes of a machine that sends each second, which is what
 * readers of the live end fold. Up to twice as many are held before the older half goes.
 */
const keptRecords = 180

type Kept<Rec> = { readonly record: Rec; readonly commit: bigint }

type Machine = {
  readonly clientId: number
  /** All stored records from this instant on are here. */
  completeFrom: number
  /** In the order of samples; versions of one sample in the order in which they came. */
  samples: Kept<StoredSample>[]
  /** By the time that they were raised. */
  alarms: Kept<StoredAlarm>[]
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
  /** Where a machine begins that was not met yet, and after which commit; null: nothing is known. */
  #start: { readonly from: number; readonly revision: bigint } | null = null

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
    this.#machines.set(machineId, { ...machine, samples: [], alarms: [], commits: [] })
  }

  /** The records of a machine before an instant are about to be deleted. */
  leaveBefore(machineId: number, before: number): void {
    const machine = this.#machines.get(machineId)
    if (machine !== undefined && machine.completeFrom < before) keepFrom(machine, before)
  }

  /** Nothing is known until it begins anew. */
  forget(): void {
    this.#machines.clear()
    this.#start = null
  }

  get isForgotten(): boolean {
    return this.#start === null
  }

  add({ batch, samples, alarms }: Pick<Committed, 'batch' | 'samples' | 'alarms'>): void {
    for (const record of samples) {
      const machine = this.#meet(record)
      if (machine === null) return
      noteCommit(machine, batch, record.at)
      if (record.at >= machine.completeFrom) {
        insert(machine.samples, { record, commit: batch }, bySampleOrder)
        trim(machine, machine.samples, ({ at }) => at)
      }
    }
    for (const record of alarms) {
      const machine = this.#meet(record)
      if (machine === null) return
      if (record.raisedAt >= machine.completeFrom) {
        insert(machine.alarms, { record, commit: batch }, (a, b) => a.raisedAt - b.raisedAt)
        trim(machine, machine.alarms, ({ raisedAt }) => raisedAt)
      }
    }
  }

  /** The effective samples of a stretch, in order, as they were known at a revision; null when not all of them are here. */
  samples(stretch: MachineStretch, revision: bigint): LedgerSample[] | null {
    const machine = this.#complete(stretch)
    if (machine === null) return null
    const found: LedgerSample[] = []
    for (const { record, commit } of machine.samples) {
      if (commit > revision || record.clientId !== stretch.clientId) continue
      if (within(stretch, record.at)) keepNewest(found, record)
    }
    return found
  }

  /** The alarms that were raised in a stretch, each once; null when not all of them are here. */
  alarms(stretch: MachineStretch, revision: bigint): LedgerAlarm[] | null {
    const machine = this.#complete(stretch)
    if (machine === null) return null
    const found = new Map<string, LedgerAlarm>()
    for (const { record, commit } of machine.alarms) {
      if (commit > revision || record.clientId !== stretch.clientId) continue
      if (!within(stretch, record.raisedAt)) continue
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
    if (machine.clientId !== place.clientId) return false
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
    return machine !== null && stretch.from >= machine.completeFrom ? machine : null
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

/** Most records are the newest of their machine. */
function insert<Rec>(kept: Kept<Rec>[], one: Kept<Rec>, order: (a: Rec, b: Rec) => number): void {
  let place = kept.length
  for (;;) {
    const before = kept[place - 1]
    if (before === undefined || order(before.record, one.record) <= 0) break
    place -= 1
  }
  if (place === kept.length) kept.push(one)
  else kept.splice(place, 0, one)
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

/** Of records at one instant all go: what is kept is complete. */
function trim<Rec>(
  machine: Machine,
  kept: readonly Kept<Rec>[],
  timeOf: (record: Rec) => number,
): void {
  const last = kept[kept.length - keptRecords - 1]
  if (kept.length < 2 * keptRecords || last === undefined) return
  keepFrom(machine, timeOf(last.record) + 1)
}

function keepFrom(machine: Machine, completeFrom: number): void {
  machine.completeFrom = completeFrom
  machine.samples = machine.samples.filter(({ record }) => record.at >= completeFrom)
  machine.alarms = machine.alarms.filter(({ record }) => record.raisedAt >= completeFrom)
}
