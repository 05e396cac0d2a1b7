import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { ContextTotal } from './contextTotals.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** The totals of a window as they were when only what had been received until then was known. Up to 31 days, few machines. */
export function contextTotalsAsOf(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: WindowQuestion & { readonly receivedUntil: Date },
): Promise<ContextTotal[]> {
  throw new Error('not there yet')
}
