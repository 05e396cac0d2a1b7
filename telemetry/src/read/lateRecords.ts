import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { WindowQuestion } from './windowQuestion.ts'

export type LateRecords = { readonly count: number; readonly firstReceivedAt: Date | null }

/** How many samples of a window came after `onTimeUntil`, and when the first of them came. The filter does not matter. */
export function lateRecords(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: WindowQuestion & { readonly onTimeUntil: Date },
): Promise<LateRecords> {
  throw new Error('not there yet')
}
