import { DatedSettings } from '../datedSettings/machineSettings.ts'
import type { StoredSetting } from '../datedSettings/storedSettings.ts'
import type { DirectoryMachine, MachineRow, Touched } from './directoryRows.ts'

/** The machines of the installation in memory, found by their ids and serial numbers. */
export class Floor {
  readonly #byId = new Map<number, DirectoryMachine>()
  readonly #bySerialNo = new Map<string, DirectoryMachine>()
  #settings = new DatedSettings([])
  /** In the order of their ids; undefined since a machine came or went. */
  #list: readonly DirectoryMachine[] | undefined

  byId(id: number): DirectoryMachine | undefined {
    return this.#byId.get(id)
  }

  bySerialNo(serialNo: string): DirectoryMachine | undefined {
    return this.#bySerialNo.get(serialNo)
  }

  machines(): readonly DirectoryMachine[] {
    this.#list ??= [...this.#byId.values()].sort((one, other) => one.id - other.id)
    return this.#list
  }

  /** Takes over everything anew and returns the ids of the machines that were known or are now. */
  replace(rows: readonly MachineRow[], settings: readonly StoredSetting[]): Set<number> {
    const changed = new Set(this.#byId.keys())
    this.#byId.clear()
    this.#bySerialNo.clear()
    this.#settings = new DatedSettings(settings)
    for (const row of rows) {
      this.#put(row)
      changed.add(row.id)
    }
    this.#list = undefined
    return changed
  }

  /**
   * Takes over the rows of `touched` that are there; what was touched and has no row is gone. `settings` are all entries of the machines
   * and types of the rows, and of the clients whose products were touched. Returns the ids of the machines that may be other than they were.
   */
  change(
    touched: Touched,
    rows: readonly MachineRow[],
    settings: readonly StoredSetting[],
  ): Set<number> {
    const clients = new Set(touched.client)
    const recipesOf = new Set(touched.recipe)
    const changed = new Set(touched.machine)
    const again: MachineRow[] = []
    this.#settings.put(settings)
    if (clients.size > 0 || recipesOf.size > 0) {
      for (const machine of this.#byId.values()) {
        if (clients.has(machine.clientId)) changed.add(machine.id)
        else if (recipesOf.has(machine.clientId) && !changed.has(machine.id)) again.push(machine)
      }
    }
    const read = new Set(rows.map(({ id }) => id))
    // Two machines may have exchanged their numbers: all old ones go first.
    for (const id of [...changed, ...read]) this.#remove(id)
    for (const row of rows) this.#put(row)
    for (const machine of again) if (!read.has(machine.id)) this.#put(machine)
    for (const { id } of [...rows, ...again]) changed.add(id)
    this.#list = undefined
    return changed
  }

  #put(row: MachineRow) {
    const machine = { ...row, rule: this.#settings.rule(row) }
    this.#byId.set(machine.id, machine)
    this.#bySerialNo.set(machine.serialNo, machine)
  }

  #remove(id: number) {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    // Another machine may have its number by now.
    if (this.#bySerialNo.get(known.serialNo) === known) this.#bySerialNo.delete(known.serialNo)
  }
}
