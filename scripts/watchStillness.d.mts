/** What an overview did that should stand still. */
export type CardRecord = {
  /** Sum of the page's layout shifts. */
  readonly shifts: number
  /** The worst of them that came together: cumulative layout shift as Chromium defines it. */
  readonly worstShift: number
  /** What moved and is no text in a line that grew. */
  readonly boxes: number
  /** What moved, by its class and first words. */
  readonly shifted: readonly string[]
  readonly changes: number
  readonly flickers: readonly string[]
  readonly frames: number
  /** In any one second. */
  readonly mostFrames: number
}

/** See watchStillness.mjs. */
export const watchStillness: string
