import { createHash } from 'node:crypto'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { ErasedNames } from './erasedNames.ts'

const sql = 'SELECT client_id AS clientId, digest FROM erased_list FINAL'
const row = z.object({ clientId: z.number(), digest: z.string() })

/**
 * The clients in whose stored records erased names may still stand: their list is not the one that was taken out of them
 * last, because a name was added, the store is a restored one, or parts of a backup were put into it.
 */
export async function clientsToErase(
  { context }: { readonly context: TelemetryContext },
  erased: ErasedNames,
): Promise<number[]> {
  if (erased.clientIds.length === 0) return []
  const rows = await select(context, { name: 'erasure.lists', sql, params: {}, row })
  const done = new Map(rows.map(({ clientId, digest }) => [clientId, digest]))
  return erased.clientIds.filter((clientId) => done.get(clientId) !== digestOf(erased, clientId))
}

/** Nothing that is stored of the client holds a name of this list. What comes from now on does not either. */
export async function noteErased(
  context: TelemetryContext,
  erased: ErasedNames,
  clientId: number,
): Promise<void> {
  await context.connection.writer().insert({
    table: 'erased_list',
    columns: ['client_id', 'digest'],
    values: [[clientId, digestOf(erased, clientId)]],
    format: 'JSONCompactEachRow',
    clickhouse_settings: { log_comment: 'erasure.note', insert_deduplicate: 0 },
  })
}

function digestOf(erased: ErasedNames, clientId: number): string {
  const { hashes } = erased.keyedHashes(clientId)
  return createHash('sha256').update(hashes.toSorted().join()).digest('hex')
}

/** Older rows are put into the store: names that were taken out of it may stand in them. To be called before. */
export async function forgetErasedLists({
  connection,
}: Pick<TelemetryContext, 'connection'>): Promise<void> {
  await connection.writer().command({
    query: `INSERT INTO erased_list SELECT client_id, '' FROM erased_list FINAL`,
    clickhouse_settings: { log_comment: 'erasure.forget', wait_end_of_query: 1 },
  })
}
