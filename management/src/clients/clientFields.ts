import { AppError, isZone } from '@packboard/model'
import type { Selectable } from 'kysely'
import { lockedDistributor } from '../change/lockedReferences.ts'
import type { Schema } from '../schema.ts'
import type { Db } from '../store.ts'

/** What can be changed of a client; a field that is left out stays as it is. */
export type ClientFields = {
  readonly location?: string | null | undefined
  /** IANA name of the client's own time zone (D15). */
  readonly zone?: string | undefined
  readonly contactName?: string | undefined
  readonly contactEmail?: string | undefined
  readonly contactNumber?: string | undefined
  readonly distributorId?: number | null | undefined
  readonly subscriptionId: number
}

export function columnsOfClient(fields: ClientFields) {
  return {
    location: fields.location,
    zone: fields.zone,
    contact_name: fields.contactName,
    contact_email: fields.contactEmail,
    contact_number: fields.contactNumber,
    distributor_id: fields.distributorId,
    subscription_id: fields.subscriptionId,
  }
}

/** Refuses an unknown time zone, subscription or distributor. */
export async function checkClientFields(db: Db, fields: ClientFields): Promise<void> {
  const { zone, distributorId, subscriptionId } = fields
  if (zone !== undefined && !isZone(zone)) {
    throw new AppError('request.invalid', {
      message: 'The time zone is not known; it is a name such as Europe/London.',
      fields: [{ field: 'zone', message: 'is not known' }],
    })
  }
  const subscription = await db
    .selectFrom('subscription')
    .select('id')
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  if (!subscription) {
    throw new AppError('request.invalid', {
      message: 'There is no such subscription.',
      fields: [{ field: 'subscriptionId', message: 'is not known' }],
    })
  }
  if (distributorId) await lockedDistributor(db, distributorId)
}

/** A client as the audit log keeps it. */
export function clientSnapshot(row: Selectable<Schema['client']>) {
  return {
    name: row.name,
    location: row.location,
    zone: row.zone,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    contactNumber: row.contact_number,
    distributorId: row.distributor_id,
    subscriptionId: row.subscription_id,
    enabled: row.enabled,
  }
}
