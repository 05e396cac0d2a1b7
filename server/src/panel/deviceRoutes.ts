import {
  addDevice as addCall,
  updateDevice as changeCall,
  deleteDevice as deleteCall,
  devices as listCall,
  rotateDeviceToken as rotateCall,
} from '@packboard/contract'
import {
  addDevice,
  changeDevice,
  deleteDevice,
  managedDevices,
  managedMachines,
  rotateDeviceToken,
} from '@packboard/management'
import { refusedField } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** The devices that send records, and their tokens (D80). */
export function deviceRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Panel: devices')

  route(listCall, 'readDevices', async (request) => {
    const scope = access.panel(access.actor(request))
    const [devices, machines] = await Promise.all([
      managedDevices(management, scope),
      managedMachines(management, scope),
    ])
    return {
      devices,
      machines: machines.map(({ clientId, serialNo }) => ({ clientId, serialNo })),
    }
  })

  route(addCall, { caller: 'manageDevices', answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const made = await addDevice(management, actor, access.panel(actor), request.body)
    return { message: 'Success!', ...made }
  })

  route(changeCall, 'manageDevices', async (request) => {
    const actor = access.actor(request)
    const { id } = request.params
    await changeDevice(management, actor, access.panel(actor), id, request.body)
    return { message: 'Success!' }
  })

  route(deleteCall, 'deleteDevices', async (request) => {
    const actor = access.actor(request)
    await deleteDevice(management, actor, access.panel(actor), request.params.id)
    return { message: 'Device deleted successfully' }
  })

  route(rotateCall, { caller: 'manageDevices', answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const { id } = request.params
    const made = await rotateDeviceToken(management, actor, access.panel(actor), id, request.body)
    return { message: 'Success!', ...made }
  })
}

/** The name of a device that is added as a user; the rule is that of its own call. */
export function deviceName(username: string): string {
  const { data, success } = addCall.body.shape.name.safeParse(username)
  if (success) return data
  throw refusedField('username', 'A device’s name holds no colon.')
}
