import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import { machineTypeTold } from './machineTypeToChange.ts'

/** Adds a machine type and answers its number. */
export function addMachineType(
  management: Management,
  editor: Editor,
  asked: { readonly label: string; readonly imagePath: string },
): Promise<number> {
  return changing(management, editor, async ({ db, tell }) => {
    const row = await db
      .insertInto('machine_type')
      .values({ label: asked.label, image_path: asked.imagePath })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tell({
      action: 'create',
      entity: 'machineType',
      entityId: row.id,
      clientId: null,
      after: machineTypeTold(row),
    })
    return row.id
  })
}
