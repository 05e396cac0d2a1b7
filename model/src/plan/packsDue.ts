import type { Period } from '../periods.ts'
import { type Plan, planOfLine } from './plan.ts'
import { plannedSpans, spanSeconds } from './plannedSpans.ts'

/** What one machine should pack. */
export type TargetedMachine = {
  /** null: a machine without a line, which has the plan of all lines. */
  readonly line: string | null
  /** Its target speed in packs per minute (D22); null where it has none. */
  readonly targetPpm: number | null
}

/** Packs of a shift at target speed. */
export type PacksDue = {
  /** By now. */
  readonly due: number
  /** By the end of the shift. */
  readonly ofShift: number
}

/**
 * Minutes of a period in which a line is planned to produce: without breaks and closed time. Where no plan holds, all of it
 * counts, as in the figures (D72).
 */
export function plannedMinutes(
  plan: Plan,
  line: string | null,
  period: Period,
  zone: string,
): number {
  const spans = plannedSpans(
    planOfLine(plan, line),
    period.from.getTime(),
    period.to.getTime(),
    zone,
  )
  const { production, noPlan } = spanSeconds(spans)
  return (production + noPlan) / 60
}

/**
 * The packs that machines should have made in a shift: for each its target speed × planned minutes. null where one of them has no target, because
 * a sum without it would be too small, and where there is no machine.
 */
export function packsDue(
  machines: readonly TargetedMachine[],
  { plan, zone, shift, now }: { plan: Plan; zone: string; shift: Period; now: Date },
): PacksDue | null {
  if (machines.length === 0) return null
  const gone = { from: shift.from, to: now < shift.to ? now : shift.to }
  const minutes = new Map<string | null, { readonly gone: number; readonly all: number }>()
  let [due, ofShift] = [0, 0]
  for (const { line, targetPpm } of machines) {
    if (targetPpm === null) return null
    const known = minutes.get(line) ?? {
      gone: plannedMinutes(plan, line, gone, zone),
      all: plannedMinutes(plan, line, shift, zone),
    }
    minutes.set(line, known)
    due += targetPpm * known.gone
    ofShift += targetPpm * known.all
  }
  return { due, ofShift }
}
