import type { Period } from '@packboard/model'
import type { ContextTotal } from '@packboard/telemetry/read'

/** What every pie, bar, metric and explanation of one window is folded from: the same rows for all of them. */
export type FigureBasis<Total extends Pick<ContextTotal, 'ms'> = ContextTotal> = {
  /** Under the filter. */
  readonly contexts: readonly Total[]
  /** Of the whole window, independent of the filter: coverage refers to it. */
  readonly whole: readonly Total[]
  /** Length of the window times machines. */
  readonly windowMs: number
  /** Product, tool, state or cause are filtered: offline time is left out (it has no context). */
  readonly filtered: boolean
}

/** Length of a window for a number of machines. */
export function windowMsOf({ from, to }: Period, machines: number): number {
  return Math.max(0, to.getTime() - from.getTime()) * machines
}

/** Offline time: the window minus the observed time (D12). */
export function offlineMsOf({
  whole,
  windowMs,
}: Pick<FigureBasis<Pick<ContextTotal, 'ms'>>, 'whole' | 'windowMs'>): number {
  return windowMs - whole.reduce((sum, { ms }) => sum + ms, 0)
}
