import { shownName } from '../change/shownName.ts'
import { inside, type Management } from '../store.ts'
import { formerAccess } from './formerAccess.ts'

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
