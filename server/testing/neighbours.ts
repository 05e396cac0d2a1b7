import type { Management } from '@packboard/management'
import { runSql, tables } from '@packboard/management/testing'

/** Ids that the isolation tests use, beside the demo's clients 1 to 4. */
export type Neighbours = { readonly deletedClient: number; readonly disabledClient: number }

/** Never handed out by any sequence of a test. */
export const absentClient = 999_999

/**
 * Adds what the demo does not have: a deleted and a disabled client with people, a pending account, a second
 * distributor, a user of client 2. All have the demo's password.
 */
export async function addNeighbours(management: Management): Promise<Neighbours> {
  const db = tables(management)
  const { password_hash } = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('username', '=', 'user')
    .executeTakeFirstOrThrow()
  const client = async (name: string, values: { enabled?: boolean; deleted_at?: Date }) => {
    const { id } = await db
      .insertInto('client')
      .values({ name, zone: 'Europe/London', distributor_id: 1, subscription_id: 1, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const deletedClient = await client('Gone Foods', {})
  const disabledClient = await client('Unpaid Foods', { enabled: false })
  const person = (username: string, group_id: number | null, rest: object) => ({
    username,
    email: `${username}@test.example`,
    first_name: username,
    group_id,
    password_hash,
    ...rest,
  })
  await db
    .insertInto('user_account')
    .values([
      person('distributor2', 6, { distributor_id: 2 }),
      person('neighbour', 3, { client_id: 2 }),
      person('unpaid', 3, { client_id: disabledClient }),
      person('gone', 3, { client_id: deletedClient }),
      person('pending', null, {}),
    ])
    .execute()
  await db
    .updateTable('client')
    .set({ deleted_at: new Date() })
    .where('id', '=', deletedClient)
    .execute()
  for (const clientId of [1, 2, 3, 4]) {
    await runSql(
      management,
      `insert into record_file (id, client_id, name, bytes, state, created_at, received_at, ended_at)
        overriding system value values ($1, $2, 'Ended.csv', 10, 'done', now(), now(), now())`,
      [endedFile(clientId), clientId],
    )
    const { id, name, url } = seededHook(clientId)
    await runSql(
      management,
      `insert into hook (id, client_id, kind, name, enabled, events, url, created_by)
        overriding system value values ($1, $2, 'hook', $3, true, '{}', $4, 1)`,
      [id, clientId, name, url],
    )
    await runSql(
      management,
      `insert into outbox (id, key, kind, channel, client_id, hook_id, event, state, due_at, next_try_at, gives_up_at)
        overriding system value values ($1, $2, 'news', 'hook', $3, $4, 'alert.opened', 'failed', now(), now(), now())`,
      [id, `seeded ${id}`, clientId, id],
    )
  }
  return { deletedClient, disabledClient }
}

/** The webhook of this client, and by its number a delivery to it that failed. Its receiver has no address. */
export const seededHook = (clientId: unknown) => ({
  ...{ id: 900_000 + Number(clientId), kind: 'hook', name: 'Receiver', enabled: true },
  ...{ events: [], url: 'https://receiver.invalid/in', template: 'packboard' },
})

/** The number of a file of records of this client whose import has ended. */
export const endedFile = (clientId: unknown) => 900_000 + Number(clientId)
