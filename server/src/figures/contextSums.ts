import { packsOf } from '@packboard/model'
import type { ContextTotal } from '@packboard/telemetry/read'

/** Whole milliseconds of contexts, as seconds. */
export function secondsOf(contexts: readonly { readonly ms: number }[]): number {
  return contexts.reduce((sum, { ms }) => sum + ms, 0) / 1000
}

/** Packs of contexts: added up in billionths, so that no order and no cut changes the last digit (D14). */
export function packsIn(contexts: readonly Pick<ContextTotal, 'packs'>[]): number {
  return packsOf(contexts.reduce((sum, { packs }) => sum + packs, 0n))
}

/** Rejects of contexts; null when none of them holds what was measured by a reject counter (D21, D89). */
export function rejectsIn(contexts: readonly Pick<ContextTotal, 'rejects'>[]): number | null {
  const reported = contexts.flatMap(({ rejects }) => (rejects === null ? [] : [rejects]))
  return reported.length === 0
    ? null
    : packsOf(reported.reduce((sum, rejects) => sum + rejects, 0n))
}

/** Plain order of texts, the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The part of contexts that lies in stops: observed time outside run (D18). Offline is no part of any stop. */
export function stopPieces<Piece extends Pick<ContextTotal, 'category'>>(
  contexts: readonly Piece[],
): Piece[] {
  return contexts.filter(({ category }) => category !== 'run' && category !== 'offline')
}
