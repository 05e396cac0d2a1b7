import { z } from 'zod'
import { bulkLimits, select } from '../src/clickhouse/select.ts'
import type { Telemetry } from '../src/store.ts'

/** Of each machine, and of unknown ones (0): the records that are stored beside those that were counted (D10). */
export function countedAndStored(telemetry: Telemetry) {
  return select(telemetry.context, {
    name: 'test.countedAndStored',
    sql: `SELECT client, machine, sum(is_accepted) AS accepted, sum(is_stored) AS stored,
        sum(is_counted_aside) AS quarantined, sum(is_aside) AS aside, sum(is_repeat) AS duplicate
      FROM (
        SELECT client_id AS client, machine_id AS machine, accepted AS is_accepted, 0 AS is_stored,
          quarantined AS is_counted_aside, 0 AS is_aside, duplicate AS is_repeat FROM ingest_count
        UNION ALL SELECT client_id, machine_id, 0, NOT alive, 0, 0, 0 FROM sample
        UNION ALL SELECT client_id, machine_id, 0, 1, 0, 0, 0 FROM alarm
        UNION ALL SELECT client_id, machine_id, 0, 1, 0, 0, 0 FROM audit
        UNION ALL SELECT ifNull(client_id, 0), ifNull(machine_id, 0), 0, 0, 0, 1, 0 FROM quarantine
      ) GROUP BY client, machine ORDER BY client, machine`,
    params: {},
    limits: bulkLimits,
    row: z.object({
      client: z.number(),
      machine: z.number(),
      accepted: z.coerce.number(),
      stored: z.coerce.number(),
      quarantined: z.coerce.number(),
      aside: z.coerce.number(),
      duplicate: z.coerce.number(),
    }),
  })
}
