import { groupOfRole } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { Db, Management } from '../store.ts'
import { clientToChange } from './clientToChange.ts'

/** The accounts and devices of a client that people of a distributor made who does not serve it any more. */
export type FormerAccess = {
  readonly users: readonly { readonly id: number; readonly name: string }[]
  readonly devices: readonly { readonly id: number; readonly name: string }[]
}

const distributorGroup = groupOfRole('distributor')

/** All that former distributors made, by client; it works on until an admin ends it. */
export async function formerAccess(db: Db): Promise<Map<number, FormerAccess>> {
  const users = await db
    .selectFrom('user_account as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .innerJoin('user_account as maker', 'maker.id', 'u.created_by')
    .select(['u.id', 'u.username as name', 'c.id as client_id'])
    .where('u.deleted_at', 'is', null)
    .where('maker.group_id', '=', distributorGroup)
    .whereRef('maker.distributor_id', 'is distinct from', 'c.distributor_id')
    .orderBy('u.username')
    .execute()
  const devices = await db
    .selectFrom('device as v')
    .innerJoin('client as c', 'c.id', 'v.client_id')
    .innerJoin('user_account as maker', 'maker.id', 'v.created_by')
    .select(['v.id', 'v.name', 'c.id as client_id'])
    .where('v.deleted_at', 'is', null)
    .where('maker.group_id', '=', distributorGroup)
    .whereRef('maker.distributor_id', 'is distinct from', 'c.distributor_id')
    .orderBy('v.name')
    .execute()
  const of = (rows: typeof users, clientId: number) =>
    rows.filter((row) => row.client_id === clientId).map(({ id, name }) => ({ id, name }))
  const clients = new Set([...users, ...devices].map((row) => row.client_id))
  return new Map([...clients].map((id) => [id, { users: of(users, id), devices: of(devices, id) }]))
}

/**
 * Deletes the accounts and devices of a client that former distributors made: their sessions and tokens end at once, and
 * each can be restored for 30 days.
 */
export function endFormerAccess(
  management: Management,
  editor: Editor,
  clientId: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    await clientToChange(db, clientId)
    const { users = [], devices = [] } = (await formerAccess(db)).get(clientId) ?? {}
    const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
    if (users.length > 0) {
      await db
        .updateTable('user_account')
        .set({ deleted_at: at })
        .where('id', 'in', ids(users))
        .execute()
    }
    if (devices.length > 0) {
      await db
        .updateTable('device')
        .set({ deleted_at: at })
        .where('id', 'in', ids(devices))
        .execute()
    }
    await audit({
      action: 'revoke',
      entity: 'client',
      entityId: clientId,
      clientId,
      before: { users, devices },
    })
  })
}
