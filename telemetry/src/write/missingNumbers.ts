import type { Batch } from '../records.ts'

/** How many numbers of the sequence of each machine did not come, in memory, since this opening of the store. */
export class MissingNumbers {
  readonly #machines = new Map<number, { readonly clientId: number; missing: number }>()

  stored(batches: readonly Batch[]): void {
    for (const { missingNumbers = [] } of batches) {
      for (const { clientId, machineId, missing } of missingNumbers) {
        const known = this.#machines.get(machineId)
        // A machine that was given to another client begins anew there.
        const before = known?.clientId === clientId ? known.missing : 0
        this.#machines.set(machineId, { clientId, missing: Math.max(0, before + missing) })
      }
    }
  }

  of(clientId: number, machineId: number): number {
    const known = this.#machines.get(machineId)
    return known?.clientId === clientId ? known.missing : 0
  }
}
