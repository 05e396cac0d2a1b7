import type { PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import { lockedMachineType } from '../change/lockedReferences.ts'
import type { Management } from '../store.ts'
import type { MachineFields } from './addMachine.ts'
import { lineNamed } from './lineNamed.ts'
import { machineToChange, machineTold } from './machineToChange.ts'

/** Changes a machine; its client stays, because its records are that client's. */
export function changeMachine(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  asked: MachineFields & { readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, tell }) => {
    const before = await machineToChange(db, scope, id)
    demandVersion(before, asked.version)
    if (asked.machineTypeId !== before.machine_type_id) {
      await lockedMachineType(db, asked.machineTypeId)
    }
    const oldLine = before.line_name ?? ''
    const after = await db
      .updateTable('machine')
      .set({
        machine_type_id: asked.machineTypeId,
        serial_no: asked.serialNo,
        target_ppm: asked.targetPpm,
        line_id:
          asked.lineName === undefined
            ? undefined
            : await lineNamed(db, before.client_id, asked.lineName),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tell({
      action: 'update',
      entity: 'machine',
      entityId: id,
      clientId: before.client_id,
      before: machineTold({ ...before, lineName: oldLine }),
      after: machineTold({ ...after, lineName: asked.lineName ?? oldLine }),
    })
  })
}
