import { AppError, type PanelScope } from '@packboard/model'
import { type Change, changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/clientToChange.ts'
import { storeNewToken } from '../deviceCredentials/deviceToken.ts'
import { reaches } from '../scope.ts'
import type { Management } from '../store.ts'
import { bindDevice, type DeviceMachines, machinesOfName } from './bindDevices.ts'
import { deviceSnapshot } from './deviceToChange.ts'

export type NewDevice = {
  readonly clientId: number
  readonly name: string
  /** Absent: decided by the name (D34). */
  readonly machines?: DeviceMachines | undefined
}

/** D55: devices of one client. */
export const devicesPerClient = 5_000

/** Adds a device to a client in scope and returns its token, for the only time. */
export function addDevice(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  requested: NewDevice,
): Promise<{ id: number; token: string }> {
  return changing(management, editor, async (change) => {
    // Locked until the device is inserted, so that two simultaneous calls are counted one after the other.
    const client = await clientToChange(change.db, requested.clientId)
    const owner = { client_id: client.id, distributor_id: client.distributor_id }
    if (!reaches(scope, owner)) throw new AppError('client.notFound')
    return insertDevice(change, editor, requested)
  })
}

async function insertDevice({ db, at, audit }: Change, editor: Editor, requested: NewDevice) {
  const { clientId } = requested
  const name = requested.name.normalize('NFKC').trim()
  const { count } = await db
    .selectFrom('device')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= devicesPerClient) throw new AppError('device.tooMany')
  const machines = requested.machines ?? (await machinesOfName(db, { clientId, name }))
  const { id } = await db
    .insertInto('device')
    .values({
      client_id: clientId,
      name,
      every_machine: machines === 'all',
      created_at: at,
      created_by: editor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bindDevice(db, { id, clientId }, machines)
  const token = await storeNewToken(db, { id, name }, at)
  await audit({
    action: 'create',
    entity: 'device',
    entityId: id,
    clientId,
    after: await deviceSnapshot(db, { id, name, every_machine: machines === 'all' }),
  })
  return { id, token }
}
