import { AppError, type PanelScope } from '@packboard/model'
import type { Editor } from '../change/changing.ts'
import { reaches } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'
import { addDevice, rotateDeviceToken } from './changeDevices.ts'

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
    .where(({ eb, fn, val }) =>
      eb(fn<string>('lower', ['name']), '=', fn<string>('lower', [val(machine.serial_no)])),
    )
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
