import { machinesPerClient, targetSources } from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { closedSpans, stateCodes } from './filter.ts'
import { z } from './z.ts'

export const clientMachine = z.object({
  machineId: serialNo,
  machineType: z.object({ label: z.string(), imagePath: z.string() }),
  lineName: z.string(),
  isProvisional: z
    .boolean()
    .optional()
    .describe('Its states are read by a dictionary that no person has confirmed yet'),
  hasFlow: z.boolean().optional().describe('Its line has a flow'),
  target: z
    .object({
      product: z.string().describe('What it packs now; empty when it has named none'),
      ppm: z.number().nullable().describe('Packs per minute; null: it has no target speed'),
      source: z.enum(targetSources).nullable(),
    })
    .optional()
    .describe('Its target speed with this product; only where targets is yes'),
})
export type ClientMachine = z.output<typeof clientMachine>

export const clientMachines = endpoint('GET', '/api/admin/client_machines/:clientId', {
  summary: 'The machines of one client, in the order of their lines',
  params: z.object({ clientId: id }),
  query: z.object({
    targets: z
      .enum(['yes', 'no'])
      .optional()
      .describe('yes: also the target speed of each machine with the product that it packs now'),
  }),
  answer: z.object({ machines: z.array(clientMachine) }),
})

/** A time in one state; the last one of a strip may be cut by the end of the answer. */
export const stripPart = z.object({
  from: instant,
  to: instant,
  code: z.number().int().describe('State code'),
})

/** The present state of a machine, as a push and as a record carry it (D29). */
const now = {
  machineId: serialNo,
  Machine_ID: serialNo,
  Status: z.enum(['OFFLINE', 'LIVE']),
  Recipe: z.number().int().describe(`${stateCodes}; -1 when no state was ever told`),
  Product: z.string(),
  Tool: z.string(),
  User: z.string(),
  RecentSpeed: z.number().nullable().describe('Packs per minute, the newest value'),
  '@timestamp': instant.nullable().describe('Time of the newest sample; null before the first'),
  timeStamp: instant.nullable().describe('The same as @timestamp'),
  stateSince: instant.nullable().describe('Since when the machine is in this state'),
  reason: z.string().describe('First-out alarm of the present stop, empty when there is none'),
  holdUntil: instant.nullable().describe('OFFLINE from here on unless the machine speaks again'),
}

export const machineNow = z.object(now)
export type MachineNow = z.output<typeof machineNow>

export const machineRecord = z.object({
  ...now,
  batchPacks: z.number(),
  Total_Packs_Prod: z.number(),
  Run_Time_Prod: z.number().describe('Seconds'),
  Alarm_Time: z.number().describe('Seconds'),
  Idle_Time_Prod: z.number().describe('Seconds'),
  ancillaryTime: z.number().describe('Seconds'),
  unknownTime: z.number().describe('Seconds in states that are not in the table'),
  offlineTime: z.number().describe('Seconds nobody spoke for'),
  Speed: z.number().nullable().describe('Mean packs per minute, weighted by totalDataCount'),
  totalDataCount: z.number().describe('Seconds with a known speed: the weight of Speed'),
  initialReqKey: z.enum(['yes', 'no']),
  graphData: z.object({ x: z.array(instant), y: z.array(z.number().nullable()) }),
  strip: z.array(stripPart).describe('States inside the answered window, at most the last 8 hours'),
  closed: closedSpans,
  img: z.string(),
})
/** One machine over a window: totals for `initialReq` yes, increments for no (D28). */
export type MachineRecordAnswer = z.output<typeof machineRecord>

export const machinesData = endpoint('POST', '/api/admin/machinesData', {
  summary: 'Totals (initialReq yes) or increments (no) of machines over [start_date, end_date)',
  body: z.object({
    start_date: instant,
    end_date: instant,
    clientId: id,
    initialReq: z.enum(['yes', 'no']),
    machinesIdArray: z.array(serialNo).max(machinesPerClient),
    revision: z
      .string()
      .max(40)
      .optional()
      .describe('The revision of the answer that this one continues'),
  }),
  answer: z.object({
    dataArray: z.array(machineRecord),
    start_date: instant,
    end_date: instant.describe('The end that was answered; ask the next increments from here'),
    revision: z.string(),
    graphInterval: z.number().describe('Seconds of one point of graphData'),
    olderDataChanged: z
      .boolean()
      .describe('Records arrived for before start_date: read the totals again'),
  }),
})

/**
 * The push: a stream of server-sent events, read with fetch because the token travels in a header. `event: machine`
 * carries a machineNow; `event: older` means that older data changed; `event: end` means that the session ended; a
 * comment line every 15 s keeps the line open.
 */
export const liveMachines = endpoint('GET', '/api/admin/machines-live/:clientId', {
  summary: 'Server-sent events: every change of a machine of this client, within a second',
  params: z.object({ clientId: id }),
  query: z.object({
    machineId: serialNo.optional().describe('Only the changes of this machine'),
  }),
  answer: z.string(),
})
