import { AppError, type PanelScope } from '@packboard/model'
import { type Change, changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { storeNewToken, tokenOverlapMs } from '../deviceCredentials/deviceIndex.ts'
import { countOf, sameText } from '../queries.ts'
import { reaches } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'
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
  const count = await countOf(
    db.selectFrom('device').where('client_id', '=', clientId).where('deleted_at', 'is', null),
  )
  if (count >= devicesPerClient) throw new AppError('device.tooMany')
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
  await audit('create', 'device', {
    id,
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
    await audit('update', 'device', {
      id,
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
    await audit('delete', 'device', { id, clientId: device.client_id, before })
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
    await audit('rotate', 'device', {
      id,
      clientId: device.client_id,
      after: { name: device.name, oldUntil },
    })
    return { token, oldUntil }
  })
}

/**
 * A new token for the device that is named like a machine and sends for it alone; it is added where there is none. What
 * it had before stays valid for a day (D80).
 */
export async function machineToken(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  machineId: number,
): Promise<{ name: string; token: string; oldUntil: Date | null }> {
  const { machine, device } = await inside(management).read((db) => find(db, scope, machineId))
  const { serial_no: serialNo, client_id: clientId } = machine
  if (!device) {
    const fields = { clientId, name: serialNo, machines: [serialNo] }
    const { token } = await addDevice(management, editor, scope, fields)
    return { name: serialNo, token, oldUntil: null }
  }
  if (!device.isOfMachine) {
    const message = `The device ${device.name} sends for other machines. Give it a new token under Devices.`
    throw new AppError('name.taken', { message })
  }
  const made = await rotateDeviceToken(management, editor, scope, device.id, { endOld: false })
  return { name: device.name, ...made }
}

/** When the present token of that device was made; null: there is none. */
export function machineTokenMadeAt(
  management: Management,
  scope: PanelScope,
  machineId: number,
): Promise<Date | null> {
  return inside(management).read(async (db) => {
    const { device } = await find(db, scope, machineId)
    if (!device?.isOfMachine) return null
    const token = await db
      .selectFrom('device_token')
      .select('created_at')
      .where('device_id', '=', device.id)
      .where('expires_at', 'is', null)
      .executeTakeFirst()
    return token?.created_at ?? null
  })
}

async function find(db: Db, scope: PanelScope, machineId: number) {
  const machine = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select(['m.serial_no', 'm.client_id', 'c.distributor_id'])
    .where('m.id', '=', machineId)
    .where('m.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!machine || !reaches(scope, machine)) throw new AppError('machine.notFound')
  const device = await db
    .selectFrom('device')
    .select(['id', 'name', 'every_machine'])
    .where('client_id', '=', machine.client_id)
    .where('deleted_at', 'is', null)
    .where(sameText('name', machine.serial_no))
    .executeTakeFirst()
  if (!device) return { machine, device: undefined }
  const bound = await db
    .selectFrom('device_machine')
    .select('machine_id')
    .where('device_id', '=', device.id)
    .execute()
  const [only, ...more] = bound.map(({ machine_id }) => machine_id)
  const isOfMachine = !device.every_machine && only === machineId && more.length === 0
  return { machine, device: { id: device.id, name: device.name, isOfMachine } }
}
