import type { LedgerMachine } from './ledgerMachine.ts'
import type { LedgerParts } from './ledgerParts.ts'
import type { Extent } from './store/extents.ts'
import { readGapRepairs } from './store/gapRepairs.ts'

/** What others change in the store while the ledger and its readers stand still, and what is computed or read again after it. */
export class StoredChanges {
  readonly #parts: LedgerParts

  constructor(parts: LedgerParts) {
    this.#parts = parts
  }

  /**
   * Changes words of stored records and rows of a client, figures never (D54). Nothing is computed meanwhile,
   * its readers wait, and what was read before is read again. The work checks whether the store is still
   * open before each of its steps.
   */
  rewrite(clientId: number, work: (goesOn: () => boolean) => Promise<void>): Promise<void> {
    const { context, machines, schedule, views, alone } = this.#parts
    const client = machines.client(clientId)
    const change = async () => {
      this.#parts.work.upset()
      client.isRewritten = true
      for (const { machineId } of client.machines) {
        views.spoil(machineId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      }
      try {
        await work(() => !schedule.isClosed)
      } finally {
        for (const machine of client.machines) this.#forget(machine)
        client.isRewritten = false
        context.events.emit('wordsChanged', clientId)
      }
    }
    return client.turns.alone(() => alone(change))
  }

  #forget(machine: LedgerMachine): void {
    const { minutes, sums, records, work } = this.#parts
    machine.tail.forget()
    minutes.forget(machine.machineId)
    sums.forget(machine.machineId)
    records.forgetMachine(machine, work.reported)
    work.figuresChanged(machine)
  }

  /**
   * The records of some clients before an instant are about to be deleted; their minutes stay (D53). A new rule will
   * compute nothing anew from there.
   */
  async leaveRecords(clientIds: readonly number[], before: number): Promise<void> {
    const { machines, rounds, records } = this.#parts
    for (const client of clientIds.map((clientId) => machines.client(clientId))) {
      await rounds.compute(client)
      await client.turns.alone(async () => {
        for (const machine of client.machines) {
          machine.oldest = Math.max(machine.oldest, before)
          records.forgetBefore(machine.machineId, before)
        }
      })
    }
  }

  /**
   * Deletes hours and minutes that are past their retention (D53). No row is written meanwhile: hours that were deleted
   * would be made again from minutes that are about to be. What is remembered is read again.
   */
  forgetMinutes(work: () => Promise<number>): Promise<number> {
    const { context, machines, minutes, sums, alone } = this.#parts
    return alone(async () => {
      try {
        return await work()
      } finally {
        minutes.forgetAll()
        sums.forgetAll()
        machines.repair(await readGapRepairs(context))
      }
    })
  }

  /** Computes the minutes between the first and the newest of some records anew, and what follows from them. */
  computeAnew(extents: readonly Extent[]): Promise<void> {
    const { machines, work, rounds, schedule } = this.#parts
    work.computeAnew(extents)
    const clients = machines.clientsOf(extents.map(({ machineId }) => machineId))
    return schedule.patiently(async () => {
      await Promise.all(clients.map((client) => rounds.compute(client)))
    })
  }
}
