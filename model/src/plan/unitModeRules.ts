import { addModeSpan, type ModeSpan, unitModeKey } from '../machineStates.ts'
import { type Dated, datedInstants } from './plan.ts'

/** Whether time in another unit mode than production leaves the planned time of a client (D72), from a day on. */
export type UnitModeRule = Dated & {
  readonly counts: boolean
  /** Further texts that are production for this client. */
  readonly production: readonly string[]
}

/** Before the first rule of a client, and without one. */
export const firstUnitModeRule: UnitModeRule = { validFrom: null, counts: true, production: [] }

/** D55: what one client's rules hold. */
export const unitModeLimits = { rules: 50, production: 20, characters: 64 } as const

/** Gives of times in other modes those that leave planned time by the rules of a client, in its zone. */
export function unitModeFilter(
  rules: readonly UnitModeRule[],
  zone: string,
): {
  /** Whether any rule from `from` until `to` counts modes at all. */
  counts(from: number, to: number): boolean
  spans(spans: readonly ModeSpan[]): ModeSpan[]
} {
  const given = datedInstants(rules, zone)
  const instants =
    given[0]?.from === Number.NEGATIVE_INFINITY
      ? given
      : [{ from: Number.NEGATIVE_INFINITY, one: firstUnitModeRule }, ...given]
  const periods = instants.map(({ from, one }, index) => ({
    from,
    to: instants[index + 1]?.from ?? Number.POSITIVE_INFINITY,
    counts: one.counts,
    production: new Set(one.production.map(unitModeKey)),
  }))
  return {
    counts: (from, to) => periods.some((one) => one.counts && one.from < to && one.to > from),
    spans(spans) {
      const kept: ModeSpan[] = []
      for (const { mode, ...span } of spans) {
        const key = unitModeKey(mode)
        for (const one of periods) {
          const from = Math.max(span.from, one.from)
          const to = Math.min(span.to, one.to)
          if (from < to && one.counts && !one.production.has(key)) {
            addModeSpan(kept, { from, to, mode })
          }
        }
      }
      return kept
    },
  }
}
