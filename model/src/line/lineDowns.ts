import { type Step, stepInForce } from '../settings/datedSettings.ts'
import type { Attribution, LineAnswer } from './attributeStops.ts'
import type { Flow } from './flow.ts'
import { type LineStop, machineKinds, type Span, stationPieces } from './stationTimes.ts'

/** A time in which the key station of a line was not up. */
export type KeyPiece = Span & {
  /** Down (D102); else planned or offline. */
  readonly isDown: boolean
  /** Of what is down: the stop that brought it down, and where its cause lies; undefined where it is not known. */
  readonly stop: LineStop | undefined
  readonly attribution: Attribution | undefined
}

/** The times in a window in which the key station of a line was not up, in order; by the flow in force at each instant. */
export function keyPieces(
  { attributions, piecesOf }: LineAnswer,
  flow: readonly Step<Flow<number>>[],
  window: Span,
): KeyPiece[] {
  const edges = flow.map(({ from }) => from).filter((at) => window.from < at && at < window.to)
  const starts = [window.from, ...edges]
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? window.to
    const key = stepInForce(flow, start)?.value.find((station) => station.key)
    if (key === undefined) return []
    return stationPieces(key, piecesOf).flatMap(({ from, to, kind, stop }): KeyPiece[] => {
      const piece = { from: Math.max(from, start), to: Math.min(to, end) }
      if (piece.from >= piece.to) return []
      const isDown = kind === machineKinds.stood
      return [{ ...piece, isDown, stop, attribution: stop && attributions.get(stop) }]
    })
  })
}

/** A line that was stopped: from when its key station went down until it was up again. */
export type LineDown = Span & {
  /** The time of it in which the station was down, in order: not what was planned or offline. */
  readonly down: readonly Span[]
  /** The stop that brought it down, and where its cause lies. */
  readonly stop: LineStop
  readonly attribution: Attribution
}

/** When a line was stopped, by pieces in order. One whose first stop is not known is none. */
export function lineDowns(pieces: readonly KeyPiece[]): LineDown[] {
  const found: (Omit<LineDown, 'to'> & { to: number; down: Span[] })[] = []
  let reach: number | undefined
  for (const { from, to, isDown, stop, attribution } of pieces) {
    const last = reach === from ? found.at(-1) : undefined
    reach = to
    if (last !== undefined && last.to === from) {
      last.to = to
      if (isDown) last.down.push({ from, to })
    } else if (isDown && stop !== undefined && attribution !== undefined) {
      found.push({ from, to, down: [{ from, to }], stop, attribution })
    }
  }
  return found
}
