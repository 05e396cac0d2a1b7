import { AppError, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import { lineNamed } from './lineNamed.ts'
import { machineToChange } from './machineToChange.ts'

/**
 * Puts a machine on the line of this name, which is made when its client has none. Client and serial number identify
 * the machine that the person saw: when they no longer match, another change came first.
 */
export function nameLine(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  machineId: number,
  requested: {
    readonly lineName: string
    readonly clientId?: number | undefined
    readonly serialNo?: string | undefined
  },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const machine = await machineToChange(db, scope, machineId)
    const { client_id: clientId, serial_no: serialNo } = machine
    if (requested.clientId !== undefined && requested.clientId !== clientId) {
      throw new AppError('machine.notFound')
    }
    if (requested.serialNo !== undefined && requested.serialNo !== serialNo) {
      throw new AppError('edit.conflict')
    }
    const lineId = await lineNamed(db, clientId, requested.lineName)
    await db.updateTable('machine').set({ line_id: lineId }).where('id', '=', machineId).execute()
    await audit({
      action: 'update',
      entity: 'line',
      entityId: lineId,
      clientId,
      before: { serialNo, lineName: machine.line_name ?? '' },
      after: { serialNo, lineName: requested.lineName },
    })
  })
}
