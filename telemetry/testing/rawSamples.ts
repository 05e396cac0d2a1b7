import { z } from 'zod'
import { select } from '../src/clickhouse/select.ts'
import type { Telemetry } from '../src/store.ts'

const sql = `
  SELECT count() AS stored, uniqExact(client_id, machine_id, source_at, sequence) AS identities, countIf(alive OR death) AS own
  FROM sample
`

const amount = z.coerce.number()

/**
 * How many raw samples there are and how many different ones: equal unless one is there twice. `own`: those of them that
 * Packboard wrote itself. For crash tests.
 */
export async function rawSamples({ context }: Telemetry) {
  const [counts] = await select(context, {
    name: 'testing.rawSamples',
    sql,
    params: {},
    row: z.object({ stored: amount, identities: amount, own: amount }),
  })
  return counts ?? { stored: 0, identities: 0, own: 0 }
}
