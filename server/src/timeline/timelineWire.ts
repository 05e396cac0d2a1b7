import type { TimelineLane } from '@packboard/contract'
import type { LanePiece } from './lanePieces.ts'
import type { Lane } from './readTimeline.ts'

/** One lane as it crosses the wire: times in ms after the beginning of the window. */
export function timelineLaneWire(
  { machine, pieces, speed, alarms, closed, targetPpm, end }: Lane,
  from: Date,
): TimelineLane {
  const begin = from.getTime()
  return {
    machineId: machine.serialNo,
    lineName: machine.lineName,
    pieces: piecesWire(pieces, begin),
    ...(closed.length > 0 && {
      closed: closed.map((span) => [span.from - begin, span.to - begin]),
    }),
    // The first step may begin before the window.
    speed: speed.flatMap(({ x, mean }) =>
      mean === null ? [] : [[Math.max(0, x.getTime() - begin), mean]],
    ),
    alarms: alarms.map(({ at, group }) => ({ at: at.getTime() - begin, group })),
    targetPpm,
    end,
  }
}

/** Each piece after the one before it: small numbers, and a third of the bytes of two times since the beginning. */
function piecesWire(pieces: readonly LanePiece[], begin: number): number[][] {
  let at = begin
  return pieces.map(({ from, to, state, shares }) => {
    const before = from - at
    at = to
    return shares ? [before, to - from, ...shares] : [before, to - from, state]
  })
}
