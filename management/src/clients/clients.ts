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
  return inside(management).read(async (db) => {
    const rows = await rowsOf(db).where('client.deleted_at', 'is', null).execute()
    return rows.map(asClient)
  })
}

/** The clients that one distributor serves, by name (D34). */
export function clientsOfDistributor(
  management: Management,
  distributorId: number,
): Promise<Client[]> {
  return inside(management).read(async (db) => {
    const rows = await rowsOf(db)
      .where('client.deleted_at', 'is', null)
      .where('client.distributor_id', '=', distributorId)
      .execute()
    return rows.map(asClient)
  })
}

/** One client, also a disabled or deleted one; undefined when it never existed. */
export function clientById(management: Management, id: number): Promise<Client | undefined> {
  return inside(management).readShared(`clientById ${id}`, async (db) => {
    const row = await rowsOf(db).where('client.id', '=', id).executeTakeFirst()
    return row && asClient(row)
  })
}

function rowsOf(db: Db) {
  return db
    .selectFrom('client')
    .innerJoin('subscription', 'subscription.id', 'client.subscription_id')
    .select([
      'client.id',
      'client.name',
      'client.location',
      'client.zone',
      'client.distributor_id',
      'client.enabled',
      'client.operator_rows',
      'client.deleted_at',
      'subscription.label',
    ])
    .orderBy('client.name')
    .orderBy('client.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

function asClient(row: Row): Client {
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    zone: row.zone,
    distributorId: row.distributor_id,
    subscriptionLabel: row.label,
    operators: row.operator_rows,
    enabled: row.enabled,
    deleted: row.deleted_at !== null,
  }
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
      .select([
        'c.id',
        'c.name',
        'c.location',
        'c.zone',
        'c.contact_name',
        'c.contact_email',
        'c.contact_number',
        'c.distributor_id',
        'c.subscription_id',
        'c.enabled',
        'c.version',
        's.label',
        'd.name as distributor_name',
        'd.deleted_at as distributor_deleted_at',
      ])
      .where('c.deleted_at', 'is', null)
      .orderBy('c.name')
      .orderBy('c.id')
      .execute()
    const former = await formerAccess(db)
    const names = (found: readonly { readonly name: string }[] = []) =>
      found.map(({ name }) => name)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      location: row.location,
      zone: row.zone,
      contactName: row.contact_name,
      contactEmail: row.contact_email,
      contactNumber: row.contact_number,
      distributorId: row.distributor_id,
      distributorName: shownName(row.distributor_name, row.distributor_deleted_at),
      subscriptionId: row.subscription_id,
      subscriptionLabel: row.label,
      enabled: row.enabled,
      formerAccess: {
        users: names(former.get(row.id)?.users),
        devices: names(former.get(row.id)?.devices),
      },
      version: row.version,
    }))
  })
}
