import type { PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Management } from '../store.ts'
import { bindDevice, type DeviceMachines } from './bindDevices.ts'
import { deviceSnapshot, deviceToChange } from './deviceToChange.ts'

/** Changes the machines that a device sends for. Its name stays: it is part of the credential. */
export function changeDevice(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  requested: { readonly machines: DeviceMachines; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const device = await deviceToChange(db, scope, id)
    demandVersion(device, requested.version)
    const before = await deviceSnapshot(db, device)
    const everyMachine = requested.machines === 'all'
    const after = await db
      .updateTable('device')
      .set({ every_machine: everyMachine })
      .where('id', '=', id)
      .returning(['id', 'name', 'every_machine'])
      .executeTakeFirstOrThrow()
    await bindDevice(db, { id, clientId: device.client_id }, requested.machines)
    await audit({
      action: 'update',
      entity: 'device',
      entityId: id,
      clientId: device.client_id,
      before,
      after: await deviceSnapshot(db, after),
    })
  })
}
