import { overlayLimitSeconds, type Period } from '@packboard/model'

/** Alarms and next-machine markers are drawn up to 24 hours (specification §9). */
export function hasOverlays({ from, to }: Period): boolean {
  return to.getTime() - from.getTime() <= overlayLimitSeconds * 1000
}
