import { quarantineReasons } from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { pageParams } from './filter.ts'
import { z } from './z.ts'

const params = z.object({ clientId: id })
const count = z.number().int()
const { page, pageSize } = pageParams.shape

/** What became of the records of a machine since its first one (D10), and how wrong its clock is (D9). */
export const receivedOfMachine = z.object({
  serialNo: z.string(),
  accepted: count.describe('Stored; late, back-filled and conflicting ones are among them'),
  duplicate: count.describe('Already stored with the same content'),
  late: count.describe('Came after newer ones, up to a minute older than those'),
  backFill: count.describe('More than a minute older than the newest: sent afterwards'),
  conflicting: count.describe('Of the time and number of a stored one, with other content'),
  quarantined: count.describe('Kept aside with the reason, whole or cut'),
  alive: count.describe(
    'Empty samples that were written while the session of the machine lived; in no other count',
  ),
  clockSkewMs: count
    .nullable()
    .describe(
      'Median of receipt − source of the latest 101 samples of 24 hours; positive: behind; null: none told its time',
    ),
})
export type ReceivedOfMachine = z.output<typeof receivedOfMachine>

export const receivedRecords = endpoint('GET', '/api/admin/reception/:clientId', {
  summary: "What became of received records, and the skew of the clocks, of a client's machines",
  params,
  answer: z.object({ machines: z.array(receivedOfMachine) }),
})

export const quarantineAdvice = z
  .enum([...quarantineReasons, 'unknownState'])
  .describe('What to do about it, as a word')

const keptId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .describe('What the record is called: the same one has the same name')

/** A quarantined record with its reason (D10). */
export const quarantinedRecord = z.object({
  id: keptId,
  serialNo: z.string().describe('As far as it could be read'),
  reason: z.enum(quarantineReasons),
  detail: z.string(),
  advice: quarantineAdvice,
  mend: z.string().describe('The same as a sentence'),
  receivedAt: instant,
  source: z
    .string()
    .describe('The way it came: http, mqttJson, packmlTags, sparkplug, opcua, mqtt, file'),
  raw: z
    .string()
    .describe(
      'As it arrived, up to 10,000 characters; base64 when it was no UTF-8; of the reason `cut` the beginning alone',
    ),
  characters: count.describe('Of the whole record'),
})
export type QuarantinedRecord = z.output<typeof quarantinedRecord>

export const quarantine = endpoint('GET', '/api/admin/reception/:clientId/quarantine', {
  summary: 'Records of a client that were kept aside, newest first',
  params,
  query: z.object({
    page: page.default(1),
    pageSize: pageSize.default(10),
    serialNo: serialNo.optional().describe('Only those that name this machine'),
  }),
  answer: z.object({ records: z.array(quarantinedRecord), count }),
})

/** Records of one file: of the longest that is 16 MB, which are held while it is sent. */
export const quarantineFileRecords = 1_000

export const quarantineFile = endpoint('GET', '/api/admin/reception/:clientId/quarantine/ndjson', {
  summary:
    'Records that were kept aside and came as JSON, as they arrived, one a line, 1,000 a file: to be sent again',
  params,
  query: z.object({
    page: page.default(1).describe('1 holds the newest; the oldest of a file stands first'),
    serialNo: serialNo.optional().describe('Only those that name this machine'),
  }),
  answer: z.string(),
})

export const sendKeptAgain = endpoint('POST', '/api/admin/reception/:clientId/quarantine/again', {
  summary:
    'Records that were kept aside are read again with the machines and dictionaries of now; those that are accepted are kept aside no more',
  params,
  body: z.strictObject({
    serialNo: serialNo.optional().describe('Only those that name this machine'),
    ids: z.array(keptId).min(1).max(100).optional().describe('Only these; all without it'),
    after: z
      .string()
      .regex(/^\d{1,15}-[0-9a-f]{32}$/)
      .optional()
      .describe('`next` of the call before: goes on behind what that one read'),
  }),
  answer: z.object({
    accepted: count.describe('Stored now'),
    duplicate: count.describe('Had been stored before'),
    refused: count.describe(
      'Still cannot be accepted, and stay as they are; those that were cut never can',
    ),
    errors: z
      .array(z.object({ id: keptId, serialNo: z.string(), detail: z.string() }))
      .max(20)
      .describe('Why, of the first 20'),
    next: z
      .string()
      .nullable()
      .describe('One call reads the oldest 1,000: for those behind them, say this as `after`'),
  }),
})
