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
import type { Access } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

const tag = 'Panel: devices'

/** The devices that send records, and their tokens (D80). */
export function deviceRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(listCall, tag),
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
    ...declare(addCall, tag),
    // The answer holds a token (T70).
    compress: false,
    async handler(request) {
      const actor = access.actor(request)
      const made = await addDevice(management, actor, access.panel(actor), request.body)
      return { message: 'Success!', ...made }
    },
  })

  app.route({
    ...declare(changeCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const { id } = request.params
      await changeDevice(management, actor, access.panel(actor), id, request.body)
      return { message: 'Success!' }
    },
  })

  app.route({
    ...declare(deleteCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      await deleteDevice(management, actor, access.panel(actor), request.params.id)
      return { message: 'Device deleted successfully' }
    },
  })

  app.route({
    ...declare(rotateCall, tag),
    compress: false,
    async handler(request) {
      const actor = access.actor(request)
      const { id } = request.params
      const made = await rotateDeviceToken(management, actor, access.panel(actor), id, request.body)
      return { message: 'Success!', ...made }
    },
  })
}
