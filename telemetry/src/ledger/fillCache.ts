import { setImmediate } from 'node:timers/promises'
import type { TelemetryContext } from '../context.ts'
import { cachedMs } from './cachedMinutes.ts'
import { hourOf } from './fold/hour.ts'
import { minuteMs } from './fold/minute.ts'
import type { HourBook } from './hourBook.ts'
import type { LedgerMachine } from './ledgerMachine.ts'
import type { PieceCache } from './pieceCache.ts'
import type { MachineRange, StepPiece } from './pieceGrain.ts'
import { readPieceMinutes, readPieceSteps } from './store/readPieces.ts'
import { minutesOfStretches } from './store/readStretches.ts'

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
export async function fillSteps(
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
