import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'

/**
 * The target speed that a machine shows by itself, in packs per minute: the 95th percentile of its running minutes of the
 * 30 days before (D22). Machines without such a minute are absent.
 */
export function estimatedTarget(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: { readonly machineIds: readonly number[]; readonly before: Date },
): Promise<Map<number, number>> {
  throw new Error('not there yet')
}
