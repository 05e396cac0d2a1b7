import type { TimeWindow } from '../charts/timeWindow.ts'
import { type Lane, type LanePiece, nextStop } from './lanes.ts'

type Place = { readonly row: number; readonly piece: LanePiece }

/**
 * The stop that an arrow leads to: left and right to the one before and after on the same lane, up and down to the nearest one on the lane
 * beside it. Null: the key is no arrow, or there is no such stop.
 */
export function stopByKey(
  key: string,
  lanes: readonly Lane[],
  chosen: Place | null,
  window: TimeWindow,
): Place | null {
  const row = chosen?.row ?? 0
  const along = { ArrowRight: 1, ArrowLeft: -1 }[key] as 1 | -1 | undefined
  if (along) {
    const start = along === 1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    return placeOf(lanes, row, (lane) => nextStop(lane, chosen?.piece.from ?? start, along))
  }
  const across = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!across) return null
  const next = Math.min(lanes.length - 1, Math.max(0, row + (chosen ? across : 0)))
  const at = chosen?.piece.from ?? window.from
  return placeOf(lanes, next, (lane) => nextStop(lane, at - 1, 1) ?? nextStop(lane, at, -1))
}

function placeOf(
  lanes: readonly Lane[],
  row: number,
  find: (lane: Lane) => LanePiece | null,
): Place | null {
  const lane = lanes[row]
  const piece = lane && find(lane)
  return piece ? { row, piece } : null
}

/** Keys that choose do not scroll the page, even where nothing is left to choose. */
export const isArrow = (key: string) =>
  ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].includes(key)
