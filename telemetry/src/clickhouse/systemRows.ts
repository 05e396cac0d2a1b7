import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { z } from 'zod'

/**
 * What the engine says of itself, of the store and of its own work; each row is checked by `row`. It is no question: it has no limits
 * and is not counted, and it goes through the writer, because the reader may read Packboard's own tables alone.
 */
export async function systemRows<Row extends z.ZodType>(
  writer: ClickHouseClient,
  row: Row,
  query: string,
  params: Readonly<Record<string, unknown>> = {},
  settings: ClickHouseSettings = {},
): Promise<z.output<Row>[]> {
  const answer = await writer.query({
    query,
    query_params: { ...params },
    format: 'JSONEachRow',
    clickhouse_settings: settings,
  })
  return z.array(row).parse(await answer.json())
}
