import { endpoint, id, instant } from './endpoint.ts'
import { alarmWire, auditWire, sampleWire } from './ingest.ts'
import { z } from './z.ts'

const amount = z.number().min(0)
const whole = z.number().int().min(0)

/** The kinds of records that a machine makes. */
export const dataGroups = ['samples', 'alarms', 'changes'] as const
export type DataGroup = (typeof dataGroups)[number]

/** What a record of each kind holds, as the machine sends it. */
export const fieldsOfGroup: Readonly<Record<DataGroup, readonly string[]>> = {
  samples: fieldsOf(sampleWire),
  alarms: fieldsOf(alarmWire),
  changes: fieldsOf(auditWire),
}

function fieldsOf({ shape }: { readonly shape: object }): string[] {
  return Object.keys(shape).filter((field) => field !== 'kind')
}

const params = z.object({ clientId: id, machineTypeId: id })

const group = z.object({
  group: z.enum(dataGroups),
  fields: z.array(z.string()).describe('As they are sent'),
  recordsPerMonth: amount
    .nullable()
    .describe('Of one machine in 30 days, measured; null: no machine of this type has sent any'),
  bytesPerMonth: amount.nullable().describe('The same records as lines of JSON'),
})

/**
 * What the Data Act (EU) 2023/2854, article 3 (2) and (3), wants to be known of the data of a product, for the machines of one
 * type at one client.
 */
export const dataSheet = endpoint('GET', '/api/admin/data-sheet/:clientId/:machineTypeId', {
  summary: 'EU Data Act: the data that machines of one type make at one client',
  params,
  answer: z.object({
    machineTypeName: z.string(),
    clientName: z.string(),
    holder: z.string().describe('Who runs this installation (PROVIDER_NAME)'),
    at: instant.describe('When this was measured'),
    version: z.string().describe('Of Packboard'),
    measured: z.object({
      from: instant,
      machines: whole.describe('Machines of this type that sent in this time'),
      ofMachines: whole.describe('All machines of this type at this client'),
    }),
    groups: z.array(group),
    stores: z
      .enum(['here', 'elsewhere'])
      .describe('In the data directory of this server, or on database servers that it is set to'),
    keepDays: z.object({
      records: whole.describe('As they came'),
      minutes: whole.describe('The minutes that figures are made of'),
      auditLog: whole.describe('Who did what in Packboard'),
    }),
  }),
})
export type DataSheet = z.output<typeof dataSheet.answer>

export const dataSheetFile = endpoint(
  'GET',
  '/api/admin/data-sheet/:clientId/:machineTypeId/:format',
  {
    summary: 'The data sheet as CSV or XLSX',
    params: params.extend({ format: z.enum(['csv', 'xlsx']) }),
    answer: z.string(),
  },
)
