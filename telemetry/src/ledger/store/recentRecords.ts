import type { Committed, TelemetryContext } from '../../context.ts'
import type { StoredAlarm, StoredSample } from '../../records.ts'
import { bySampleOrder, type LedgerAlarm, type LedgerSample } from '../fold/ledgerRecords.ts'
import { keepNewest } from './keepNewest.ts'
import type { MachineStretch } from './machinePlace.ts'

/**
 * Samples, and alarms, of each machine that are kept: more than two minutes of a machine that sends each second, which is what
 * readers of the live end fold. Up to twice as many are held before the older half goes.
 */
const keptRecords = 180

type Kept<Rec> = { readonly record: Rec; readonly commit: bigint }

type Machine = {
  /** All stored records from this instant on are here. */
  completeFrom: number
  /** In the order of samples; versions of one sample in the order in which they came. */
  samples: Kept<StoredSample>[]
  /** By the time that they were raised. */
  alarms: Kept<StoredAlarm>[]
}

/**
 * The newest records of each machine as the commits brought them, so that the live end needs no query of the raw store. It is
 * complete only where this process is the one that writes: what else comes into the store makes it begin anew.
 */
export class RecentRecords {
  readonly #machines = new Map<number, Machine>()
  /** Where a machine begins that was not met yet; null: nothing is known. */
  #from: number | null = null

  /**
   * From here on every record comes by `add`. What the store holds already is older than `from`, and of these machines no newer than
   * their newest record.
   */
  begin(
    from: number,
    machines: readonly { readonly machineId: number; readonly newest: number }[],
  ): void {
    this.forget()
    this.#from = from
    for (const { machineId, newest } of machines) {
      this.beginMachine(machineId, Math.max(from, newest + 1))
    }
  }

  /** Of one machine only what comes from this instant on is known. */
  beginMachine(machineId: number, from: number): void {
    this.#machines.set(machineId, { completeFrom: from, samples: [], alarms: [] })
  }

  /** The records of a machine before an instant are about to be deleted. */
  leaveBefore(machineId: number, before: number): void {
    const machine = this.#machines.get(machineId)
    if (machine !== undefined && machine.completeFrom < before) keepFrom(machine, before)
  }

  /** Nothing is known until it begins anew. */
  forget(): void {
    this.#machines.clear()
    this.#from = null
  }

  get isForgotten(): boolean {
    return this.#from === null
  }

  add({ batch, samples, alarms }: Pick<Committed, 'batch' | 'samples' | 'alarms'>): void {
    if (this.#from === null) return
    for (const record of samples) {
      const machine = this.#meet(record.machineId, this.#from)
      if (record.at >= machine.completeFrom) {
        insert(machine.samples, { record, commit: batch }, bySampleOrder)
        trim(machine, machine.samples, ({ at }) => at)
      }
    }
    for (const record of alarms) {
      const machine = this.#meet(record.machineId, this.#from)
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

  #meet(machineId: number, completeFrom: number): Machine {
    const known = this.#machines.get(machineId)
    if (known !== undefined) return known
    const machine = { completeFrom, samples: [], alarms: [] }
    this.#machines.set(machineId, machine)
    return machine
  }

  #complete({ machineId, from }: MachineStretch): Machine | null {
    if (this.#from === null) return null
    const machine = this.#meet(machineId, this.#from)
    return from >= machine.completeFrom ? machine : null
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
