import { z } from 'zod'
import type { TelemetryRoom } from '../room.ts'
import { select } from '../select.ts'

/** How far the ledger has come: the newest batch, and of each machine the newest rule, that its rows tell of. */
export type LedgerPosition = {
  readonly batch: bigint
  readonly rules: ReadonlyMap<number, bigint>
}

const sql = 'SELECT name, max(batch) AS reached FROM packboard.ledger_position GROUP BY name'
const rawName = 'raw'
const rulePrefix = 'rule '

export async function readPosition(room: TelemetryRoom): Promise<LedgerPosition> {
  const rows = await select(room, {
    name: 'ledger.readPosition',
    sql,
    params: {},
    row: z.object({ name: z.string(), reached: z.coerce.bigint() }),
  })
  return {
    batch: rows.find(({ name }) => name === rawName)?.reached ?? 0n,
    rules: new Map(
      rows
        .filter(({ name }) => name.startsWith(rulePrefix))
        .map(({ name, reached }) => [Number(name.slice(rulePrefix.length)), reached]),
    ),
  }
}

/** Written after the rows, never before: what a crash leaves out is computed again. */
export async function writePosition(room: TelemetryRoom, position: LedgerPosition): Promise<void> {
  const values: [string, string][] = [[rawName, position.batch.toString()]]
  for (const [machineId, version] of position.rules) {
    values.push([`${rulePrefix}${machineId}`, version.toString()])
  }
  await room.connection.writer().insert({
    table: 'packboard.ledger_position',
    columns: ['name', 'batch'],
    values,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { log_comment: 'ledger.writePosition', insert_deduplicate: 0 },
  })
}
