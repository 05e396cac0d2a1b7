import { setImmediate } from 'node:timers/promises'
import type { TelemetryContext } from '../context.ts'
import { hourOf } from './fold/hour.ts'
import { minuteMs } from './fold/minute.ts'
import type { HourBook } from './hourBook.ts'
import type { LedgerMachine } from './ledgerMachine.ts'
import { type RecentMinutes, rememberedMs } from './recentMinutes.ts'
import type { MachineRange, StepPiece } from './rememberedSteps.ts'
import type { RememberedSums } from './rememberedSums.ts'
import { minutesToRemember } from './store/minutesToRemember.ts'
import { minutesWithin } from './store/readMinutes.ts'
import { stepsToRemember } from './store/stepsToRemember.ts'

/** Machines whose last hours are read into memory at once. */
const machinesFilled = 20
/** The last rows of a machine from which a reader folds on. */
const tailMs = 15 * minuteMs

/** Reads the last hours of some machines into memory; false: nothing is left to be read. To be done while nothing is written. */
export async function fillMinutes(
  context: TelemetryContext,
  machines: readonly LedgerMachine[],
  minutes: RecentMinutes,
): Promise<boolean> {
  const wanted = machines.filter(({ machineId, held, lastRow }) => {
    return !minutes.has(machineId) && held.length === 0 && Number.isFinite(lastRow)
  })
  const [first] = wanted
  if (first === undefined || !context.writesAlone) return false
  const filled = wanted
    .filter(({ clientId }) => clientId === first.clientId)
    .slice(0, machinesFilled)
  const places = filled.map(({ clientId, machineId, lastRow }) => {
    return { clientId, machineId, from: hourOf(lastRow) - rememberedMs, to: null }
  })
  const lasts = filled.filter(({ tail }) => tail.isEmpty)
  const found = await minutesToRemember(context, places)
  for (const place of places) {
    minutes.begin(place, place.from, found.get(place.machineId) ?? [])
  }
  const carries = await minutesWithin(
    context,
    lasts.map(({ clientId, machineId, lastRow }) => {
      return { clientId, machineId, from: lastRow - tailMs, to: null }
    }),
  )
  for (const machine of lasts) {
    machine.tail.replace(machine.lastRow - tailMs, null, carries.get(machine.machineId) ?? [])
  }
  return true
}

/** Reads sums into memory that questions wanted; false: none are wanted. To be done while nothing is written. */
export async function fillSums(
  context: TelemetryContext,
  sums: RememberedSums,
  hours: HourBook,
): Promise<boolean> {
  const wanted = sums.nextWanted()
  if (wanted === undefined) return false
  const { stepMs, ranges } = wanted
  // What was written since it was wanted may wait for its hours.
  const current = ranges.flatMap((place) => {
    const range = hours.current(place.machineId, place.from, place.to)
    return range ? [{ ...place, ...range }] : []
  })
  if (current.length > 0) {
    const found = await stepsToRemember(context, stepMs, current)
    for (const place of current) await hold(sums, stepMs, place, found.get(place.machineId) ?? [])
  }
  return true
}

/** So many pieces are taken into memory at once, some milliseconds; everything else goes on in between. */
const heldAtOnce = 2_000

/** Takes the pieces of a range into memory, in order of time, some steps after the other. */
async function hold(
  sums: RememberedSums,
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
    const next = pieces[begin + heldAtOnce]
    const end = next === undefined ? to : Math.min(to, Math.max(from + stepMs, next.at))
    const after = until(begin, end)
    sums.hold(stepMs, { ...place, from, to: end }, pieces.slice(begin, after))
    begin = after
    from = end
    await setImmediate()
  }
}
