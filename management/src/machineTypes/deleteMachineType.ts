import { AppError } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { plural } from '../change/plural.ts'
import type { Management } from '../store.ts'
import { machineTypeSnapshot, machineTypeToChange } from './machineTypeToChange.ts'

/** Deletes a machine type, unless machines have it: then the error names how many (D41). */
export function deleteMachineType(
  management: Management,
  editor: Editor,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineTypeToChange(db, id)
    const { count } = await db
      .selectFrom('machine')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('machine_type_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) > 0) {
      throw new AppError('row.inUse', {
        message: `This machine type is still used by ${plural(Number(count), 'machine')}.`,
      })
    }
    await db.updateTable('machine_type').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit({
      action: 'delete',
      entity: 'machineType',
      entityId: id,
      clientId: null,
      before: machineTypeSnapshot(before),
    })
  })
}
