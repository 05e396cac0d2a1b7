import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'

/**
 * Binds a new machine to the devices of its client that may send for it (D34): the one whose name is its serial number,
 * and those that send for every machine.
 */
export function bindMachine(db: Db, machine: NewMachine): Promise<void> {
  return bindMachines(db, [machine])
}

type NewMachine = { readonly id: number; readonly clientId: number; readonly serialNo: string }

/** The same for the many machines of one import. */
export async function bindMachines(db: Db, machines: readonly NewMachine[]): Promise<void> {
  for (const clientId of new Set(machines.map((machine) => machine.clientId))) {
    const own = machines.filter((machine) => machine.clientId === clientId)
    const names = own.map(({ serialNo }) => serialNo)
    const rows = await db
      .selectFrom('device as d')
      .innerJoin('machine as m', 'm.client_id', 'd.client_id')
      .select(['d.id as device_id', 'm.id as machine_id', 'm.client_id'])
      .where('d.client_id', '=', clientId)
      .where('d.deleted_at', 'is', null)
      .where('m.deleted_at', 'is', null)
      .where('m.serial_no', 'in', names)
      .where(({ or, eb, fn }) =>
        or([
          eb('d.every_machine', '=', true),
          eb(fn<string>('lower', ['d.name']), '=', fn<string>('lower', ['m.serial_no'])),
        ]),
      )
      .execute()
    await bind(db, rows)
  }
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

async function bind(
  db: Db,
  rows: { device_id: number; machine_id: number; client_id: number }[],
): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) {
    await db
      .insertInto('device_machine')
      .values(rows.slice(i, i + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
/** A statement of PostgreSQL takes 65,535 values. */
const rowsAtOnce = 10_000
