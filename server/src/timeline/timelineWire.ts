import type { TimelineLane } from '@packboard/contract'
import type { Lane } from './readTimeline.ts'

/** One lane as it crosses the wire: times in ms after the beginning of the window. */
export function timelineLaneWire(
  { machine, pieces, speed, alarms, closed }: Lane,
  from: Date,
): TimelineLane {
  const begin = from.getTime()
  return {
    machineId: machine.serialNo,
    lineName: machine.lineName,
    pieces: pieces.map((piece) => [
      piece.from - begin,
      piece.to - begin,
      piece.worst,
      ...(piece.shares ? [...piece.shares].flat() : []),
    ]),
    ...(closed.length > 0 && {
      closed: closed.map((span) => [span.from - begin, span.to - begin]),
    }),
    // The first step may begin before the window.
    speed: speed.flatMap(({ x, mean }) =>
      mean === null ? [] : [{ at: Math.max(0, x.getTime() - begin), ppm: mean }],
    ),
    alarms: alarms.map(({ at, group }) => ({ at: at.getTime() - begin, group })),
  }
}
