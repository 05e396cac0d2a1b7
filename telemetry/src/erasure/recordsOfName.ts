import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import { hashedNames, namedTables } from './namedTables.ts'

/** How many records of one client hold a name, to the letter: samples, audit records and quarantined records. */
export async function recordsOfName(
  { context }: Telemetry,
  { clientId }: ClientScope,
  name: string,
): Promise<number> {
  const requested = { clientId, ...hashedNames([name]) }
  let records = 0
  for (const { count } of namedTables) {
    if (count === null) continue
    const [row] = await select(context, {
      name: 'erasure.count',
      sql: count,
      params: requested,
      row: z.object({ rows: z.coerce.number() }),
    })
    records += row?.rows ?? 0
  }
  return records
}
