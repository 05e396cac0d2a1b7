import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Management } from '../store.ts'
import { machineTypeToChange, machineTypeTold } from './machineTypeToChange.ts'

/** Gives a machine type another picture; its label stays. */
export function changeMachineType(
  management: Management,
  editor: Editor,
  id: number,
  asked: { readonly imagePath: string; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, tell }) => {
    const before = await machineTypeToChange(db, id)
    demandVersion(before, asked.version)
    const after = await db
      .updateTable('machine_type')
      .set({ image_path: asked.imagePath })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tell({
      action: 'update',
      entity: 'machineType',
      entityId: id,
      clientId: null,
      before: machineTypeTold(before),
      after: machineTypeTold(after),
    })
  })
}
