import { shownName } from '../change/changing.ts'
import { inside, type Management } from '../store.ts'

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
