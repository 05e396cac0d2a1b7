import { AppError } from '@packboard/model'
import { piecesOf } from '../piecesOf.ts'
import type { Db } from '../store.ts'

/**
 * Binds a new machine to the devices of its client that may send for it (D34): the one whose name is its serial number,
 * and those that send for every machine.
 */
export async function bindMachine(
  db: Db,
  machine: { readonly id: number; readonly clientId: number; readonly serialNo: string },
): Promise<void> {
  const devices = await db
    .selectFrom('device')
    .select('id')
    .where('client_id', '=', machine.clientId)
    .where('deleted_at', 'is', null)
    .where(({ or, eb, fn, val }) =>
      or([
        eb('every_machine', '=', true),
        eb(fn<string>('lower', ['name']), '=', fn<string>('lower', [val(machine.serialNo)])),
      ]),
    )
    .execute()
  await bind(
    db,
    devices.map(({ id }) => ({
      device_id: id,
      machine_id: machine.id,
      client_id: machine.clientId,
    })),
  )
}

/** The machines that a device sends for: all of its client, also later ones, or those of these serial numbers. */
export type DeviceMachines = 'all' | readonly string[]

/** Binds a device to these machines and no others. A serial number that its client has not is refused. */
export async function bindDevice(
  db: Db,
  device: { readonly id: number; readonly clientId: number },
  requested: DeviceMachines,
): Promise<void> {
  const machines = await db
    .selectFrom('machine')
    .select(['id', 'serial_no'])
    .where('client_id', '=', device.clientId)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(machines.map(({ id, serial_no }) => [serial_no, id]))
  const ids = (requested === 'all' ? [...known.keys()] : requested).map((serialNo) => {
    const id = known.get(serialNo)
    if (id !== undefined) return id
    const message = 'Machine not found.'
    throw new AppError('request.invalid', { message, fields: [{ field: 'machines', message }] })
  })
  await db.deleteFrom('device_machine').where('device_id', '=', device.id).execute()
  await bind(
    db,
    ids.map((id) => ({ device_id: device.id, machine_id: id, client_id: device.clientId })),
  )
}

/**
 * What a device of this name sends for when nobody says it (D34): the machine whose serial number is its name, or, as a
 * gateway, every machine of its client.
 */
export async function machinesOfName(
  db: Db,
  { clientId, name }: { readonly clientId: number; readonly name: string },
): Promise<DeviceMachines> {
  const own = await db
    .selectFrom('machine')
    .select('serial_no')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where(({ eb, fn, val }) =>
      eb(fn<string>('lower', ['serial_no']), '=', fn<string>('lower', [val(name)])),
    )
    .execute()
  return own.length === 0 ? 'all' : own.map(({ serial_no }) => serial_no)
}

/** Binds devices to machines, both of this client. */
export async function bind(
  db: Db,
  rows: readonly {
    readonly device_id: number
    readonly machine_id: number
    readonly client_id: number
  }[],
): Promise<void> {
  for (const some of piecesOf(rows)) {
    await db
      .insertInto('device_machine')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
