import type { ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'
import { openFileStates } from './recordFiles.ts'

/** A piece has arrived: `received` bytes are on the disk. With the last one the file is to be opened. */
export async function noteReceived(
  management: Management,
  id: number,
  received: number,
  isLast: boolean,
): Promise<void> {
  const at = new Date(inside(management).now())
  await inside(management).write((db) =>
    db
      .updateTable('record_file')
      .set({ received, received_at: at, ...(isLast && { state: 'opening' }) })
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .execute(),
  )
}

/** The process that opened a file has said what it is. */
export async function noteOpened(
  management: Management,
  id: number,
  found: unknown,
): Promise<void> {
  await inside(management).write((db) =>
    db
      .updateTable('record_file')
      .set({ state: 'uploaded', found: JSON.stringify(found) })
      .where('id', '=', id)
      .where('state', '=', 'opening')
      .execute(),
  )
}

/** Bytes that have arrived of all open files, and of those of the clients of this client's distributor, or of its own. */
export async function waitingBytes(
  management: Management,
  scope: ClientScope,
): Promise<{ readonly all: number; readonly shared: number }> {
  const { all, shared } = await inside(management).read((db) =>
    db
      .selectFrom('record_file as f')
      .innerJoin('client as c', 'c.id', 'f.client_id')
      .innerJoin('client as mine', (join) => join.on('mine.id', '=', scope.clientId))
      .select([
        sql<string>`coalesce(sum(f.received), 0)`.as('all'),
        sql<string>`coalesce(sum(f.received) filter (
          where c.id = mine.id or c.distributor_id = mine.distributor_id), 0)`.as('shared'),
      ])
      .where('f.state', 'in', openFileStates)
      .executeTakeFirstOrThrow(),
  )
  return { all: Number(all), shared: Number(shared) }
}
