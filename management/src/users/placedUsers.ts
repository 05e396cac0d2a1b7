import type { Db } from '../store.ts'

/**
 * Accounts with the client and distributor that they belong to. The distributor of a client's people is the one that
 * serves the client now, not the one that did when the account was made.
 */
export function placedUsers(db: Db) {
  return db
    .selectFrom('user_account as u')
    .leftJoin('client as c', 'c.id', 'u.client_id')
    .leftJoin('distributor as d', (join) =>
      join.on(({ eb, and, or }) =>
        or([
          eb('d.id', '=', eb.ref('c.distributor_id')),
          and([eb('c.id', 'is', null), eb('d.id', '=', eb.ref('u.distributor_id'))]),
        ]),
      ),
    )
    .select(['u.id', 'u.group_id', 'u.client_id', 'd.id as distributor_id'])
}
