import type { ClientScope } from '@packboard/model'
import { personName } from '../queries.ts'
import { inside, type Management } from '../store.ts'
import { clientGroups, peopleOf } from './setAlertRules.ts'

/** Who a step of a rule can name. */
export type AlertRecipients = {
  readonly people: readonly { readonly id: number; readonly name: string; readonly role: number }[]
  readonly roles: readonly number[]
  readonly mails: readonly {
    readonly id: number
    readonly address: string
    readonly confirmed: boolean
  }[]
  readonly hooks: readonly {
    readonly id: number
    readonly name: string
    readonly kind: 'hook' | 'mqtt'
    readonly enabled: boolean
  }[]
}

/** The recipients of a client; `withStaff`: also admins, whose names people of the client do not read. */
export function alertRecipients(
  management: Management,
  { clientId }: ClientScope,
  withStaff: boolean,
): Promise<AlertRecipients> {
  return inside(management).read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select(['id', 'distributor_id'])
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow()
    const people = await peopleOf(db, { clientId, distributorId: client.distributor_id })
    const mails = await db
      .selectFrom('alert_address')
      .select(['id', 'address', 'confirmed_at'])
      .where('client_id', '=', clientId)
      .where('removed_at', 'is', null)
      .orderBy('address')
      .execute()
    const hooks = await db
      .selectFrom('hook')
      .select(['id', 'name', 'kind', 'enabled'])
      .where('client_id', '=', clientId)
      .where('removed_at', 'is', null)
      .orderBy('name')
      .execute()
    return {
      people: people.flatMap(({ id, group_id, client_id, ...names }) =>
        group_id !== null && (withStaff || client_id === clientId)
          ? [{ id, name: personName(names), role: group_id }]
          : [],
      ),
      roles: clientGroups,
      mails: mails.map(({ id, address, confirmed_at }) => ({
        ...{ id, address },
        confirmed: confirmed_at !== null,
      })),
      hooks,
    }
  })
}
