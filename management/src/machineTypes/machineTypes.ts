import {
  type ClientScope,
  datedInOrder,
  type StopThreshold,
  type StopThresholds,
  stopThresholds,
} from '@packboard/model'
import { sql } from 'kysely'
import { shownName } from '../change/changing.ts'
import type { CategoryOverrides } from '../schema.ts'
import { type Db, inside, type Management } from '../store.ts'

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

/** A stop threshold of a machine type, and who set it; null when the account is gone. */
export type StoredThreshold = StopThreshold & { readonly setBy: string | null }

const validFrom = sql<string | null>`to_char(s.valid_from, 'YYYY-MM-DD')`.as('validFrom')

/** The stop thresholds of machine types by their ids, in the order of their days; a type without one is absent. */
export async function storedThresholds(
  db: Db,
  typeIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredThreshold[]>> {
  if (typeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('machine_type_setting as s')
    .leftJoin('user_account as u', 'u.id', 's.set_by')
    .select(['s.machine_type_id as typeId', 's.value as seconds', 'u.username as setBy', validFrom])
    .where('s.machine_type_id', 'in', [...typeIds])
    .where('s.name', '=', 'stopThresholdSeconds')
    .execute()
  const types = Map.groupBy(rows, ({ typeId }) => typeId)
  return new Map(
    [...types].map(([typeId, own]) => [
      typeId,
      datedInOrder(own.map(({ typeId: _, ...threshold }) => threshold)),
    ]),
  )
}

/** The stop threshold of each machine of a client (D59), by its type and on the clock of the client: one short query. */
export async function thresholdsOfMachines(
  management: Management,
  scope: ClientScope,
): Promise<(machineId: number) => StopThresholds> {
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('machine as m')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .innerJoin('machine_type_setting as s', 's.machine_type_id', 'm.machine_type_id')
      .select(['m.id', 'c.zone', 's.machine_type_id as typeId', 's.value as seconds', validFrom])
      .where('m.client_id', '=', scope.clientId)
      .where('s.name', '=', 'stopThresholdSeconds')
      .execute(),
  )
  const usual = stopThresholds([], 'UTC')
  const machines = Map.groupBy(rows, ({ id }) => id)
  const ofType = new Map<number, StopThresholds>()
  const found = new Map<number, StopThresholds>()
  for (const [machineId, own] of machines) {
    const [first] = own
    if (first === undefined) continue
    const known = ofType.get(first.typeId) ?? stopThresholds(own, first.zone)
    ofType.set(first.typeId, known)
    found.set(machineId, known)
  }
  return (machineId) => found.get(machineId) ?? usual
}
