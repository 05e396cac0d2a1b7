import type { OperatorSetting } from '@packboard/model'
import { type Db, inside, type Management } from '../store.ts'

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
