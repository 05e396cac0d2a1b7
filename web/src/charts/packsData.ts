import type { StripPart } from '@packboard/model'
import type { GlyphShape } from '../ui/Glyph.tsx'
import type { ChartAlarm } from './alarmChips.ts'
import type { Gap, PacksColumns } from './packsSeries.ts'
import type { TimeWindow } from './timeWindow.ts'

/** The kinds of observed time, as they are stacked: what runs lies at the bottom, what stands lies on top. */
const laneKinds = ['run', 'ancillary', 'idle', 'unknown', 'alarm'] as const

/** All that a step is divided into: with what was OFFLINE in closed time (D73). */
export const shownKinds = [...laneKinds, 'notScheduled'] as const
type ShownKind = (typeof shownKinds)[number]

/** What happened in one step of the lanes; seconds of time are exact, packs and rejects are sums. */
export type LaneStep = Readonly<Record<ShownKind, number>> & {
  readonly at: Date
  readonly to: Date
  /** Mean packs per minute. */
  readonly speed: number | null
  readonly packs: number
  /** null: no reject counter was ever reported. */
  readonly rejects: number | null
}

/** Did the machine send anything in one of these steps? */
export const isObserved = (steps: readonly LaneStep[]) =>
  steps.some((step) => step.packs > 0 || laneKinds.some((kind) => step[kind] > 0))

/** What a person changed at the machine. */
export type ChartChange = {
  readonly at: Date
  readonly who: string
  readonly description: string
  readonly before: string
  readonly after: string
}

/** What a window has to show; another one is another object. */
export type PacksData = {
  /** The axis: what is requested, also while the data are still those of the window before. */
  readonly window: TimeWindow
  readonly from: Date
  readonly to: Date
  readonly columns: PacksColumns
  readonly gaps: readonly Gap[]
  /** The label of a gap: under a filter it may be another product's time. */
  readonly gapWord: string
  /** Nothing of what is shown has a speed, though the machine sent other data in it: at all, or where filters leave out some; else null. */
  readonly noSpeed: 'ofMachine' | 'ofSelection' | null
  readonly stepSeconds: number
  /** Points are means of longer steps: the band from the slowest to the fastest is drawn with them. */
  readonly aggregated: boolean
  /** Hours and days are drawn as columns, each from its beginning to its end. */
  readonly asColumns: boolean
  /** null: the window is longer than 24 hours and has no such lane. */
  readonly alarms: readonly ChartAlarm[] | null
  readonly nextMachine: readonly Date[] | null
  readonly states: readonly StripPart[] | null
  /** Times by kind, packs and rejects in steps; null: not loaded. */
  readonly totals: readonly LaneStep[] | null
  readonly changes: readonly ChartChange[]
  /** Closed time of the plan in which the machine sent nothing. */
  readonly closed: readonly TimeWindow[]
  readonly closedWord: string
  /** The speed of an earlier window over this one. */
  readonly ghost?: Ghost | null
}

/** A line of another time, moved onto this axis. */
export type Ghost = {
  /** Seconds since 1970 on this axis. */
  readonly at: readonly number[]
  /** Packs per minute; null is a gap. */
  readonly ppm: readonly (number | null)[]
  /** What it is called. */
  readonly word: string
}

/** The speed of the ghost at a moment of the axis, within one step; null: none is known. */
export function ghostAt({ at, ppm }: Ghost, moment: number, stepSeconds: number): number | null {
  let nearest = -1
  for (const [index, x] of at.entries()) {
    const apart = Math.abs(x - moment)
    if (apart <= stepSeconds && apart < Math.abs((at[nearest] ?? Infinity) - moment))
      nearest = index
  }
  return ppm[nearest] ?? null
}

/** Times that are selected: everything else on the chart steps back. */
export type Highlight = {
  readonly spans: readonly { readonly from: Date; readonly to: Date }[]
  /** The one that is open, with its length in words. */
  readonly open: { readonly from: Date; readonly to: Date; readonly words: string } | null
}

/** What a press on a lane chose: an instant or a step of the state lane, or what a mark stands for. */
export type PickedMoment =
  | { readonly kind: 'instant'; readonly at: Date }
  | { readonly kind: 'step'; readonly window: TimeWindow }
  | { readonly kind: 'alarms'; readonly alarms: readonly ChartAlarm[] }
  | { readonly kind: 'changes'; readonly changes: readonly ChartChange[] }

/** The step of the lanes that holds an instant. */
export function laneStepAt(totals: readonly LaneStep[] | null, at: Date): LaneStep | undefined {
  let low = 0
  let high = totals?.length ?? 0
  while (low < high) {
    const middle = (low + high) >> 1
    if ((totals?.[middle]?.at ?? at) <= at) low = middle + 1
    else high = middle
  }
  const step = totals?.[low - 1]
  return step && step.to > at ? step : undefined
}

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

/** Where the parts of the packs chart lie, in CSS px; a phone has less room for the names of the lanes. */
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
    left: narrow ? 66 : 92,
    ...{ top, bottom, rows, floor },
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
    notScheduled: { colour: 'var(--closed)', shape: 'slash' },
  }
