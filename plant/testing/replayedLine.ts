import type { MachineDay, Piece } from '../src/machine/machineDay.ts'
import { isRunning, poweredOff, State } from '../src/machine/states.ts'
import type { PlantLine } from '../src/plantLayout.ts'

/** A buffer between two events of its line, ms since 1970. `level`: at its beginning, ms of packs. */
export type BufferSpan = {
  readonly from: number
  readonly to: number
  /** The station behind the buffer. */
  readonly place: number
  readonly level: number
  readonly capacity: number
  /** By so many ms of packs the level would leave its bounds in this time. */
  readonly beyond: number
  /** A machine at one of the ends empties itself, which no line interrupts. */
  readonly completing: boolean
}

type Running = { readonly runs: boolean; readonly completing: boolean }

/**
 * The levels of a line on one day, computed again from what its machines did: a station of which enough run feeds the buffer behind
 * it and takes from the one before; where both ends run, the level goes to its rest at an eighth of that.
 */
export function replayBuffers(line: PlantLine, days: readonly MachineDay[]): BufferSpan[] {
  const now = new Map<string, Running>()
  const events = days
    .flatMap(({ machine, pieces }) => pieces.map((piece) => ({ id: machine.serialNo, piece })))
    .sort((a, b) => a.piece.from - b.piece.from)
  const end = days[0]?.to ?? 0
  const levels = line.flow.map(({ bufferMs, restShare }) => Math.round(bufferMs * restShare))
  const spans: BufferSpan[] = []
  events.forEach(({ id, piece }, index) => {
    now.set(id, { runs: runs(piece), completing: piece.state === State.Completing })
    const to = events[index + 1]?.piece.from ?? end
    const ms = to - piece.from
    if (ms === 0) return
    const up = line.flow.map(
      ({ machines, needs }) => machines.filter((one) => now.get(one)?.runs).length >= needs,
    )
    line.flow.forEach(({ bufferMs: capacity, restShare, machines }, place) => {
      if (place === 0) return
      const level = levels[place] ?? 0
      const rest = Math.round(capacity * restShare)
      const change =
        up[place - 1] && up[place]
          ? Math.sign(rest - level) * Math.min(Math.abs(rest - level), ms / 8)
          : up[place - 1]
            ? ms
            : up[place]
              ? -ms
              : 0
      const after = Math.min(capacity, Math.max(0, level + change))
      levels[place] = after
      const ends = [...machines, ...(line.flow[place - 1]?.machines ?? [])]
      spans.push({
        ...{ from: piece.from, to, place, level, capacity },
        beyond: Math.abs(level + change - after),
        completing: ends.some((one) => now.get(one)?.completing),
      })
    })
  })
  return spans
}

const runs = ({ state, paceTenths }: Piece) =>
  state !== poweredOff && isRunning(state, paceTenths > 0)
