import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import { machineTypeSnapshot } from './machineTypeToChange.ts'

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
    await audit({
      action: 'create',
      entity: 'machineType',
      entityId: row.id,
      clientId: null,
      after: machineTypeSnapshot(row),
    })
    return row.id
  })
}
