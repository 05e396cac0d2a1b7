import type { Category, ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** What one machine did in one context: every pie, bar and metric is a sum of these. */
export type ContextTotal = {
  readonly machineId: number
  readonly state: number
  /** `offline`: packs counted after a gap, on the account of what was known before it; no time. */
  readonly category: Category
  readonly product: string
  readonly tool: string
  /** The first-out alarm of the stop, or '' and the name of its first state; both '' in run (D18). */
  readonly causeGroup: string
  readonly cause: string
  readonly ms: number
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null: the machine had never told a reject counter (D21). */
  readonly rejects: bigint | null
  /** Stops whose first observed moment is in here. */
  readonly stops: number
}

/** Times, packs, rejects and stops of machines over a window, context by context. */
export function contextTotals(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: WindowQuestion,
): Promise<ContextTotal[]> {
  throw new Error('not there yet')
}
