import type { ClientScope, DayPart } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** What one machine did with one product and tool on one local day (D15). */
export type DayContext = {
  readonly date: string
  readonly machineId: number
  readonly product: string
  readonly tool: string
  /** Milliseconds. */
  readonly run: number
  readonly idle: number
  /** All time that was not offline. */
  readonly observed: number
  /** Billionths. */
  readonly packs: bigint
}

/** The window day by day. */
export function dayContexts(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: WindowQuestion & { readonly days: readonly DayPart[] },
): Promise<DayContext[]> {
  throw new Error('not there yet')
}
