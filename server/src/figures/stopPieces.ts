import type { ContextTotal } from '@packboard/telemetry/read'

/** The part of contexts that lies in stops: observed time outside run (D18). Offline is no part of any stop. */
export function stopPieces<Piece extends Pick<ContextTotal, 'category'>>(
  contexts: readonly Piece[],
): Piece[] {
  return contexts.filter(({ category }) => category !== 'run' && category !== 'offline')
}
