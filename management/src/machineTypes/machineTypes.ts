import type { CategoryOverrides } from '../schema.ts'
import { inside, type Management } from '../store.ts'
import { type StoredThreshold, storedThresholds } from './stopThresholds.ts'

/** A model of machine: its picture, its design speed, and the categories of its states. */
type MachineType = {
  readonly id: number
  readonly label: string
  readonly imagePath: string
  /** Packs per minute. */
  readonly designPpm: number | null
  /** D11: how long the last sample is valid for such a machine. */
  readonly holdMs: number
  /** D13: states whose category differs from the usual one. */
  readonly categories: CategoryOverrides
  /** From which day on which stop threshold holds; none: the usual one (D59). */
  readonly stopThresholds: readonly StoredThreshold[]
  /** The version: how often the row was changed. */
  readonly version: number
}

/** Every machine type that is not deleted, by label; machine types belong to no tenant. */
export function allMachineTypes(management: Management): Promise<MachineType[]> {
  return inside(management).read(async (db) => {
    const types = await db
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
      .execute()
    const thresholds = await storedThresholds(
      db,
      types.map(({ id }) => id),
    )
    return types.map((type) => ({ ...type, stopThresholds: thresholds.get(type.id) ?? [] }))
  })
}
