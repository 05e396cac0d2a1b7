import {
  addMachine as addCall,
  updateMachine as changeCall,
  deleteMachine as deleteCall,
  importMachines as importCall,
  updateLine as lineCall,
  managedMachines as listCall,
  type MachineRow,
  type newConnection,
} from '@packboard/contract'
import {
  addMachine,
  changeMachine,
  deleteMachine,
  importMachines,
  type ManagedMachine,
  managedMachines,
  nameLine,
  tryMachines,
} from '@packboard/management'
import { refusedField } from '@packboard/model'
import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { machineRefusal } from '../csv/machineRefusal.ts'
import { addressFault, readMachineCsv } from '../csv/readMachineCsv.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** The Machines table, and the lines that machines stand on. On the wire a serial number is called machineId. */
export function machineRoutes(app: App, { management, config }: Deps, access: Access) {
  const route = routesOf(app, 'Panel: machines')

  route(listCall, 'nameLines', async (request) => {
    const scope = access.panel(access.actor(request))
    return { machines: (await managedMachines(management, scope)).map(machineRow) }
  })

  route(addCall, 'manageInstallation', async (request) => {
    const { machineId: serialNo, connection, ...fields } = request.body
    const id = await addMachine(management, access.actor(request), {
      ...{ ...fields, serialNo },
      connection: connection && connectionOf(connection, config),
    })
    return { message: 'Success!', id }
  })

  route(importCall, { caller: 'manageInstallation', answersToken: true }, async (request) => {
    const { csv, dryRun } = request.body
    const { machines, refused } = await readMachineCsv(csv, config)
    const lines = machines.length
    const known =
      dryRun || refused.length > 0
        ? { refused: await tryMachines(management, machines), tokens: [] }
        : await importMachines(management, access.actor(request), machines)
    const all = [
      ...refused,
      ...known.refused.map(({ line, code, cell }) => ({
        line,
        ...machineRefusal(code, { cell }),
      })),
    ].sort((a, b) => a.line - b.line)
    // A file is stored whole or not at all: a person would not know which half is missing.
    return { added: all.length > 0 ? 0 : lines, refused: all, tokens: [...known.tokens] }
  })

  route(changeCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    const { machineId: serialNo, ...fields } = request.body
    await changeMachine(management, actor, access.panel(actor), request.params.id, {
      ...fields,
      serialNo,
    })
    return { message: 'Success!' }
  })

  route(deleteCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    await deleteMachine(management, actor, access.panel(actor), request.params.id)
    return { message: 'Machine deleted successfully' }
  })

  route(lineCall, 'nameLines', async (request) => {
    const actor = access.actor(request)
    const { machineName: serialNo, lineName, clientId } = request.body
    await nameLine(management, actor, access.panel(actor), request.params.id, {
      lineName,
      clientId,
      serialNo,
    })
    return { message: 'Success!' }
  })
}

/** A connection as the store keeps it; an address that cannot be one here is refused. */
function connectionOf(
  { door, address, dictionary }: z.output<typeof newConnection>,
  config: Deps['config'],
) {
  const set = address ? address : null
  const fault = addressFault(door, set, config)
  if (fault) throw refusedField('address', fault)
  return { connector: door, address: set, dictionary: dictionary ?? null }
}

function machineRow({ serialNo, ...machine }: ManagedMachine): MachineRow {
  return { ...machine, machineId: serialNo }
}
