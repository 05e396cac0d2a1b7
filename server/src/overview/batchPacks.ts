import type { MachineMoment } from '@packboard/telemetry/read'

/**
 * Batch packs as the page merges them (D28): at first the value at the end of the window; afterwards what to add while
 * product, state, tool and operator stayed the same, and the value that replaces it when one of them changed.
 */
export function batchPacks(start: MachineMoment | undefined, end: MachineMoment): number {
  if (!start || !sameContext(start, end)) return end.batchPacks
  return end.batchPacks - start.batchPacks
}

function sameContext(a: MachineMoment, b: MachineMoment): boolean {
  return a.product === b.product && a.state === b.state && a.tool === b.tool && a.user === b.user
}
