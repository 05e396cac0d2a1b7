import { type PersonRole, personRoleOfGroup } from '@packboard/model'
import { atEntrance, type Management } from '../store.ts'

/** An account with the fields that a sign-in needs. */
export type SignInUser = {
  readonly id: number
  readonly username: string
  readonly firstName: string
  /** null: the account awaits approval (D36). */
  readonly role: PersonRole | null
  readonly distributorId: number | null
  readonly client: {
    readonly id: number
    readonly name: string
    readonly subscriptionLabel: string
    readonly enabled: boolean
    readonly deleted: boolean
  } | null
  readonly enabled: boolean
  /** null: no password was ever chosen (an invitation is open). */
  readonly passwordHash: string | null
}

/** The account of a user name or an e-mail address, in any letter case; deleted accounts are not found. */
export function userForSignIn(
  management: Management,
  nameOrEmail: string,
): Promise<SignInUser | undefined> {
  const requested = nameOrEmail.normalize('NFKC').trim()
  return atEntrance(management).read(async (db) => {
    const row = await db
      .selectFrom('user_account as u')
      .leftJoin('client as c', 'c.id', 'u.client_id')
      .leftJoin('subscription as s', 's.id', 'c.subscription_id')
      .select([
        'u.id',
        'u.username',
        'u.first_name',
        'u.group_id',
        'u.distributor_id',
        'u.enabled',
        'u.password_hash',
        'c.id as client_id',
        'c.name as client_name',
        'c.enabled as client_enabled',
        'c.deleted_at as client_deleted_at',
        's.label as subscription_label',
      ])
      .where('u.deleted_at', 'is', null)
      .where(({ or, eb, fn, val }) =>
        or([
          eb(fn<string>('lower', ['u.username']), '=', fn<string>('lower', [val(requested)])),
          eb(fn<string>('lower', ['u.email']), '=', fn<string>('lower', [val(requested)])),
        ]),
      )
      .executeTakeFirst()
    if (!row) return undefined
    return {
      id: row.id,
      username: row.username,
      firstName: row.first_name,
      role: personRoleOfGroup(row.group_id) ?? null,
      distributorId: row.distributor_id,
      client:
        row.client_id === null
          ? null
          : {
              id: row.client_id,
              name: row.client_name ?? '',
              subscriptionLabel: row.subscription_label ?? '',
              enabled: row.client_enabled === true,
              deleted: row.client_deleted_at !== null,
            },
      enabled: row.enabled,
      passwordHash: row.password_hash,
    }
  })
}
