import type { OperatorSetting } from '@packboard/model'
import { shownName } from '../change/changing.ts'
import { type Db, inside, type Management } from '../store.ts'
import { formerAccess } from './formerAccess.ts'

/** A tenant: a factory whose machines are watched. */
export type Client = {
  readonly id: number
  readonly name: string
  readonly location: string | null
  /** IANA name of the client's own time zone (D15). */
  readonly zone: string
  readonly distributorId: number | null
  readonly subscriptionLabel: string
  readonly operators: OperatorSetting
  readonly enabled: boolean
  readonly deleted: boolean
}

/** Every client that is not deleted, by name: what an admin may choose from. */
export function allClients(management: Management): Promise<Client[]> {
  return inside(management).read((db) =>
    clientsIn(db).where('client.deleted_at', 'is', null).execute(),
  )
}

/** The clients that one distributor serves, by name (D34). */
export function clientsOfDistributor(
  management: Management,
  distributorId: number,
): Promise<Client[]> {
  return inside(management).read((db) =>
    clientsIn(db)
      .where('client.deleted_at', 'is', null)
      .where('client.distributor_id', '=', distributorId)
      .execute(),
  )
}

/** One client, also a disabled or deleted one; undefined when it never existed. */
export function clientById(management: Management, id: number): Promise<Client | undefined> {
  return inside(management).readShared(`clientById ${id}`, (db) =>
    clientsIn(db).where('client.id', '=', id).executeTakeFirst(),
  )
}

function clientsIn(db: Db) {
  return db
    .selectFrom('client')
    .innerJoin('subscription', 'subscription.id', 'client.subscription_id')
    .select([
      'client.id',
      'client.name',
      'client.location',
      'client.zone',
      'client.distributor_id as distributorId',
      'subscription.label as subscriptionLabel',
      'client.operator_rows as operators',
      'client.enabled',
      (client) => client('client.deleted_at', 'is not', null).$castTo<boolean>().as('deleted'),
    ])
    .orderBy('client.name')
    .orderBy('client.id')
}

/** A client as the management panel shows it. */
export type ManagedClient = {
  readonly id: number
  readonly name: string
  readonly location: string | null
  readonly zone: string
  readonly contactName: string
  readonly contactEmail: string
  readonly contactNumber: string
  readonly distributorId: number | null
  readonly distributorName: string | null
  readonly subscriptionId: number
  readonly subscriptionLabel: string
  readonly enabled: boolean
  /** User names and names of devices that a former distributor made. */
  readonly formerAccess: { readonly users: string[]; readonly devices: string[] }
  readonly version: number
}

/** Every client that is not deleted, by name, with all that can be edited of it. */
export function managedClients(management: Management): Promise<ManagedClient[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('client as c')
      .innerJoin('subscription as s', 's.id', 'c.subscription_id')
      .leftJoin('distributor as d', 'd.id', 'c.distributor_id')
      .select(['c.id', 'c.name', 'c.location', 'c.zone', 'c.enabled', 'c.version'])
      .select(['c.contact_name as contactName', 'c.contact_email as contactEmail'])
      .select(['c.contact_number as contactNumber', 'c.distributor_id as distributorId'])
      .select(['c.subscription_id as subscriptionId', 's.label as subscriptionLabel'])
      .select(['d.name as distributorName', 'd.deleted_at as distributorDeletedAt'])
      .where('c.deleted_at', 'is', null)
      .orderBy('c.name')
      .orderBy('c.id')
      .execute()
    const former = await formerAccess(db)
    const names = (found: readonly { readonly name: string }[] = []) =>
      found.map(({ name }) => name)
    return rows.map(({ distributorDeletedAt, ...client }) => ({
      ...client,
      distributorName: shownName(client.distributorName, distributorDeletedAt),
      formerAccess: {
        users: names(former.get(client.id)?.users),
        devices: names(former.get(client.id)?.devices),
      },
    }))
  })
}

/** What a client pays for; `premium` opens the Per Day Summary (D51). */
type Subscription = { readonly id: number; readonly label: string }

export function allSubscriptions(management: Management): Promise<Subscription[]> {
  return inside(management).read((db) =>
    db.selectFrom('subscription').select(['id', 'label']).orderBy('label').execute(),
  )
}
