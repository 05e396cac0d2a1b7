import {
  AppError,
  type ClientScope,
  isZone,
  type OperatorSetting,
  refusedField,
} from '@packboard/model'
import { type Selectable, sql } from 'kysely'
import { changing, demandVersion, type Editor, lockedDistributor } from '../change/changing.ts'
import { beginSettings } from '../datedSettings/enterSettings.ts'
import { refusing } from '../queries.ts'
import type { Schema } from '../schema.ts'
import { type Db, inside, type Management } from '../store.ts'

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
    const message = 'The time zone is not known; it is a name such as Europe/London.'
    throw refusedField('zone', message, 'is not known')
  }
  const subscription = await db
    .selectFrom('subscription')
    .select('id')
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  if (!subscription) {
    throw refusedField('subscriptionId', 'There is no such subscription.', 'is not known')
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
export function clientToChange(db: Db, id: number) {
  return db
    .selectFrom('client')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('client.notFound'))
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
  return changing(management, editor, async ({ db, at, audit }) => {
    await checkClientFields(db, requested)
    const row = await db
      .insertInto('client')
      .values({ name: requested.name, ...columnsOfClient(requested), cell_id: emptiestCell })
      .returningAll()
      .executeTakeFirstOrThrow()
    const entered = { at, by: editor.userId }
    await beginSettings(db, entered, [{ clientId: row.id, kind: 'rules', value: 'revised' }])
    await audit('create', 'client', { id: row.id, clientId: row.id, after: clientSnapshot(row) })
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
    await audit('update', 'client', {
      id,
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
    /** The numbers of what is deleted with it. */
    const deleted = async (table: 'user_account' | 'device' | 'machine') => {
      const rows = await db
        .updateTable(table)
        .set({ deleted_at: at, deleted_with_client: true })
        .where('client_id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    }
    const [userIds, deviceIds] = [await deleted('user_account'), await deleted('device')]
    const machineIds = await deleted('machine')
    await audit('delete', 'client', {
      id,
      clientId: id,
      before: { ...clientSnapshot(before), userIds, deviceIds, machineIds },
    })
  })
}

/** What a client says of the names and figures of its operators. 404: there is no such client. */
export async function operatorSetting(
  management: Management,
  { clientId }: ClientScope,
): Promise<OperatorSetting> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('client')
      .select('operator_rows')
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(refusing('client.notFound')),
  )
  return row.operator_rows
}

/** Sets it; saying the same again is no change. */
export async function setOperatorSetting(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  setting: OperatorSetting,
): Promise<void> {
  await changing(management, editor, async ({ db, audit }) => {
    const { id, operator_rows: before } = await clientToChange(db, scope.clientId)
    if (before === setting) return
    await db
      .updateTable('client')
      .set({ operator_rows: setting })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await audit('update', 'client', {
      id,
      clientId: id,
      before: { operatorRows: before },
      after: { operatorRows: setting },
    })
  })
}
