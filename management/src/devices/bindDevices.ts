import { groupOfRole } from '@packboard/model'
import type { Db } from '../store.ts'

const deviceGroup = groupOfRole('device')

/**
 * Binds a new machine to the devices of its client that may send for it (D34): the one whose name is its serial number,
 * and those that send for every machine.
 */
export async function bindMachine(
  db: Db,
  machine: { readonly id: number; readonly clientId: number; readonly serialNo: string },
): Promise<void> {
  const devices = await db
    .selectFrom('user_account')
    .select('id')
    .where('client_id', '=', machine.clientId)
    .where('group_id', '=', deviceGroup)
    .where('deleted_at', 'is', null)
    .where(({ or, eb, fn, val }) =>
      or([
        eb('every_machine', '=', true),
        eb(fn<string>('lower', ['username']), '=', fn<string>('lower', [val(machine.serialNo)])),
      ]),
    )
    .execute()
  await bind(
    db,
    devices.map(({ id }) => ({
      user_id: id,
      machine_id: machine.id,
      client_id: machine.clientId,
    })),
  )
}

/**
 * Binds a new device (D34): one whose name is the serial number of a machine of its client sends for that machine only;
 * any other is a gateway and sends for every machine of its client.
 */
export async function bindDevice(
  db: Db,
  device: { readonly id: number; readonly clientId: number; readonly username: string },
): Promise<void> {
  const machines = await db
    .selectFrom('machine')
    .select(['id', 'serial_no'])
    .where('client_id', '=', device.clientId)
    .where('deleted_at', 'is', null)
    .execute()
  const name = device.username.toLowerCase()
  const own = machines.filter(({ serial_no }) => serial_no.toLowerCase() === name)
  const everyMachine = own.length === 0
  if (everyMachine) {
    await db
      .updateTable('user_account')
      .set({ every_machine: true })
      .where('id', '=', device.id)
      .execute()
  }
  await bind(
    db,
    (everyMachine ? machines : own).map(({ id }) => ({
      user_id: device.id,
      machine_id: id,
      client_id: device.clientId,
    })),
  )
}

async function bind(
  db: Db,
  rows: { user_id: number; machine_id: number; client_id: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('device_machine')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
