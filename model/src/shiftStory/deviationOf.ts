/** A piece of a shift: what was made in it, and what was due; null where a target is missing. */
type ShiftStep = {
  readonly from: Date
  readonly to: Date
  readonly made: number
  readonly due: number | null
}

/** Packs ahead of target (above 0) or behind it at an instant, in ms since 1970. */
export type DeviationPoint = { readonly at: number; readonly packs: number }

/** Is there a target to be ahead of or behind? None is missing, and the plan leaves time for one. */
export const hasTarget = (steps: readonly Pick<ShiftStep, 'due'>[]): boolean =>
  steps.every(({ due }) => due !== null) && steps.some(({ due }) => due !== null && due > 0)

/** How far made was from due after each piece, from 0 at the begin; null without a target. */
export function deviationOf(steps: readonly ShiftStep[]): readonly DeviationPoint[] | null {
  const [first] = steps
  if (!first || !hasTarget(steps)) return null
  const points: DeviationPoint[] = [{ at: first.from.getTime(), packs: 0 }]
  let packs = 0
  for (const { to, made, due } of steps) {
    packs += made - (due ?? 0)
    points.push({ at: to.getTime(), packs })
  }
  return points
}
