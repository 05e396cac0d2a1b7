import { endpoint } from '../endpoint.ts'
import { z } from '../z.ts'

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

export const importMachines = endpoint({
  method: 'POST',
  path: '/api/admin/machine/import',
  summary:
    'Machines with their connections and tokens out of a CSV text; nothing is stored when a line is refused or dryRun is true',
  body: z
    .object({
      csv: z
        .string()
        .max(900_000)
        .describe(
          'The first line names the fields: client, type, serial, and line, door, address, dictionary where they are wanted',
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
