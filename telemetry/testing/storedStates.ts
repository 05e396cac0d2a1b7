import { z } from 'zod'
import { select } from '../src/clickhouse/select.ts'
import type { Telemetry } from '../src/store.ts'

/** The state of each stored sample, by machine and time; one that is there twice is in the list twice. */
export const storedStates = ({ context }: Telemetry) =>
  select(context, {
    name: 'test.storedStates',
    sql: 'SELECT machine_id AS machineId, state FROM sample ORDER BY machine_id, at, batch',
    params: {},
    row: z.object({ machineId: z.number(), state: z.number().nullable() }),
  })
