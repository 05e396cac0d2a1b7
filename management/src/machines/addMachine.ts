import { changing, type Editor } from '../change/changing.ts'
import { lockedClient, lockedMachineType } from '../change/lockedReferences.ts'
import { bindMachine } from '../devices/bindDevices.ts'
import type { Management } from '../store.ts'
import { demandRoom } from './demandRoom.ts'
import { lineNamed } from './lineNamed.ts'
import { machineSnapshot } from './machineToChange.ts'

/** The fields of a machine; a field that is left out stays as it is. */
export type MachineFields = {
  readonly machineTypeId: number
  readonly serialNo: string
  readonly lineName?: string | undefined
  /** Packs per minute (D22). */
  readonly targetPpm?: number | null | undefined
}

/** Adds a machine to a client and returns its number; the devices that may send for it are bound to it. */
export function addMachine(
  management: Management,
  editor: Editor,
  requested: MachineFields & { readonly clientId: number },
): Promise<number> {
  const { clientId, machineTypeId, serialNo, lineName = '', targetPpm } = requested
  return changing(management, editor, async ({ db, audit }) => {
    await demandRoom(db, clientId, 1)
    await lockedClient(db, clientId)
    await lockedMachineType(db, machineTypeId)
    const row = await db
      .insertInto('machine')
      .values({
        client_id: clientId,
        machine_type_id: machineTypeId,
        serial_no: serialNo,
        line_id: await lineNamed(db, clientId, lineName),
        target_ppm: targetPpm,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await bindMachine(db, { id: row.id, clientId, serialNo })
    await audit({
      action: 'create',
      entity: 'machine',
      entityId: row.id,
      clientId,
      after: machineSnapshot({ ...row, lineName }),
    })
    return row.id
  })
}
