import type { Db } from '../store.ts'
import { skeletonOf } from './skeleton.ts'

/** The account that has this user name, or one that looks like it; deleted accounts have none. */
export async function holderOfName(db: Db, username: string): Promise<string | undefined> {
  const wanted = skeletonOf(username)
  const rows = await db
    .selectFrom('user_account')
    .select('username')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.find((row) => skeletonOf(row.username) === wanted)?.username
}
