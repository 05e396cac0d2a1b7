import { setTimeout as sleep } from 'node:timers/promises'
import { fillMinutes, fillSteps } from './fillCache.ts'
import type { LedgerCore } from './ledgerCore.ts'
import { dropHours, ledgerMonths, unwrittenHours, writeHours } from './store/hourRows.ts'
import type { MachineStretch } from './store/machinePlace.ts'

/** How long everything else has the engine between two pieces. */
const restMs = 50
/** After a failure, and when there is nothing to do. */
const pauseMs = 5_000

/** Hours of one machine that are written in one statement: bounds its memory and what other work waits for. */
const hoursAtOnce = 31 * 24
/** Machines whose hours are written in one statement. */
const machinesAtOnce = 4

/**
 * What is done in the background, a piece at a time between the rounds of the ledger: fills the cache, and brings the hour rows up to
 * date, the newest month first.
 */
export class HourKeeper {
  readonly #core: LedgerCore
  readonly #stopped = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> | undefined

  constructor(core: LedgerCore) {
    this.#core = core
  }

  start(): void {
    this.#core.pieces.whenWanted(() => this.#wake.abort())
    this.#running ??= this.#run()
  }

  async rebuild(): Promise<void> {
    const { turns, context, hours } = this.#core
    await turns.alone(async () => {
      for (const month of await ledgerMonths(context)) hours.doom(month)
    })
    while (hours.nextDoomed() !== undefined) await turns.alone(() => this.#step())
  }

  /** Resolves when no hour waits. */
  async settled(): Promise<void> {
    while (!this.#stopped.signal.aborted && (await this.#core.turns.alone(() => this.#step())));
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      let rest = pauseMs
      try {
        const worked = await this.#core.turns.alone(() => this.#step())
        if (worked) rest = restMs
      } catch (error) {
        if (!signal.aborted)
          this.#core.context.log.warn({ err: error }, 'Hours could not be written; trying again')
      }
      const either = rest === pauseMs ? AbortSignal.any([signal, this.#wake.signal]) : signal
      await sleep(rest, undefined, { ref: false, signal: either }).catch(() => {})
      if (this.#wake.signal.aborted) this.#wake = new AbortController()
    }
  }

  /** One piece of work; false: there is none. */
  async #step(): Promise<boolean> {
    const { context, machines, hours, pieces, version } = this.#core
    if (this.#stopped.signal.aborted) return false
    if (await fillMinutes(context, machines.all(), pieces)) return true
    if (await fillSteps(context, pieces, hours)) return true
    const doomed = hours.nextDoomed()
    if (doomed !== undefined) {
      await dropHours(context, doomed)
      hours.dropped(doomed)
      return true
    }
    if (!hours.begun) {
      hours.begin(await ledgerMonths(context))
      return true
    }
    const stretches = this.#due()
    if (stretches.length > 0) {
      await writeHours(context, version.next(), stretches)
      for (const { machineId, from, to } of stretches) {
        hours.written(machineId, { from, to: to ?? from })
      }
      return true
    }
    const month = hours.nextMonth()
    if (month === undefined) return false
    hours.checked(month, await unwrittenHours(context, month))
    context.log.info({ month, ...this.left() }, 'Hours are being brought up to date')
    return true
  }

  left(): { months: number; hours: number } {
    const { hours, machines } = this.#core
    return hours.left((machineId) => machines.get(machineId)?.lastRow ?? Number.NEGATIVE_INFINITY)
  }

  #due(): MachineStretch[] {
    const { hours, machines } = this.#core
    const stretches: MachineStretch[] = []
    for (const machineId of hours.staleMachines()) {
      const machine = machines.get(machineId)
      // Hours of a machine whose minutes are being computed would be written for each of its rounds.
      if (machine !== undefined && Number.isFinite(machine.computing)) continue
      const range = machine && hours.due(machineId, machine.lastRow, hoursAtOnce)
      if (range) stretches.push({ clientId: machine.clientId, machineId, ...range })
      if (stretches.length === machinesAtOnce) break
    }
    return stretches
  }
}
