import { AppError } from '@packboard/model'
import { changing, demandVersion, type Editor, plural, shownName } from '../change/changing.ts'
import { countOf, refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

/** The row of a machine type that is about to be changed, locked against other changes. */
export function machineTypeToChange(db: Db, id: number) {
  return db
    .selectFrom('machine_type')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('machineType.notFound'))
}

/** A machine type as the audit log keeps it. */
export function machineTypeSnapshot(row: { readonly label: string; readonly image_path: string }) {
  return { label: row.label, imagePath: row.image_path }
}

/** Adds a machine type and returns its number. */
export function addMachineType(
  management: Management,
  editor: Editor,
  requested: { readonly label: string; readonly imagePath: string },
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    const row = await db
      .insertInto('machine_type')
      .values({ label: requested.label, image_path: requested.imagePath })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('create', 'machineType', {
      id: row.id,
      clientId: null,
      after: machineTypeSnapshot(row),
    })
    return row.id
  })
}

/** Gives a machine type another picture; its label stays. */
export function changeMachineType(
  management: Management,
  editor: Editor,
  id: number,
  requested: { readonly imagePath: string; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await machineTypeToChange(db, id)
    demandVersion(before, requested.version)
    const after = await db
      .updateTable('machine_type')
      .set({ image_path: requested.imagePath })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('update', 'machineType', {
      id,
      clientId: null,
      before: machineTypeSnapshot(before),
      after: machineTypeSnapshot(after),
    })
  })
}

/** Deletes a machine type, unless machines have it: then the error names how many (D41). */
export function deleteMachineType(
  management: Management,
  editor: Editor,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineTypeToChange(db, id)
    const count = await countOf(
      db.selectFrom('machine').where('machine_type_id', '=', id).where('deleted_at', 'is', null),
    )
    if (count > 0) {
      throw new AppError('row.inUse', {
        message: `This machine type is still used by ${plural(count, 'machine')}.`,
      })
    }
    await db.updateTable('machine_type').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit('delete', 'machineType', {
      id,
      clientId: null,
      before: machineTypeSnapshot(before),
    })
  })
}

/** A model of machine: its label and its picture. What it is set to are settings with a date. */
type MachineType = {
  readonly id: number
  readonly label: string
  readonly imagePath: string
  /** The version: how often the row or a setting of it was changed. */
  readonly version: number
}

/** Every machine type that is not deleted, by label; machine types belong to no tenant. */
export function allMachineTypes(management: Management): Promise<MachineType[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('machine_type')
      .select(['id', 'label', 'image_path as imagePath', 'version'])
      .where('deleted_at', 'is', null)
      .orderBy('label')
      .execute(),
  )
}

/** The label of a machine type as the panel shows it, of a deleted one, too; undefined where there never was one. */
export function machineTypeName(
  management: Management,
  machineTypeId: number,
): Promise<string | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('machine_type')
      .select(['label', 'deleted_at as deletedAt'])
      .where('id', '=', machineTypeId)
      .executeTakeFirst()
    return row && (shownName(row.label, row.deletedAt) ?? undefined)
  })
}
