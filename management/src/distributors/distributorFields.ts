import type { Selectable } from 'kysely'
import type { Schema } from '../schema.ts'

/** What can be changed of a distributor; a field that is left out stays as it is. */
export type DistributorFields = {
  readonly location?: string | null | undefined
  readonly contactName: string
  readonly contactEmail: string
  readonly contactNumber: string
}

export function columnsOfDistributor(fields: DistributorFields) {
  return {
    location: fields.location,
    contact_name: fields.contactName,
    contact_email: fields.contactEmail,
    contact_number: fields.contactNumber,
  }
}

/** A distributor as the audit log keeps it. */
export function distributorSnapshot(row: Selectable<Schema['distributor']>) {
  return {
    name: row.name,
    location: row.location,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    contactNumber: row.contact_number,
  }
}
