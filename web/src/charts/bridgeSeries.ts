import type { LossFactor } from '@packboard/model'

/** A bar as it is drawn: where it begins and ends on the axis, in percent. */
export type BridgeStep = {
  readonly from: number
  readonly to: number
  /** It lowers OEEE. */
  readonly takes: boolean
}

export type BridgeScale = {
  /** The first and the last value of the axis, in percent; the first is seldom 0. */
  readonly least: number
  readonly most: number
  readonly ticks: readonly number[]
}

/** Each bar begins where the one before it ended. */
export function bridgeSteps(
  before: number,
  bars: readonly { readonly points: number }[],
): BridgeStep[] {
  let at = before
  return bars.map(({ points }) => {
    const from = at
    at += points
    return { from, to: at, takes: points < 0 }
  })
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
const mostTicks = 9

/** An axis around all bars with round values: the totals have a torn foot, so it need not begin at 0. */
export function bridgeScale(totals: readonly number[], drawn: readonly BridgeStep[]): BridgeScale {
  const values = [...totals, ...drawn.flatMap(({ from, to }) => [from, to])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(high - low, 0.2)
  const step = steps.find((each) => (span * 1.3) / each <= mostTicks - 1) ?? 200
  const least = Math.floor((low - span * 0.12) / step) * step
  const most = Math.ceil((high + span * 0.08) / step) * step
  const count = Math.round((most - least) / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => round(least + index * step))
  return { least: round(least), most: round(most), ticks }
}

const round = (value: number) => Math.round(value * 10) / 10

/** The factors in order, each with the first and last of its bars and what they add up to. */
export function bridgeBrackets(
  bars: readonly { readonly factor: LossFactor; readonly printed: number }[],
): { factor: LossFactor; first: number; last: number; points: number }[] {
  const found: { factor: LossFactor; first: number; last: number; points: number }[] = []
  for (const [index, { factor, printed }] of bars.entries()) {
    const last = found.at(-1)
    if (last?.factor === factor) {
      last.last = index
      last.points += printed
    } else found.push({ factor, first: index, last: index, points: printed })
  }
  return found
}
