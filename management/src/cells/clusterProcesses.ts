import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** A process that has not said for this long that it is there is gone. */
const goneSeconds = 10

/** Says that a process is there, and where it answers the others; to be repeated within ten seconds. */
export async function processIsThere(
  management: Management,
  one: { readonly id: string; readonly url: string },
): Promise<void> {
  await inside(management).write(async (db) => {
    await db
      .insertInto('cluster_process')
      .values(one)
      .onConflict((it) => it.column('id').doUpdateSet({ url: one.url, seen_at: sql`now()` }))
      .execute()
    await db
      .deleteFrom('cluster_process')
      .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${goneSeconds})`)
      .execute()
  })
}

export async function processIsGone(management: Management, id: string): Promise<void> {
  await inside(management).write((db) =>
    db.deleteFrom('cluster_process').where('id', '=', id).execute(),
  )
}

/** Where the other processes answer. */
export async function otherProcesses(management: Management, id: string): Promise<string[]> {
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('cluster_process')
      .select('url')
      .where('id', '<>', id)
      .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${goneSeconds})`)
      .execute(),
  )
  return rows.map(({ url }) => url)
}
