import { z } from 'zod'
import type { TelemetryContext } from '../context.ts'
import { monthRow } from './monthRow.ts'

/** Parts that were written before the columns got the packing of today (schema step 10). */
const monthsSql = `
  SELECT DISTINCT toUInt32(partition_id) AS month FROM system.parts
  WHERE active AND database = currentDatabase() AND table = 'sample' AND modification_time < (
    SELECT max(toDateTime(applied_at)) FROM schema_version WHERE version = 10
  )`

/** The months of records that the engine has not written since. */
export async function monthsToMerge(context: TelemetryContext): Promise<number[]> {
  const answer = await context.connection
    .writer()
    .query({ query: monthsSql, format: 'JSONEachRow' })
  return z
    .array(monthRow)
    .parse(await answer.json())
    .map(({ month }) => month)
}
