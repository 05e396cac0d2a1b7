import type { Batch, MachineCounts } from '@packboard/telemetry/write'
import type { MachineDirectory } from './directory.ts'

/** The outcomes of one machine's records since the start of the process. */
export type MachineTally = {
  readonly machineId: number | null
  readonly serialNo: string
  received: number
  accepted: number
  duplicate: number
  late: number
  conflicting: number
  /** Written by Packboard while the session of the machine lived (D58). */
  alive: number
  quarantined: number
  /** Median of receipt − source, ms (D9); null when no sample carried its own time. */
  readonly clockSkewMs: number | null
}

type Tally = Omit<MachineTally, 'clockSkewMs'>

/** What becomes of a record that reached the store; late and conflicting ones are accepted, too. */
export const fates = [
  'accepted',
  'duplicate',
  'late',
  'conflicting',
  'quarantined',
  'alive',
] as const

/** Counts the records of each machine: received = accepted + duplicate + quarantined, for each machine, whenever nothing is in progress. */
export class MachineTallies {
  readonly #directory: MachineDirectory
  readonly #tallies = new Map<number | null, Tally>()
  #cutRecords = 0

  constructor(directory: MachineDirectory) {
    this.#directory = directory
  }

  /** Quarantined as cut text. */
  get cutRecords(): number {
    return this.#cutRecords
  }

  received(batch: Batch) {
    for (const list of [batch.samples, batch.alarms, batch.audits, batch.quarantined]) {
      for (const record of list) {
        const own = ('alive' in record && record.alive) || ('death' in record && record.death)
        if (!own) this.#of(record.machineId).received += 1
      }
    }
    for (const { reason } of batch.quarantined) if (reason === 'cut') this.#cutRecords += 1
  }

  stored(counts: readonly MachineCounts[]) {
    for (const part of counts) {
      const total = this.#of(part.machineId)
      for (const fate of fates) total[fate] += part[fate]
    }
  }

  list(clockSkewOf: (machineId: number) => number | null): MachineTally[] {
    return [...this.#tallies.values()].map((counts) => ({
      ...counts,
      // Sorted only for those who read it.
      get clockSkewMs() {
        return counts.machineId === null ? null : clockSkewOf(counts.machineId)
      },
    }))
  }

  #of(machineId: number | null): Tally {
    const known = this.#tallies.get(machineId)
    if (known) return known
    const serialNo = machineId === null ? undefined : this.#directory.byId(machineId)?.serialNo
    const tally = {
      machineId,
      serialNo: serialNo ?? '',
      received: 0,
      accepted: 0,
      duplicate: 0,
      late: 0,
      conflicting: 0,
      alive: 0,
      quarantined: 0,
    }
    this.#tallies.set(machineId, tally)
    return tally
  }
}
