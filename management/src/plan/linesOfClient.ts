import type { Db } from '../store.ts'

/** The lines of a client that are not deleted, by name. */
export async function linesOfClient(
  db: Db,
  clientId: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const lines = await db
    .selectFrom('line')
    .select(['id', 'name'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .execute()
  return lines.sort((a, b) => (a.name < b.name ? -1 : 1))
}
