import {
  addMachine as addCall,
  updateMachine as changeCall,
  deleteMachine as deleteCall,
  updateLine as lineCall,
  managedMachines as listCall,
  type MachineRow,
} from '@packboard/contract'
import {
  addMachine,
  changeMachine,
  deleteMachine,
  type ManagedMachine,
  managedMachines,
  nameLine,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

const tag = 'Panel: machines'

/** The Machines table, and the lines that machines stand on. On the wire a serial number is called machineId. */
export function machineRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(listCall, tag),
    async handler(request) {
      const scope = access.panel(access.actor(request))
      return { machines: (await managedMachines(management, scope)).map(machineRow) }
    },
  })

  app.route({
    ...declare(addCall, tag),
    async handler(request) {
      const { machineId: serialNo, ...fields } = request.body
      const id = await addMachine(management, access.actor(request), { ...fields, serialNo })
      return { message: 'Success!', id }
    },
  })

  app.route({
    ...declare(changeCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const { machineId: serialNo, ...fields } = request.body
      await changeMachine(management, actor, access.panel(actor), request.params.id, {
        ...fields,
        serialNo,
      })
      return { message: 'Success!' }
    },
  })

  app.route({
    ...declare(deleteCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      await deleteMachine(management, actor, access.panel(actor), request.params.id)
      return { message: 'Machine deleted successfully' }
    },
  })

  app.route({
    ...declare(lineCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const { machineName: serialNo, lineName, clientId } = request.body
      await nameLine(management, actor, access.panel(actor), request.params.id, {
        lineName,
        clientId,
        serialNo,
      })
      return { message: 'Success!' }
    },
  })
}

function machineRow({ serialNo, ...machine }: ManagedMachine): MachineRow {
  return { ...machine, machineId: serialNo }
}
