import { type ClientSettings, clientSettings, type Management } from '@packboard/management'
import { type ClientScope, chooseTarget } from '@packboard/model'
import { type ContextTotal, estimatedTarget, type SpanMark } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { TargetOf } from './metricsOf.ts'

type Wanted = Pick<ContextTotal, 'machineId' | 'product'> & Pick<SpanMark, 'since'>

/**
 * The target speeds of a client by time (D22, D98): of a product on the machine, on its type, at the client, then the machine's own, then
 * the design speed of the machine and of its type, and, for machines that have none of these for a product that they packed, the estimate
 * from the 30 days before the end of the window. What has no mark of a later setting has those of `from`.
 */
export async function targetBook(
  { management, telemetry }: { management: Management; telemetry: Telemetry },
  scope: ClientScope,
  question: {
    readonly contexts: readonly Wanted[]
    readonly from: Date
    readonly before: Date
    /** Instead of those that hold. */
    readonly settings?: ClientSettings
  },
): Promise<TargetOf> {
  const { contexts, from, before } = question
  const settings = question.settings ?? (await clientSettings(management, scope))
  const start = from.getTime()
  const without = contexts
    .filter(({ machineId, product, since = start }) => {
      return settings.target(machineId, product, since).ppm === null
    })
    .map(({ machineId }) => machineId)
  const machineIds = [...new Set(without)].sort((a, b) => a - b)
  const estimates =
    machineIds.length === 0
      ? new Map<number, number>()
      : await estimatedTarget(telemetry, scope, { machineIds, before })

  return (machineId, product, since = start) => {
    const found = settings.target(machineId, product, since)
    if (found.ppm !== null) return found
    return { ...found, ...chooseTarget({ estimated: estimates.get(machineId) ?? null }) }
  }
}
