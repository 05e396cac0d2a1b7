import { sql } from 'kysely'
import { writeAudit } from '../auditLog/writeAudit.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { inside, type Management } from '../store.ts'

const firstAdminLock = 7_270_003
const adminGroup = 1

/**
 * The first administrator of an empty installation (D50): the account `admin` with the given password. Does nothing as
 * soon as there is any account; `missing` means that nobody can sign in yet.
 */
export async function ensureFirstAdmin(
  management: Management,
  password: string | undefined,
): Promise<'known' | 'created' | 'missing'> {
  const { read, write } = inside(management)
  const anybody = await read((db) =>
    db.selectFrom('user_account').select('id').limit(1).executeTakeFirst(),
  )
  if (anybody) return 'known'
  if (password === undefined) return 'missing'
  const passwordHash = await hashPassword(password)
  return write((db) =>
    db.transaction().execute(async (change) => {
      // Two servers that start at the same time create one.
      await sql`select pg_advisory_xact_lock(${firstAdminLock})`.execute(change)
      const known = await change.selectFrom('user_account').select('id').limit(1).executeTakeFirst()
      if (known) return 'known'
      const { id } = await change
        .insertInto('user_account')
        .values({
          username: 'admin',
          first_name: 'Administrator',
          group_id: adminGroup,
          password_hash: passwordHash,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(change, {
        actorId: null,
        actorName: 'Packboard',
        action: 'create',
        entity: 'user',
        entityId: id,
        clientId: null,
        after: { username: 'admin', groupId: adminGroup },
      })
      return 'created'
    }),
  )
}
