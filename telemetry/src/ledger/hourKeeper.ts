import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { TelemetryContext } from '../context.ts'
import { cachedMs } from './cachedMinutes.ts'
import { hourOf, minuteMs } from './fold/minute.ts'
import type { HourBook } from './hourBook.ts'
import type { LedgerCore } from './ledgerCore.ts'
import type { LedgerMachine } from './ledgerMachine.ts'
import type { PieceCache } from './pieceCache.ts'
import type { MachineRange, StepPiece } from './pieceGrain.ts'
import { dropHours, ledgerMonths, unwrittenHours, writeHours } from './store/hourRows.ts'
import type { MachineStretch } from './store/machinePlace.ts'
import { readPieceMinutes, readPieceSteps } from './store/readPieces.ts'
import { minutesOfStretches } from './store/readStretches.ts'

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

/** Machines whose last hours are read into memory at once. */
const machinesFilled = 20
/** The last rows of a machine from which a reader folds on. */
const tailMs = 15 * minuteMs

/** Reads the last hours of some machines into memory; false: nothing is left to be read. To be done while nothing is written. */
export async function fillMinutes(
  context: TelemetryContext,
  machines: readonly LedgerMachine[],
  { minutes }: PieceCache,
): Promise<boolean> {
  const wanted = machines.filter(({ machineId, frozen, lastRow }) => {
    return !minutes.has(machineId) && frozen.length === 0 && Number.isFinite(lastRow)
  })
  const [first] = wanted
  if (first === undefined || !context.writesAlone) return false
  const filled = wanted
    .filter(({ clientId }) => clientId === first.clientId)
    .slice(0, machinesFilled)
  const places = filled.map(({ clientId, machineId, lastRow }) => {
    return { clientId, machineId, from: hourOf(lastRow) - cachedMs, to: null }
  })
  const found = await readPieceMinutes(context, places)
  for (const place of places) {
    minutes.begin(place, place.from, found.get(place.machineId) ?? [])
  }
  await fillTails(
    context,
    filled.filter(({ tail }) => tail.isEmpty),
  )
  return true
}

async function fillTails(
  context: TelemetryContext,
  machines: readonly LedgerMachine[],
): Promise<void> {
  const stretches = machines.map(({ clientId, machineId, lastRow }) => {
    return { clientId, machineId, from: lastRow - tailMs, to: null, last: lastRow }
  })
  const rows = await minutesOfStretches(context, stretches)
  for (const [index, { lastRow, tail }] of machines.entries()) {
    tail.replace(lastRow - tailMs, null, rows[index] ?? [])
  }
}

/** Reads hours and days into memory that questions wanted; false: none are wanted. To be done while nothing is written. */
async function fillSteps(
  context: TelemetryContext,
  pieces: PieceCache,
  hours: HourBook,
): Promise<boolean> {
  const wanted = pieces.nextWanted()
  if (wanted === undefined) return false
  const { stepMs, ranges } = wanted
  // What was written since it was wanted may wait for its hours.
  const current = ranges.flatMap((place) => {
    const range = hours.current(place.machineId, place.from, place.to)
    return range ? [{ ...place, ...range }] : []
  })
  if (current.length > 0) {
    const found = await readPieceSteps(context, stepMs, current)
    for (const place of current) await put(pieces, stepMs, place, found.get(place.machineId) ?? [])
  }
  return true
}

/** So many pieces are taken into memory at once, some milliseconds; everything else goes on in between. */
const putAtOnce = 2_000

/** Takes the pieces of a range into memory, in order of time, some steps after the other. */
async function put(
  cache: PieceCache,
  stepMs: number,
  place: MachineRange,
  pieces: readonly StepPiece[],
): Promise<void> {
  const [first, to] = [
    Math.ceil(place.from / stepMs) * stepMs,
    Math.floor(place.to / stepMs) * stepMs,
  ]
  const until = (index: number, at: number) => {
    let next = index
    while (next < pieces.length && (pieces[next]?.at ?? at) < at) next += 1
    return next
  }
  let begin = until(0, first)
  for (let from = first; from < to; ) {
    const next = pieces[begin + putAtOnce]
    const end = next === undefined ? to : Math.min(to, Math.max(from + stepMs, next.at))
    const after = until(begin, end)
    cache.put(stepMs, { ...place, from, to: end }, pieces.slice(begin, after))
    begin = after
    from = end
    await setImmediate()
  }
}
