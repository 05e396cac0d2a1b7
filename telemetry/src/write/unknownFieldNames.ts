import type { Batch } from '../records.ts'

/** What is remembered of each machine, in names. */
const most = 20

type Known = { readonly clientId: number; readonly names: Map<string, number> }

/** Which fields machines send that Packboard does not know, in memory, since this opening of the store (D65). */
export class UnknownFieldNames {
  readonly #machines = new Map<number, Known>()

  /** Remembers the unknown fields of stored batches. */
  stored(batches: readonly Batch[]): void {
    for (const { unknownFields = [] } of batches) {
      for (const { clientId, machineId, names } of unknownFields) {
        let known = this.#machines.get(machineId)
        // A machine that was given to another client begins anew there.
        if (known?.clientId !== clientId) {
          known = { clientId, names: new Map() }
          this.#machines.set(machineId, known)
        }
        for (const [name, count] of names) {
          const before = known.names.get(name)
          if (before !== undefined || known.names.size < most) {
            known.names.set(name, (before ?? 0) + count)
          }
        }
      }
    }
  }

  of(clientId: number, machineId: number): ReadonlyMap<string, number> {
    const known = this.#machines.get(machineId)
    return known?.clientId === clientId ? known.names : new Map()
  }

  /** Of these clients: names are erased from their records (D54). */
  forget(clientIds: readonly number[]): void {
    const gone = new Set(clientIds)
    for (const [machineId, { clientId }] of this.#machines) {
      if (gone.has(clientId)) this.#machines.delete(machineId)
    }
  }
}
