import { z } from 'zod'
import { select } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'

/** How far the ledger has come: the newest batch and the newest version of rules that its rows contain. */
type LedgerPosition = { readonly batch: bigint; readonly rules: bigint }

const sql = 'SELECT name, max(batch) AS reached FROM ledger_position GROUP BY name'

export async function readPosition(context: TelemetryContext): Promise<LedgerPosition> {
  const rows = await select(context, {
    name: 'ledger.readPosition',
    sql,
    params: {},
    row: z.object({ name: z.string(), reached: z.coerce.bigint() }),
  })
  const reached = (name: string) => rows.find((row) => row.name === name)?.reached ?? 0n
  return { batch: reached('batch'), rules: reached('rules') }
}

/** Written after the rows, never before: what is lost in a crash is computed again. */
export async function writePosition(
  context: TelemetryContext,
  position: LedgerPosition,
): Promise<void> {
  await context.connection.writer().insert({
    table: 'ledger_position',
    columns: ['name', 'batch'],
    values: [
      ['batch', position.batch.toString()],
      ['rules', position.rules.toString()],
    ],
    format: 'JSONCompactEachRow',
    clickhouse_settings: { log_comment: 'ledger.writePosition', insert_deduplicate: 0 },
  })
}
