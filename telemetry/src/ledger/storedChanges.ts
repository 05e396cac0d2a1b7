import type { Committed } from '../context.ts'
import type { MonthsFrozen } from '../damagedMonths.ts'
import type { MachineRule } from '../records.ts'
import type { FrozenMonths } from './frozenMonths.ts'
import type { LedgerCore } from './ledgerCore.ts'
import type { LedgerMachine } from './ledgerMachine.ts'
import type { LedgerRounds } from './ledgerRounds.ts'
import { gatherMs, type LedgerSchedule } from './ledgerSchedule.ts'
import type { Extent } from './store/extents.ts'
import { readGapRepairs } from './store/gapRepairs.ts'
import type { readRules } from './store/openingState.ts'

/**
 * What others change in the store: records, rules and damage, as they happen, and words and retention, while the ledger and its readers
 * stand still. What is cached of it is forgotten, and what follows from it is computed.
 */
export class StoredChanges {
  readonly #core: LedgerCore
  readonly #rounds: LedgerRounds
  readonly #schedule: LedgerSchedule
  readonly #frozen: FrozenMonths

  constructor(
    core: LedgerCore,
    rounds: LedgerRounds,
    schedule: LedgerSchedule,
    frozen: FrozenMonths,
  ) {
    this.#core = core
    this.#rounds = rounds
    this.#schedule = schedule
    this.#frozen = frozen
  }

  /** Begins with what the store holds when it is opened, and follows what happens to it. */
  follow(rules: Awaited<ReturnType<typeof readRules>>): void {
    const { context, machines, work, hours } = this.#core
    const { damage, counters, events, records } = context
    const released = damage.released()
    if (context.writesAlone && released.length === 0) {
      const start = { from: Number.NEGATIVE_INFINITY, revision: counters.revision }
      records.begin(start, machines.all())
    }
    work.beginRules(rules)
    this.#frozen.change({ frozen: damage.frozen(), released })
    // While they were damaged before the start their hours were another sum.
    for (const { month } of released) hours.doom(month)
    // Never computed, or by an earlier fold: no row is known to be right.
    if (machines.computed === 0n) for (const machine of machines.all()) machines.touchAll(machine)
    events.on('committed', this.#onCommitted)
    events.on('rulesChanged', this.#onRulesChanged)
    events.on('monthsFrozen', this.#onMonthsFrozen)
    events.on('hoursDamaged', this.#onHoursDamaged)
  }

  unfollow(): void {
    const { events } = this.#core.context
    events.off('committed', this.#onCommitted)
    events.off('rulesChanged', this.#onRulesChanged)
    events.off('monthsFrozen', this.#onMonthsFrozen)
    events.off('hoursDamaged', this.#onHoursDamaged)
  }

  readonly #onCommitted = (committed: Committed) => {
    const { context, machines, work } = this.#core
    const { unclear, samples, alarms } = committed
    work.committed(committed)
    context.records.add(committed)
    if (unclear !== undefined) context.records.forget()
    this.#schedule.planAll(unclear === undefined ? gatherMs.live : gatherMs.behind)
    const clientIds = new Set(samples.map(({ clientId }) => clientId))
    for (const { clientId } of alarms) clientIds.add(clientId)
    for (const clientId of clientIds) this.#schedule.plan(machines.client(clientId))
  }

  readonly #onRulesChanged = (rules: readonly MachineRule[]) => {
    this.#core.work.rulesChanged(rules)
    this.#schedule.planAll(gatherMs.behind)
  }

  readonly #onMonthsFrozen = (months: MonthsFrozen) => {
    const { context, pieces, work } = this.#core
    work.upset()
    context.records.forget()
    pieces.forgetAll()
    this.#frozen.change(months)
    this.#schedule.planAll(gatherMs.behind)
  }

  readonly #onHoursDamaged = (month: number) => this.#core.hours.doom(month)

  /**
   * Changes words of stored records and rows of a client, figures never (D54). Nothing is computed meanwhile,
   * its readers wait, and what was read before is read again. The work checks whether the store is still
   * open before each of its steps.
   */
  rewrite(clientId: number, work: (goesOn: () => boolean) => Promise<void>): Promise<void> {
    const { context, machines, views, turns } = this.#core
    const client = machines.client(clientId)
    const change = async () => {
      this.#core.work.upset()
      client.isRewritten = true
      for (const { machineId } of client.machines) {
        views.spoil(machineId, { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY })
      }
      try {
        await work(() => !this.#schedule.isClosed)
      } finally {
        for (const machine of client.machines) this.#forget(machine)
        client.isRewritten = false
        context.events.emit('wordsChanged', clientId)
      }
    }
    return client.turns.alone(() => turns.alone(change))
  }

  #forget(machine: LedgerMachine): void {
    const { context, pieces, work } = this.#core
    machine.tail.forget()
    pieces.forgetMachine(machine.machineId)
    context.records.forgetMachine(machine, work.reported)
    work.figuresChanged(machine)
  }

  /**
   * The records of some clients before an instant are about to be deleted; their minutes stay (D53). A new rule will
   * compute nothing anew from there.
   */
  async leaveRecords(clientIds: readonly number[], before: number): Promise<void> {
    const { context, machines } = this.#core
    for (const client of clientIds.map((clientId) => machines.client(clientId))) {
      await this.#rounds.compute(client).all
      await client.turns.alone(async () => {
        for (const machine of client.machines) {
          machine.oldest = Math.max(machine.oldest, before)
          context.records.forgetBefore(machine.machineId, before)
        }
      })
    }
  }

  /**
   * Deletes hours and minutes that are past their retention (D53). No row is written meanwhile: hours that were deleted
   * would be made again from minutes that are about to be. What is cached is read again.
   */
  forgetMinutes(work: () => Promise<number>): Promise<number> {
    const { context, machines, pieces, turns } = this.#core
    return turns.alone(async () => {
      try {
        return await work()
      } finally {
        pieces.forgetAll()
        machines.repair(await readGapRepairs(context))
      }
    })
  }

  /** Computes the minutes between the first and the newest of some records anew, and what follows from them. */
  computeAnew(extents: readonly Extent[]): Promise<void> {
    const { machines, work } = this.#core
    work.computeAnew(extents)
    const clients = machines.clientsOf(extents.map(({ machineId }) => machineId))
    return this.#schedule.patiently(async () => {
      await Promise.all(clients.map((client) => this.#rounds.compute(client).all))
    })
  }
}
