import type { ClientScope, ModeSpan } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import { foldsAsOf, type QuestionAsOf } from './foldAsOf.ts'

/**
 * The times that machines spent in another unit mode than production (modeSpans.ts), as they were when only what had been received
 * until then was known. A machine without any is not in the answer.
 */
export async function modeSpansAsOf(
  telemetry: Telemetry,
  scope: ClientScope,
  question: QuestionAsOf,
): Promise<ReadonlyMap<number, readonly ModeSpan[]>> {
  const found = new Map<number, readonly ModeSpan[]>()
  await foldsAsOf(telemetry, scope, question, (machineId, { modes }) => {
    if (modes.length > 0) found.set(machineId, modes)
  })
  return found
}
