import { setTimeout as sleep } from 'node:timers/promises'
import type { TelemetryContext } from '../context.ts'
import type { HourBook } from './hourBook.ts'
import type { LedgerMachines } from './ledgerMachines.ts'
import { dropHours } from './store/dropHours.ts'
import type { LedgerVersion } from './store/ledgerVersion.ts'
import type { MachineStretch } from './store/machinePlace.ts'
import { ledgerMonths, unwrittenHours } from './store/unwrittenHours.ts'
import { writeHours } from './store/writeHours.ts'

/** How long everything else has the engine between two pieces. */
const restMs = 50
/** After a failure, and when there is nothing to do. */
const pauseMs = 5_000

/** Hours of one machine that are written in one statement: bounds its memory and what other work waits for. */
const hoursAtOnce = 31 * 24
/** Machines whose hours are written in one statement. */
const machinesAtOnce = 4

type Deps = {
  readonly context: TelemetryContext
  readonly book: HourBook
  readonly machines: LedgerMachines
  /** Lets work run while no minute is computed. */
  readonly alone: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
  readonly version: LedgerVersion
  /** What is more urgent than an hour; false: nothing is. */
  readonly before: () => Promise<boolean>
}

/** Brings the hour rows up to date in the background, the newest month first, a piece at a time between the rounds of the ledger. */
export class HourKeeper {
  readonly #deps: Deps
  readonly #stopped = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** There is something to do now: it does not wait for the next look. */
  wake(): void {
    this.#wake.abort()
  }

  async rebuild(): Promise<void> {
    const { alone, context, book } = this.#deps
    await alone(async () => {
      for (const month of await ledgerMonths(context)) book.doom(month)
    })
    while (book.nextDoomed() !== undefined) await alone(() => this.#step())
  }

  /** Resolves when no hour waits. */
  async settled(): Promise<void> {
    while (!this.#stopped.signal.aborted && (await this.#deps.alone(() => this.#step())));
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
        const worked = await this.#deps.alone(() => this.#step())
        if (worked) rest = restMs
      } catch (error) {
        if (!signal.aborted)
          this.#deps.context.log.warn({ err: error }, 'Hours could not be written; trying again')
      }
      const either = rest === pauseMs ? AbortSignal.any([signal, this.#wake.signal]) : signal
      await sleep(rest, undefined, { ref: false, signal: either }).catch(() => {})
      if (this.#wake.signal.aborted) this.#wake = new AbortController()
    }
  }

  /** One piece of work; false: there is none. */
  async #step(): Promise<boolean> {
    const { context, book } = this.#deps
    if (this.#stopped.signal.aborted) return false
    if (await this.#deps.before()) return true
    const doomed = book.nextDoomed()
    if (doomed !== undefined) {
      await dropHours(context, doomed)
      book.dropped(doomed)
      return true
    }
    if (!book.begun) {
      book.begin(await ledgerMonths(context))
      return true
    }
    const stretches = this.#due()
    if (stretches.length > 0) {
      await writeHours(context, this.#deps.version.next(), stretches)
      for (const { machineId, from, to } of stretches) {
        book.written(machineId, { from, to: to ?? from })
      }
      return true
    }
    const month = book.nextMonth()
    if (month === undefined) return false
    book.checked(month, await unwrittenHours(context, month))
    const { months, hours } = this.left()
    context.log.info({ month, months, hours }, 'Hours are being brought up to date')
    return true
  }

  left(): { months: number; hours: number } {
    const { book, machines } = this.#deps
    return book.left((machineId) => machines.get(machineId)?.lastRow ?? Number.NEGATIVE_INFINITY)
  }

  #due(): MachineStretch[] {
    const { book, machines } = this.#deps
    const stretches: MachineStretch[] = []
    for (const machineId of book.staleMachines()) {
      const machine = machines.get(machineId)
      // Hours of a machine whose minutes are being computed would be written for each of its rounds.
      if (machine !== undefined && Number.isFinite(machine.computing)) continue
      const range = machine && book.due(machineId, machine.lastRow, hoursAtOnce)
      if (range) stretches.push({ clientId: machine.clientId, machineId, ...range })
      if (stretches.length === machinesAtOnce) break
    }
    return stretches
  }
}
