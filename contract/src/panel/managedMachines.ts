import { endpoint, id, serialNo } from '../endpoint.ts'
import { z } from '../z.ts'
import { added, byId, done, edited, filled, text, version } from './panelParts.ts'

export const machineRow = z.object({
  id: z.number().int(),
  clientId: z.number().int(),
  clientName: z.string(),
  machineTypeId: z.number().int(),
  machineTypeName: z.string(),
  machineId: serialNo.describe('Serial No'),
  lineId: z.number().int().nullable(),
  lineName: z.string(),
  targetPpm: z.number().nullable(),
  version,
})
export type MachineRow = z.output<typeof machineRow>

export const managedMachines = endpoint({
  method: 'GET',
  path: '/api/admin/machine',
  summary: 'All machines of clients that are not deleted',
  answer: z.object({ machines: z.array(machineRow) }),
})
const machineFields = {
  machineTypeId: id,
  machineId: serialNo,
  lineName: text.optional(),
  targetPpm: z.number().positive().max(1e6).nullish(),
}
export const addMachine = endpoint({
  method: 'POST',
  path: '/api/admin/machine',
  summary: 'Add a machine',
  body: z.object({ clientId: id, ...machineFields }),
  answer: added,
})
export const updateMachine = endpoint({
  method: 'PUT',
  path: '/api/admin/machine/:id',
  summary: 'Change a machine; its client stays',
  params: byId,
  body: z.object({ ...machineFields, ...edited }),
  answer: done,
})
export const deleteMachine = endpoint({
  method: 'DELETE',
  path: '/api/admin/machine/:id',
  summary: 'Delete a machine; its records stay',
  params: byId,
  answer: done,
})

export const updateLine = endpoint({
  method: 'PUT',
  path: '/api/admin/updateLine/:id',
  summary: 'Name the line of a machine (id of the machine)',
  params: byId,
  body: z.object({ lineName: filled, clientId: id.optional(), machineName: serialNo.optional() }),
  answer: done,
})
