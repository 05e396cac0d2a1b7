import { z } from 'zod'
import type { Telemetry } from '../../store.ts'
import { select } from '../select.ts'

/** A start that was cut off between a step and its note takes the step again: its last end is meant. */
const sql = `
  SELECT version, toUnixTimestamp64Milli(max(applied_at)) AS at
  FROM schema_version GROUP BY version
`
const row = z.object({ version: z.coerce.number(), at: z.coerce.number() })

/** When the store took the steps of its schema, by their numbers; a step whose note is lost is not there. */
export async function telemetryStepTimes({
  context,
}: Telemetry): Promise<ReadonlyMap<number, Date>> {
  const rows = await select(context, { name: 'schema.steps', sql, params: {}, row })
  return new Map(rows.map(({ version, at }) => [version, new Date(at)]))
}
