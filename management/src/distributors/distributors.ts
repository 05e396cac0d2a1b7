import { inside, type Management } from '../store.ts'

/** A company that serves clients on behalf of the provider. */
type Distributor = {
  readonly id: number
  readonly name: string
  readonly location: string | null
  readonly contactName: string
  readonly contactEmail: string
  readonly contactNumber: string
  /** The version: how often the row was changed. */
  readonly version: number
}

/** Every distributor that is not deleted, by name. */
export function allDistributors(management: Management): Promise<Distributor[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('distributor')
      .select([
        'id',
        'name',
        'location',
        'contact_name as contactName',
        'contact_email as contactEmail',
        'contact_number as contactNumber',
        'version',
      ])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  )
}
