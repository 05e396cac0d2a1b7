import type { Category, Period, UnplannedKind } from '@packboard/model'
import type { ContextTotal, PlannedTotal, RecoveredPart } from '@packboard/telemetry/read'
import type { UnplannedMs } from '../exclusions/planBook.ts'

/** What every pie, bar, metric and explanation of one window is folded from: the same rows for all of them. */
export type FigureBasis<Total extends Pick<ContextTotal, 'ms'> = ContextTotal> = {
  /** Under the filter. */
  readonly contexts: readonly PlannedTotal<Total>[]
  /** Of the whole window, independent of the filter: coverage refers to it. */
  readonly whole: readonly PlannedTotal<Total>[]
  /** Length of the window times machines. */
  readonly windowMs: number
  /** Product, tool, state or cause are filtered: offline time is left out (it has no context). */
  readonly filtered: boolean
  /** Ms of the window in breaks and closed time of plans; absent where that is nothing (D72). */
  readonly unplannedMs?: UnplannedMs
  /** Who wrote an entry of the stop book that the sums are marked with; null when the account is gone. */
  readonly authorOf?: (label: number) => string | null
  /** What of the contexts was recovered of gaps; absent where that is nothing (D71). */
  readonly recovered?: Recovered
}

/** Ms by kind of time, and billionths of packs. */
export type Recovered = {
  readonly ms: Readonly<Partial<Record<Category, number>>>
  readonly packs: bigint
}

/** What parts of gaps come to; nothing where there are none. */
export function recoveredOf(parts: readonly RecoveredPart[]): { readonly recovered?: Recovered } {
  if (parts.length === 0) return {}
  const ms: Partial<Record<Category, number>> = {}
  for (const time of parts.flatMap(({ times }) => times)) {
    ms[time.category] = (ms[time.category] ?? 0) + time.ms
  }
  return { recovered: { ms, packs: parts.reduce((sum, { packs }) => sum + packs, 0n) } }
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

/** Offline time that lies in breaks and in closed time: what of these was not observed. */
export function offlineUnder({
  whole,
  unplannedMs,
}: Pick<FigureBasis<Pick<ContextTotal, 'ms'>>, 'whole' | 'unplannedMs'>): UnplannedMs | undefined {
  if (unplannedMs === undefined) return undefined
  const observed = (kind: UnplannedKind) =>
    whole.reduce((sum, { ms, plan }) => (plan === kind ? sum + ms : sum), 0)
  const offline = (kind: UnplannedKind) => unplannedMs[kind] - observed(kind)
  return { break: offline('break'), closed: offline('closed') }
}

/** What plans take out of a window, where that is anything: else it is as if there were none. */
export function takenOut(ms: UnplannedMs): { readonly unplannedMs?: UnplannedMs } {
  return ms.break + ms.closed > 0 ? { unplannedMs: ms } : {}
}
