import { AppError } from '@packboard/model'
import type { Selectable } from 'kysely'
import { changing, demandVersion, type Editor, plural } from '../change/changing.ts'
import { countOf, refusing } from '../queries.ts'
import type { Schema } from '../schema.ts'
import { type Db, inside, type Management } from '../store.ts'

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

/** The row of a distributor that is about to be changed, locked against other changes. */
export function distributorToChange(db: Db, id: number) {
  return db
    .selectFrom('distributor')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('distributor.notFound'))
}

/** Adds a distributor and returns its number. */
export function addDistributor(
  management: Management,
  editor: Editor,
  requested: DistributorFields & { readonly name: string },
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    const row = await db
      .insertInto('distributor')
      .values({ name: requested.name, ...columnsOfDistributor(requested) })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('create', 'distributor', {
      id: row.id,
      clientId: null,
      after: distributorSnapshot(row),
    })
    return row.id
  })
}

/** Changes the contact data of a distributor; its name stays. */
export function changeDistributor(
  management: Management,
  editor: Editor,
  id: number,
  requested: DistributorFields & { readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await distributorToChange(db, id)
    demandVersion(before, requested.version)
    const after = await db
      .updateTable('distributor')
      .set(columnsOfDistributor(requested))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('update', 'distributor', {
      id,
      clientId: null,
      before: distributorSnapshot(before),
      after: distributorSnapshot(after),
    })
  })
}

/** Deletes a distributor, unless clients or users belong to it: then the error names how many (D41). */
export function deleteDistributor(
  management: Management,
  editor: Editor,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await distributorToChange(db, id)
    const countIn = (table: 'client' | 'user_account') =>
      countOf(db.selectFrom(table).where('distributor_id', '=', id).where('deleted_at', 'is', null))
    const [clients, users] = [await countIn('client'), await countIn('user_account')]
    if (clients + users > 0) {
      throw new AppError('row.inUse', {
        message: `This distributor still has ${plural(clients, 'client')} and ${plural(users, 'user')}.`,
      })
    }
    await db.updateTable('distributor').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit('delete', 'distributor', {
      id,
      clientId: null,
      before: distributorSnapshot(before),
    })
  })
}
