import { groupOfRole } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { Db, Management } from '../store.ts'
import { clientToChange } from './changeClients.ts'

/** The accounts and devices of a client that people of a distributor made who does not serve it any more. */
type FormerAccess = {
  readonly users: readonly Named[]
  readonly devices: readonly Named[]
}
type Named = { readonly id: number; readonly name: string }

const distributorGroup = groupOfRole('distributor')

/** All that former distributors made, by client, or what they made in one client; it works on until an admin ends it. */
export async function formerAccess(db: Db, clientId?: number): Promise<Map<number, FormerAccess>> {
  const users = await db
    .selectFrom('user_account as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .innerJoin('user_account as maker', 'maker.id', 'u.created_by')
    .select(['u.id', 'u.username as name', 'c.id as client_id'])
    .where('u.deleted_at', 'is', null)
    .where('maker.group_id', '=', distributorGroup)
    .whereRef('maker.distributor_id', 'is distinct from', 'c.distributor_id')
    .$if(clientId !== undefined, (query) => query.where('u.client_id', '=', clientId ?? 0))
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
    .$if(clientId !== undefined, (query) => query.where('v.client_id', '=', clientId ?? 0))
    .orderBy('v.name')
    .execute()
  const found = new Map<number, { users: Named[]; devices: Named[] }>()
  const of = (id: number) => {
    const known = found.get(id) ?? { users: [], devices: [] }
    found.set(id, known)
    return known
  }
  for (const { id, name, client_id } of users) of(client_id).users.push({ id, name })
  for (const { id, name, client_id } of devices) of(client_id).devices.push({ id, name })
  return found
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
    const { users = [], devices = [] } = (await formerAccess(db, clientId)).get(clientId) ?? {}
    const end = async (table: 'user_account' | 'device', rows: readonly Named[]) => {
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return
      await db.updateTable(table).set({ deleted_at: at }).where('id', 'in', ids).execute()
    }
    await end('user_account', users)
    await end('device', devices)
    await audit('revoke', 'client', { id: clientId, clientId, before: { users, devices } })
  })
}
