import type { Sample } from '@packboard/model'
import { countsFew, type PlantMachine } from '../plantLayout.ts'
import { hashText, noise } from '../random.ts'
import { type DayCounters, shown, unitsMade, unitsRejected } from './counters.ts'
import {
  type MachineDay,
  madeAt,
  type Piece,
  partsOfPack,
  pieceAt,
  rejectedAt,
} from './machineDay.ts'
import { poweredOff, warningStates } from './states.ts'

/** The data of a machine at an instant: what it will send, and the true counts behind it. */
export type Reading = {
  readonly at: number
  readonly piece: Piece
  /** Counted since the machine was built, in units of its counter; never falls. */
  readonly packs: number
  readonly rejects: number
  readonly speedPpm: number
  readonly packCounter: number
  readonly rejectCounter: number
  /** Packs of the running batch. */
  readonly batchPacks: number
  /** Every field is sent, not only those that changed. */
  readonly full: boolean
}

export type Cadence = {
  /** Between two samples while the machine runs. */
  readonly runningMs: number
  readonly standingMs: number
  /** Sends a sample at once when it is switched on in the middle of a state. */
  readonly greets: boolean
}

/** History has two samples a minute; a live machine sends one every second. */
export const historyCadence: Cadence = { runningMs: 30_000, standingMs: 60_000, greets: false }
export const liveCadence: Cadence = { runningMs: 1_000, standingMs: 5_000, greets: true }

/**
 * Whether a warning counts as running depends on the last 10 s (D13): in a warning the machine sends at least this often.
 */
const warningMs = 5_000
const fullEveryMs = 600_000

/** Every sample that a machine takes in [from, to): one at each change, to the millisecond, and heartbeats between. */
export function* readings(
  day: MachineDay,
  counters: DayCounters,
  { from, to, cadence }: { from: number; to: number; cadence: Cadence },
): Generator<Reading, void, undefined> {
  const { machine, pieces } = day
  const key = hashText(machine.serialNo)
  const end = Math.min(to, day.to)
  let reportedAt = -1
  let reported: Piece | undefined
  const first = Math.max(from, day.from)
  for (let index = pieceAt(day, first); index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (piece === undefined || piece.from >= end) return
    if (piece.state === poweredOff) continue
    const until = Math.min(end, pieces[index + 1]?.from ?? day.to)
    const step = beat(piece, machine, cadence)
    let at = piece.from
    if (at < first) at = cadence.greets ? first : at + Math.ceil((first - at) / step) * step
    for (; at < until; at += step) {
      const made = madeAt(piece, at)
      const packs = counters.start.packs + unitsMade(machine, made)
      const rejects = counters.start.rejects + unitsRejected(rejectedAt(piece, at))
      const full =
        !reported ||
        (reported !== piece && !sameContext(reported, piece)) ||
        Math.floor(at / fullEveryMs) !== Math.floor(reportedAt / fullEveryMs)
      reported = piece
      reportedAt = at
      yield {
        at,
        piece,
        packs,
        rejects,
        speedPpm: Math.round(piece.paceTenths * (1 + 0.012 * noise(key, at))) / 10,
        packCounter: shown(machine, packs - (counters.packBases[index] ?? 0)),
        rejectCounter: rejects - (counters.rejectBases[index] ?? 0),
        batchPacks: Math.floor(made / partsOfPack) - Math.floor(piece.batchMade / partsOfPack),
        full,
      }
    }
  }
}

function beat(piece: Piece, machine: PlantMachine, cadence: Cadence): number {
  if (warningStates.includes(piece.state)) return Math.min(warningMs, cadence.runningMs)
  return piece.paceTenths > 0 && !countsFew(machine) ? cadence.runningMs : cadence.standingMs
}

function sameContext(a: Piece, b: Piece): boolean {
  return (
    a.product === b.product &&
    a.tool === b.tool &&
    a.user === b.user &&
    a.setTenths === b.setTenths &&
    a.unitMode === b.unitMode
  )
}

/** The sample as the machine's own clock stamps it; what did not change may be left out (D5). */
export function sampleOf(day: MachineDay, reading: Reading): Sample {
  const { machine } = day
  const { piece } = reading
  const reported = {
    serialNo: machine.serialNo,
    at: reading.at + machine.clockMs,
    // Milliseconds of the day: rises with every sample, and is the same when the day is played again.
    sequence: machine.numbered ? reading.at - day.from : 0,
    state: piece.state,
    speedPpm: reading.speedPpm,
    packCounter: reading.packCounter,
    rejectCounter: reading.rejectCounter,
    ...(machine.batchCounter ? { batchCounter: reading.batchPacks } : {}),
  }
  if (!reading.full) return reported
  return {
    ...reported,
    product: piece.product,
    tool: piece.tool,
    user: piece.user,
    setSpeedPpm: piece.setTenths / 10,
    unitMode: piece.unitMode,
  }
}
