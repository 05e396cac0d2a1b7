import { AppError, isZone } from '@packboard/model'
import { type Selectable, sql } from 'kysely'
import { changing, demandVersion, type Editor, lockedDistributor } from '../change/changing.ts'
import type { Schema } from '../schema.ts'
import type { Db, Management } from '../store.ts'

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

/** The row of a client that is about to be changed, locked against other changes. */
export async function clientToChange(db: Db, id: number) {
  const row = await db
    .selectFrom('client')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('client.notFound')
  return row
}

/** The records of a client stay in the cell to which it is given. */
const emptiestCell = sql<number>`(
  select cell.id from cell left join client as other on other.cell_id = cell.id
  group by cell.id order by count(other.id), cell.id limit 1
)`

/** Adds a client and returns its number. */
export function addClient(
  management: Management,
  editor: Editor,
  requested: ClientFields & { readonly name: string },
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    await checkClientFields(db, requested)
    const row = await db
      .insertInto('client')
      .values({ name: requested.name, ...columnsOfClient(requested), cell_id: emptiestCell })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'create',
      entity: 'client',
      entityId: row.id,
      clientId: row.id,
      after: clientSnapshot(row),
    })
    return row.id
  })
}

/**
 * Changes a client; its number and name stay. The people of a disabled client are signed out, its machines are still
 * recorded (D41).
 */
export function changeClient(
  management: Management,
  editor: Editor,
  id: number,
  requested: ClientFields & { readonly enabled: boolean; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await clientToChange(db, id)
    demandVersion(before, requested.version)
    await checkClientFields(db, requested)
    const after = await db
      .updateTable('client')
      .set({ ...columnsOfClient(requested), enabled: requested.enabled })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'update',
      entity: 'client',
      entityId: id,
      clientId: id,
      before: clientSnapshot(before),
      after: clientSnapshot(after),
    })
  })
}

const firstClient = 1

/**
 * Deletes a client with its users, devices and machines, which are restored with it (D41). Their names and serial numbers are
 * free meanwhile; the records stay.
 */
export function deleteClient(management: Management, editor: Editor, id: number): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await clientToChange(db, id)
    if (id === firstClient) {
      throw new AppError('row.protected', {
        message: 'The client with number 1 cannot be deleted or disabled.',
      })
    }
    await db.updateTable('client').set({ deleted_at: at }).where('id', '=', id).execute()
    const users = await db
      .updateTable('user_account')
      .set({ deleted_at: at, deleted_with_client: true })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    const devices = await db
      .updateTable('device')
      .set({ deleted_at: at, deleted_with_client: true })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    const machines = await db
      .updateTable('machine')
      .set({ deleted_at: at, deleted_with_client: true })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    await audit({
      action: 'delete',
      entity: 'client',
      entityId: id,
      clientId: id,
      before: {
        ...clientSnapshot(before),
        userIds: users.map((user) => user.id),
        deviceIds: devices.map((device) => device.id),
        machineIds: machines.map((machine) => machine.id),
      },
    })
  })
}
