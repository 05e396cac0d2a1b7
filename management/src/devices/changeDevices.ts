import { AppError, type PanelScope } from '@packboard/model'
import { type Change, changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { storeNewToken, tokenOverlapMs } from '../deviceCredentials/deviceIndex.ts'
import { reaches } from '../scope.ts'
import type { Management } from '../store.ts'
import {
  bindDevice,
  type DeviceMachines,
  deviceSnapshot,
  deviceToChange,
  machinesOfName,
} from './devices.ts'

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

/** Deletes a device: its token is refused at once, what it sent stays. */
export function deleteDevice(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const device = await deviceToChange(db, scope, id)
    const before = await deviceSnapshot(db, device)
    await db.updateTable('device').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit({
      action: 'delete',
      entity: 'device',
      entityId: id,
      clientId: device.client_id,
      before,
    })
  })
}

/**
 * Gives a device a new token and returns it, for the only time. The one before stays valid for a day, or ends at once; an even earlier
 * one ends in any case.
 */
export function rotateDeviceToken(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  { endOld }: { readonly endOld: boolean },
): Promise<{ token: string; oldUntil: Date | null }> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const device = await deviceToChange(db, scope, id)
    const until = new Date(at.getTime() + tokenOverlapMs)
    await db
      .deleteFrom('device_token')
      .where('device_id', '=', id)
      .$if(!endOld, (query) => query.where('expires_at', 'is not', null))
      .execute()
    const ending = await db
      .updateTable('device_token')
      .set({ expires_at: until })
      .where('device_id', '=', id)
      .where('expires_at', 'is', null)
      .returning('device_id')
      .execute()
    const token = await storeNewToken(db, device, at)
    const oldUntil = ending.length > 0 ? until : null
    await audit({
      action: 'rotate',
      entity: 'device',
      entityId: id,
      clientId: device.client_id,
      after: { name: device.name, oldUntil },
    })
    return { token, oldUntil }
  })
}
