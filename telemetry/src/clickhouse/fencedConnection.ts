import type { Connection } from '@packboard/engines/clickhouse'
import { AppError } from '@packboard/model'

/** Another process may write to this store by now. */
const noLonger = () =>
  new AppError('ingest.busy', {
    retryAfter: 1,
    cause: new Error('this process no longer holds the store'),
  })

/**
 * A connection through which nothing is written once the right to it is lost. Every write begins with `writer()`, also one that is
 * repeated; what was sent before is ended by the next owner (`endWrites`), and refused when it comes later (`takeNumbers`).
 */
export function fencedConnection(connection: Connection, mayWrite: () => boolean): Connection {
  return {
    ...connection,
    writer() {
      if (!mayWrite()) throw noLonger()
      return connection.writer()
    },
  }
}

/** Ends what an earlier owner still writes to this store, and waits for its end. */
export async function endWrites(connection: Connection, database: string): Promise<void> {
  await connection.writer().command({
    query: `
      KILL QUERY WHERE current_database = {database:String} AND query_id <> queryID()
        AND query_kind IN ('Insert', 'Delete', 'Alter', 'Update', 'Drop', 'Create') SYNC`,
    query_params: { database },
  })
}
