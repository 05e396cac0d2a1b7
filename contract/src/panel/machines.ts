import { endpoint, id, serialNo } from '../endpoint.ts'
import { z } from '../z.ts'
import { newConnection } from './connections.ts'
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

export const managedMachines = endpoint('GET', '/api/admin/machine', {
  summary: 'All machines of clients that are not deleted',
  answer: z.object({ machines: z.array(machineRow) }),
})
const machineFields = {
  machineTypeId: id,
  machineId: serialNo,
  lineName: text.optional(),
  targetPpm: z.number().positive().max(1e6).nullish(),
}
export const addMachine = endpoint('POST', '/api/admin/machine', {
  summary: 'Add a machine',
  body: z.object({
    clientId: id,
    ...machineFields,
    connection: newConnection
      .optional()
      .describe('How it sends; left out: our own JSON, over HTTP or MQTT'),
  }),
  answer: added,
})
export const updateMachine = endpoint('PUT', '/api/admin/machine/:id', {
  summary: 'Change a machine; its client stays',
  params: byId,
  body: z.object({ ...machineFields, ...edited }),
  answer: done,
})
export const deleteMachine = endpoint('DELETE', '/api/admin/machine/:id', {
  summary:
    'Delete a machine; its records stay, and devices that send for it alone are deleted with it',
  params: byId,
  answer: done,
})

export const updateLine = endpoint('PUT', '/api/admin/updateLine/:id', {
  summary: 'Name the line of a machine (id of the machine)',
  params: byId,
  body: z.object({ lineName: filled, clientId: id.optional(), machineName: serialNo.optional() }),
  answer: done,
})

export const machineTypeRow = z.object({
  id: z.number().int(),
  label: z.string(),
  imagePath: z.string(),
  version,
})
export type MachineTypeRow = z.output<typeof machineTypeRow>

/** The list that both the panel's table and its selects use; the name is the specification's. */
export const machineTypes = endpoint('GET', '/api/admin/machineTypes', {
  summary: 'All machine types',
  answer: z.object({ machines: z.array(machineTypeRow) }),
})
/** Multipart: the text `label` and the picture `file` (PNG, JPEG or WebP, up to 5 MB; D52). Or JSON: `label`, and `image` with `default`. */
export const addMachineType = endpoint('POST', '/api/admin/machineTypes', {
  summary:
    'Add a machine type with its picture (multipart: label, file), or with a drawing (JSON: label, image: "default")',
  answer: added,
})
export const updateMachineType = endpoint('PUT', '/api/admin/machineTypes/:id', {
  summary:
    'Change the picture of a machine type (multipart: file, version), or give it the drawing (JSON: image: "default", version); its label stays',
  params: byId,
  answer: done,
})
export const deleteMachineType = endpoint('DELETE', '/api/admin/machineTypes/:id', {
  summary: 'Delete a machine type; 409 while machines are of it',
  params: byId,
  answer: done,
})
/** Machines of one import. */
export const importMachinesLimit = 1_000

/** The fields of a line; of the first three each line has a value. */
export const machineFileFields = [
  'client',
  'type',
  'serial',
  'line',
  'door',
  'address',
  'dictionary',
  'image',
] as const

/** Why a line is refused: the first ones as in a file of products. */
export const machineRefusalCodes = [
  'noHead',
  'tooMany',
  'twice',
  'tooLong',
  'quoteOpen',
  'quoteInside',
  'unknownField',
  'fieldTwice',
  'noProduct',
  'cells',
  'outside',
  'empty',
  'unknownClient',
  'unknownType',
  'notSerial',
  'serialTaken',
  'unknownConnector',
  'unknownDictionary',
  'unknownImage',
  'connection',
  'addressTaken',
  'deviceTaken',
  'clientFull',
] as const
export type MachineRefusalCode = (typeof machineRefusalCodes)[number]

const refusedMachine = z.object({
  line: z.number().int(),
  message: z.string(),
  code: z.enum(machineRefusalCodes),
  values: z
    .object({
      field: z.string(),
      fields: z.string(),
      cell: z.string(),
      product: z.string(),
      first: z.number().int(),
      count: z.number().int(),
      most: z.number().int(),
    })
    .partial()
    .describe('The variable words of the message'),
})
export type RefusedMachine = z.output<typeof refusedMachine>

export const importMachines = endpoint('POST', '/api/admin/machine/import', {
  summary:
    'Machines with their connections and tokens out of a CSV text; nothing is stored when a line is refused or dryRun is true',
  body: z
    .object({
      csv: z
        .string()
        .max(900_000)
        .describe(
          'The first line names the fields: client, type, serial, and line, door, address, dictionary where they are wanted; image with `default` adds a machine type that is not there, with a drawing',
        ),
      dryRun: z.boolean().describe('Only check'),
    })
    .meta({
      examples: [
        {
          csv: 'client,type,serial,line,door\nNorthfield Confectionery,Flow Wrapper FW-3,FW-303,Line 1,http\n',
          dryRun: true,
        },
      ],
    }),
  answer: z.object({
    added: z.number().int().describe('Machines that were added, or that would be'),
    refused: z.array(refusedMachine),
    tokens: z
      .array(
        z.object({
          client: z.string(),
          serialNo: z.string(),
          name: z.string().describe('Name of the device'),
          token: z.string(),
        }),
      )
      .describe('The answer is the only place that ever shows them'),
  }),
})
