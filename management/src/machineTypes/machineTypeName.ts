import { shownName } from '../change/shownName.ts'
import { inside, type Management } from '../store.ts'

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
