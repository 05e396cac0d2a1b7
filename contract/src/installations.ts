import { endpoint, id, instant } from './endpoint.ts'
import { z } from './z.ts'

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The longest name of an edge recorder. */
export const installationNameCharacters = 80

/** So long after its last heartbeat an edge recorder is silent: four of them are missing. */
export const installationSilentMs = 120_000

const name = z.string().trim().min(1).max(installationNameCharacters)

export const heartbeat = endpoint('POST', '/api/ingest/heartbeat', {
  summary: 'How an edge recorder is: its version and its queue; sent each 30 seconds',
  body: z.object({
    name: name.describe('Distinguishes the recorders of one device'),
    version: z.string().max(40),
    sentAt: instant.describe('By the clock of the recorder'),
    queueRecords: count.describe('Records that wait to be sent'),
    queueBytes: count.describe('Their size'),
    maxBytes: count.describe('From this size on it refuses new records'),
    oldestAt: instant.nullable().describe('When the oldest of them came; null: none waits'),
    isFull: z.boolean().describe('It refuses new records'),
    quarantined: count.describe('Records that were not accepted, since its folder was made'),
  }),
  answer: z.object({ now: instant.describe('By the clock of the server') }),
})
export type Heartbeat = z.output<typeof heartbeat.body>

export const installation = heartbeat.body.omit({ sentAt: true }).extend({
  device: z.string().describe('The device whose token it has'),
  heardAt: instant.describe('When its last heartbeat came'),
  address: z.string().describe('Where it came from'),
  clockSkewMs: z
    .number()
    .int()
    .describe('Receipt − its clock at the last heartbeat; positive: its clock is behind'),
})
export type Installation = z.output<typeof installation>

export const installations = endpoint('GET', '/api/admin/installations/:clientId', {
  summary: 'The edge recorders of a client, each with its last heartbeat',
  params: z.object({ clientId: id }),
  answer: z.object({
    now: instant.describe('When this was so: ages are to be counted from here'),
    installations: z.array(installation).describe('By name'),
  }),
})
export type InstallationsAnswer = z.output<typeof installations.answer>
