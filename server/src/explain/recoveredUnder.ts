import type { ClientScope } from '@packboard/model'
import { type Interval, recoveredParts } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { SpansOf } from './explainedRows.ts'

/** How much of each row of a gap that was repaired lies under the spans of a plan, ms: such a row has no place in time but its gap. */
export async function recoveredUnder(
  telemetry: Telemetry,
  scope: ClientScope,
  rows: readonly Interval[],
  spansOf: SpansOf,
): Promise<Map<Interval, number>> {
  const lost = new Map<Interval, number>()
  for (const row of rows) {
    if (!row.recovered) continue
    let ms = 0
    for (const span of spansOf(row.machineId)) {
      const from = new Date(Math.max(span.from, row.from.getTime()))
      const to = new Date(Math.min(span.to, row.to.getTime()))
      if (from >= to) continue
      const question = { machineIds: [row.machineId], period: { from, to }, filter: {} }
      const parts = await recoveredParts(telemetry, scope, question)
      for (const time of parts.flatMap(({ times }) => times)) {
        if (time.state === row.state && time.category === row.category) ms += time.ms
      }
    }
    lost.set(row, ms)
  }
  return lost
}
