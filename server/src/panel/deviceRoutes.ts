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
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

const tag = 'Panel: devices'

/** The devices that send records, and their tokens (D80). */
export function deviceRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(listCall, tag, 'readDevices'),
    async handler(request) {
      const scope = access.panel(access.actor(request))
      const [devices, machines] = await Promise.all([
        managedDevices(management, scope),
        managedMachines(management, scope),
      ])
      return {
        devices,
        machines: machines.map(({ clientId, serialNo }) => ({ clientId, serialNo })),
      }
    },
  })

  app.route({
    ...declare(addCall, tag, 'manageDevices'),
    // The answer holds a token (T70).
    compress: false,
    async handler(request) {
      const actor = access.actor(request)
      const made = await addDevice(management, actor, access.panel(actor), request.body)
      return { message: 'Success!', ...made }
    },
  })

  app.route({
    ...declare(changeCall, tag, 'manageDevices'),
    async handler(request) {
      const actor = access.actor(request)
      const { id } = request.params
      await changeDevice(management, actor, access.panel(actor), id, request.body)
      return { message: 'Success!' }
    },
  })

  app.route({
    ...declare(deleteCall, tag, 'deleteDevices'),
    async handler(request) {
      const actor = access.actor(request)
      await deleteDevice(management, actor, access.panel(actor), request.params.id)
      return { message: 'Device deleted successfully' }
    },
  })

  app.route({
    ...declare(rotateCall, tag, 'manageDevices'),
    compress: false,
    async handler(request) {
      const actor = access.actor(request)
      const { id } = request.params
      const made = await rotateDeviceToken(management, actor, access.panel(actor), id, request.body)
      return { message: 'Success!', ...made }
    },
  })
}

/** The name of a device that is added as a user; the rule is that of its own call. */
export function deviceName(username: string): string {
  const { data, success } = addCall.body.shape.name.safeParse(username)
  if (success) return data
  const message = 'A device’s name holds no colon.'
  throw new AppError('request.invalid', { message, fields: [{ field: 'username', message }] })
}
