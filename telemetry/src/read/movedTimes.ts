import type { TelemetryContext } from '../context.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import { checkRows } from './answerRows.ts'
import { type MinutesPiece, mostTimes, type PieceTime, pieceTimes } from './pieceTimes.ts'
import { isMoved, type Place, type SpanPlaces } from './unplannedSpans.ts'

/** Time, or what was counted, that a label or a mode decides, and its place; `at` is an instant that is where the plan alone has it. */
export type MovedTime = PieceTime & {
  readonly machineId: number
  readonly place: Place
  /** Billionths. */
  readonly packs: bigint
  readonly rejects: bigint | null
}

/** Whole minutes of a machine that are decided in one way. */
type Piece = MinutesPiece & { readonly clientId: number; readonly place: Place }

/**
 * What labels and modes decide in the whole minutes of a window, to the ms. Only their minutes are read, and only of pieces that are not
 * cached.
 */
export async function movedTimes(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  places: SpanPlaces,
  byUser: boolean,
): Promise<MovedTime[]> {
  const pieces = stretches.flatMap(({ clientId, machineId, from, to }): Piece[] =>
    to === null
      ? []
      : places
          .piecesOf(machineId, from, to)
          .filter(({ place }) => isMoved(place))
          .map((piece) => ({ ...piece, clientId, machineId })),
  )
  const cache = byUser ? undefined : view.cachedSums?.spans
  const found: MovedTime[] = []
  const add = ({ machineId, place }: Piece, times: readonly PieceTime[]) => {
    for (const time of times) found.push({ ...time, machineId, place, packs: 0n, rejects: null })
    checkRows(found.length, mostTimes)
  }
  const missing: Piece[] = []
  for (const piece of pieces) {
    const known = cache?.of(piece, piece)
    if (known === undefined) missing.push(piece)
    else add(piece, known)
  }
  if (missing.length === 0) return found
  for (const [piece, times] of await pieceTimes(context, view, stretches, missing, byUser)) {
    add(piece, times)
    cache?.keep(piece, piece, times, view.readSince)
  }
  return found
}
