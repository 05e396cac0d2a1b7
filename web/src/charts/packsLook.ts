import type { GlyphShape } from '../ui/Glyph.tsx'
import type { ShownKind } from './packsData.ts'

/** Which lanes a chart has beside the speed. */
export type PacksLanes = {
  /** Alarms and next machine: up to 24 hours (specification §9). */
  readonly overlays: boolean
  readonly rejects: boolean
  /** States as they were, or what share of each step they had. */
  readonly states: 'parts' | 'shares' | null
}

/** A lane under the plot, in px below its foot. */
export type LowerLane = { readonly top: number; readonly height: number }

/** Where the parts of the packs chart lie, in CSS px; a phone has icons in place of the names of the lanes. */
export type PacksLook = {
  readonly height: number
  /** Left of the plot: names of lanes and the speed axis. */
  readonly left: number
  /** Above the plot: alarms, next machine and changes. */
  readonly top: number
  /** Below the plot: rejects, states and the axis of time. */
  readonly bottom: number
  /** The middles of the rows above, from the top of the chart; null: there is no such row. */
  readonly rows: {
    readonly alarms: number | null
    readonly nextMachine: number | null
    readonly changes: number
  }
  readonly rejects: LowerLane | null
  readonly states: LowerLane | null
  /** The foot of the lowest lane, in px below the foot of the plot. */
  readonly floor: number
  readonly narrow: boolean
}

const row = { first: 13, tall: 26, gap: 6 }
const laneGap = 10
const axis = 24
const plot = { wide: 266, narrow: 206 }
const tall = { rejects: 28, parts: 22, shares: 40 }

export function packsLook(narrow: boolean, { overlays, rejects, states }: PacksLanes): PacksLook {
  const rows = overlays
    ? { alarms: row.first, nextMachine: row.first + row.tall, changes: row.first + 2 * row.tall }
    : { alarms: null, nextMachine: null, changes: row.first }
  const top = rows.changes + row.first + row.gap
  const rejectLane = rejects ? { top: laneGap, height: tall.rejects } : null
  const under = rejectLane ? rejectLane.top + rejectLane.height : 0
  const stateLane = states && { top: under + laneGap, height: tall[states] }
  const floor = stateLane ? stateLane.top + stateLane.height : under
  const bottom = floor + axis
  return {
    height: (narrow ? plot.narrow : plot.wide) + top + bottom,
    left: narrow ? 36 : 92,
    ...{ top, bottom, rows, floor, narrow },
    rejects: rejectLane,
    states: stateLane,
  }
}

export const fontOf = (weight: number, size: number) =>
  `${weight} ${size}px "Inter Variable", Inter, system-ui, sans-serif`

/** How a kind of time looks in the lane of shares and beside its figure: colour and shape together. */
export const kindLooks: Record<ShownKind, { readonly colour: string; readonly shape: GlyphShape }> =
  {
    run: { colour: 'var(--go)', shape: 'play' },
    ancillary: { colour: 'var(--line)', shape: 'diamond' },
    idle: { colour: 'var(--hold)', shape: 'pause' },
    unknown: { colour: 'var(--dark)', shape: 'slash' },
    alarm: { colour: 'var(--stop)', shape: 'square' },
    notScheduled: { colour: 'var(--dark-quiet)', shape: 'slash' },
  }
