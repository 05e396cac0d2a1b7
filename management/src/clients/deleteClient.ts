import { AppError } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import { clientSnapshot } from './clientFields.ts'
import { clientToChange } from './clientToChange.ts'

const firstClient = 1

/**
 * Deletes a client with its users, devices and machines, which are restored with it (D41). Their names and serial numbers are
 * free meanwhile; the records stay.
 */
export function deleteClient(management: Management, editor: Editor, id: number): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await clientToChange(db, id)
    if (id === firstClient) {
      throw new AppError('row.protected', {
        message: 'The client with number 1 cannot be deleted or disabled.',
      })
    }
    await db.updateTable('client').set({ deleted_at: at }).where('id', '=', id).execute()
    const users = await db
      .updateTable('user_account')
      .set({ deleted_at: at, deleted_with_client: true })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    const devices = await db
      .updateTable('device')
      .set({ deleted_at: at, deleted_with_client: true })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    const machines = await db
      .updateTable('machine')
      .set({ deleted_at: at, deleted_with_client: true })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    await audit({
      action: 'delete',
      entity: 'client',
      entityId: id,
      clientId: id,
      before: {
        ...clientSnapshot(before),
        userIds: users.map((user) => user.id),
        deviceIds: devices.map((device) => device.id),
        machineIds: machines.map((machine) => machine.id),
      },
    })
  })
}
