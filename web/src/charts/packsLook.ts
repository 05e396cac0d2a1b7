/** Where the parts of the packs chart lie, in CSS px; a phone has icons in place of the names of the lanes. */
export type PacksLook = {
  readonly height: number
  /** Left of the plot: names of lanes and the speed axis. */
  readonly left: number
  /** Above the plot: alarms and next machine; little without them. */
  readonly top: number
  /** Below the plot: the state lane and the axis of time. */
  readonly bottom: number
  readonly narrow: boolean
}

export const laneRow = { alarms: 13, nextMachine: 39, rule: 26 } as const
export const stateLane = { gap: 10, height: 22 } as const

/** Lanes exist only up to 24 hours (specification §9). */
export function packsLook(narrow: boolean, overlays: boolean): PacksLook {
  return {
    height: (narrow ? 220 : 280) + (overlays ? 100 : 40),
    left: narrow ? 36 : 92,
    top: overlays ? 58 : 12,
    bottom: (overlays ? stateLane.gap + stateLane.height : 0) + 24,
    narrow,
  }
}

export const fontOf = (weight: number, size: number) =>
  `${weight} ${size}px "Inter Variable", Inter, system-ui, sans-serif`
