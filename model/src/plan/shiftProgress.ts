/** The plan of a shift against what was made (D72). Times are milliseconds, speeds packs per minute. */

export const shiftProgressLimits = {
  /** Planned minutes that the rate of a forecast is taken from. */
  rateMinutes: 60,
  /** Younger shifts, in planned minutes, have no forecast. */
  leastMinutes: 15,
} as const

const minuteMs = 60_000

/** What is known of one machine in a shift. Planned time is without breaks and closed time. */
export type MachineShift = {
  /** Target speed (D22); null where it has none. */
  readonly targetPpm: number | null
  readonly made: number
  readonly plannedMs: number
  readonly leftMs: number
  /** What was made in the last planned hour, and how much planned time that was. */
  readonly rate: { readonly packs: number; readonly ms: number }
}

/** Packs of a shift that runs. */
export type ShiftPacks = {
  readonly made: number
  /** At target speed by now, and of the whole shift; null: a target is missing. */
  readonly due: number | null
  readonly ofShift: number | null
  /** At the end of the shift, if it goes on as in the last hour; null: too early to say. */
  readonly forecast: number | null
}

/** Due = target × planned time so far; forecast = made + rate × planned time that is left. */
export function shiftPacks({ targetPpm, made, plannedMs, leftMs, rate }: MachineShift): ShiftPacks {
  const atTarget = (ms: number) => (targetPpm === null ? null : (targetPpm * ms) / minuteMs)
  const early = plannedMs < shiftProgressLimits.leastMinutes * minuteMs || rate.ms <= 0
  return {
    made,
    due: atTarget(plannedMs),
    ofShift: atTarget(plannedMs + leftMs),
    forecast: early ? null : made + (rate.packs / rate.ms) * leftMs,
  }
}

/** Of several machines. What one of them lacks the sum lacks, too: without it the sum would be too small. */
export function sumOfShift(machines: readonly ShiftPacks[]): ShiftPacks {
  const sum = (value: (machine: ShiftPacks) => number | null) =>
    machines.length === 0
      ? null
      : machines.reduce<number | null>((all, machine) => {
          const one = value(machine)
          return all === null || one === null ? null : all + one
        }, 0)
  return {
    made: sum(({ made }) => made) ?? 0,
    due: sum(({ due }) => due),
    ofShift: sum(({ ofShift }) => ofShift),
    forecast: sum(({ forecast }) => forecast),
  }
}

type Span = { readonly from: number; readonly to: number }

/**
 * The whole minute since which at least `ms` of a window are outside of these spans, which are in order without overlap; its start where
 * there is less.
 */
export function plannedSince(unplanned: readonly Span[], { from, to }: Span, ms: number): number {
  let [end, wanted] = [to, ms]
  for (const span of unplanned.toReversed()) {
    if (span.from >= end) continue
    const begin = Math.max(from, Math.min(span.to, end))
    if (end - begin >= wanted) break
    wanted -= end - begin
    end = Math.max(from, span.from)
    if (end === from) return from
  }
  return Math.max(from, Math.floor((end - wanted) / minuteMs) * minuteMs)
}
