import type { PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import { lockedMachineType } from '../change/lockedReferences.ts'
import type { Management } from '../store.ts'
import type { MachineFields } from './addMachine.ts'
import { lineNamed } from './lineNamed.ts'
import { machineSnapshot, machineToChange } from './machineToChange.ts'

/** Changes a machine; its client stays, because its records are that client's. */
export function changeMachine(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  requested: MachineFields & { readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await machineToChange(db, scope, id)
    demandVersion(before, requested.version)
    if (requested.machineTypeId !== before.machine_type_id) {
      await lockedMachineType(db, requested.machineTypeId)
    }
    const oldLine = before.line_name ?? ''
    const after = await db
      .updateTable('machine')
      .set({
        machine_type_id: requested.machineTypeId,
        serial_no: requested.serialNo,
        target_ppm: requested.targetPpm,
        line_id:
          requested.lineName === undefined
            ? undefined
            : await lineNamed(db, before.client_id, requested.lineName),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'update',
      entity: 'machine',
      entityId: id,
      clientId: before.client_id,
      before: machineSnapshot({ ...before, lineName: oldLine }),
      after: machineSnapshot({ ...after, lineName: requested.lineName ?? oldLine }),
    })
  })
}
