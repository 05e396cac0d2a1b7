import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Management } from '../store.ts'
import { machineTypeSnapshot, machineTypeToChange } from './machineTypeToChange.ts'

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
    await audit({
      action: 'update',
      entity: 'machineType',
      entityId: id,
      clientId: null,
      before: machineTypeSnapshot(before),
      after: machineTypeSnapshot(after),
    })
  })
}
