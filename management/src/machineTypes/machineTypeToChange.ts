import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'

/** The row of a machine type that is about to be changed, locked against other changes. */
export async function machineTypeToChange(db: Db, id: number) {
  const row = await db
    .selectFrom('machine_type')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('machineType.notFound')
  return row
}

/** A machine type as the audit log keeps it. */
export function machineTypeSnapshot(row: { readonly label: string; readonly image_path: string }) {
  return { label: row.label, imagePath: row.image_path }
}
