import { groupOfRole, type PasswordRules } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import { freshInvitation } from '../passwordLinks/invite.ts'
import { hashPassword, requirePassword } from '../passwords/passwords.ts'
import { type Db, inside, type Management } from '../store.ts'

const firstAdminLock = 7_270_003
const adminGroup = groupOfRole('admin')

/**
 * The outcome for the first administrator: an administrator can sign in already (`known`), the account `admin` got the
 * given password (`created`), or the holder of the token may choose it (`invited`).
 */
export type FirstAdmin =
  | { readonly outcome: 'known' | 'created' }
  | { readonly outcome: 'invited'; readonly token: string }

/**
 * The first administrator of an empty installation (D50): the account `admin` with the given password, or with a
 * one-time link to choose one. The account exists from the first start on, so that its name cannot be registered. As
 * long as no administrator can sign in, each start makes a new link and ends the one before. A password that nobody needs any more
 * is not judged: rules may have become stricter since.
 */
export async function ensureFirstAdmin(
  management: Management,
  password: string | undefined,
  rules: PasswordRules,
): Promise<FirstAdmin> {
  const store = inside(management)
  if (await store.read(canAdministrate)) return { outcome: 'known' }
  if (password !== undefined) await requirePassword(password, rules, 'password')
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return store.transaction(async (change): Promise<FirstAdmin> => {
    // Two servers that start at the same time create one.
    await sql`select pg_advisory_xact_lock(${firstAdminLock})`.execute(change)
    if (await canAdministrate(change)) return { outcome: 'known' }
    const id = (await waitingAdmin(change)) ?? (await addAdmin(change))
    if (passwordHash === undefined) {
      return { outcome: 'invited', token: await freshInvitation(change, id, store.now()) }
    }
    await change
      .updateTable('user_account')
      .set({ password_hash: passwordHash, password_changed_at: new Date(store.now()) })
      .where('id', '=', id)
      .execute()
    return { outcome: 'created' }
  })
}

async function canAdministrate(db: Db): Promise<boolean> {
  const admin = await admins(db).where('password_hash', 'is not', null).executeTakeFirst()
  return admin !== undefined
}

async function waitingAdmin(change: Db): Promise<number | undefined> {
  return (await admins(change).orderBy('id').executeTakeFirst())?.id
}

function admins(db: Db) {
  return db
    .selectFrom('user_account')
    .select('id')
    .where('group_id', '=', adminGroup)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
}

async function addAdmin(change: Db): Promise<number> {
  const { id } = await change
    .insertInto('user_account')
    .values({ username: 'admin', first_name: 'Administrator', group_id: adminGroup })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(change, { userId: null, username: 'Packboard' }, 'create', 'user', {
    id,
    clientId: null,
    after: { username: 'admin', groupId: adminGroup },
  })
  return id
}
