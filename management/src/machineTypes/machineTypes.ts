import type { CategoryOverrides } from '../schema.ts'
import { inside, type Management } from '../store.ts'

/** A model of machine: its picture, what it was designed for, and how its states count. */
type MachineType = {
  readonly id: number
  readonly label: string
  readonly imagePath: string
  /** Packs per minute. */
  readonly designPpm: number | null
  /** D11: how long the last sample speaks for such a machine. */
  readonly holdMs: number
  /** D13: where its states count otherwise than usual. */
  readonly categories: CategoryOverrides
  /** The number of changes that the row has seen. */
  readonly version: number
}

/** Every machine type that is not deleted, by label; machine types belong to no tenant. */
export function allMachineTypes(management: Management): Promise<MachineType[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('machine_type')
      .select([
        'id',
        'label',
        'image_path as imagePath',
        'design_ppm as designPpm',
        'hold_ms as holdMs',
        'categories',
        'version',
      ])
      .where('deleted_at', 'is', null)
      .orderBy('label')
      .execute(),
  )
}
