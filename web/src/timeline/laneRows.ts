import type { Lane } from './lanes.ts'

/** Heights in px, from the upper edge of a row: a graph of the speed over the strip of states over the marks of alarms. */
export type LaneSizes = {
  readonly lane: number
  readonly graph: { readonly top: number; readonly height: number }
  readonly strip: { readonly top: number; readonly height: number }
  readonly marks: { readonly top: number; readonly height: number }
}

const roomy: LaneSizes = {
  lane: 92,
  graph: { top: 10, height: 34 },
  strip: { top: 50, height: 26 },
  marks: { top: 79, height: 7 },
}

/** For a phone, and for who chose to see much at once. */
const compact: LaneSizes = {
  lane: 64,
  graph: { top: 6, height: 20 },
  strip: { top: 30, height: 20 },
  marks: { top: 53, height: 6 },
}

export const laneSizes = (isCompact: boolean): LaneSizes => (isCompact ? compact : roomy)

/** Above the rows, in px. */
export const axisHeight = 32
/** Of the head of a line. */
export const headHeight = 36

/** The head of a line with its lanes below it, in px from the upper edge of all. */
export type LaneRows = {
  readonly heads: readonly {
    readonly line: string
    readonly top: number
    readonly of: readonly Lane[]
  }[]
  /** Of each lane, in its order. */
  readonly tops: readonly number[]
  readonly height: number
}

/** Where each line and lane lies. One line alone has no head. */
export function laneRows(lanes: readonly Lane[], { lane: tall }: LaneSizes): LaneRows {
  const lines = byLine(lanes)
  const heads: { line: string; top: number; of: readonly Lane[] }[] = []
  const tops: number[] = []
  let top = axisHeight
  for (const [line, of] of lines) {
    if (lines.size > 1) {
      heads.push({ line, top, of })
      top += headHeight
    }
    for (const _ of of) {
      tops.push(top)
      top += tall
    }
  }
  return { heads, tops, height: top }
}

/** The lane at a height; null on a head or outside of all. */
export function laneAt({ tops }: LaneRows, y: number, { lane: tall }: LaneSizes): number | null {
  const row = tops.findLastIndex((top) => top <= y)
  return row >= 0 && y < (tops[row] ?? 0) + tall ? row : null
}

/** Machines of one line follow each other in an answer. */
function byLine(lanes: readonly Lane[]): ReadonlyMap<string, readonly Lane[]> {
  const lines = new Map<string, Lane[]>()
  for (const lane of lanes) {
    const of = lines.get(lane.line)
    if (of) of.push(lane)
    else lines.set(lane.line, [lane])
  }
  return lines
}
