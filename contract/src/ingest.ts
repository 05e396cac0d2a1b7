import { quarantineReasons, stateTimesLimit } from '@packboard/model'
import { endpoint, serialNo } from './endpoint.ts'
import { z } from './z.ts'

/** Source time: ISO 8601 text or milliseconds since 1970, UTC. */
const sourceTime = z.union([z.iso.datetime({ offset: true }), z.number().int()])
/** What the text of a source time looks like. */
export const sourceTimeForm = z.regexes.datetime({ offset: true })

/** The bounds of a sample's fields, also for a reader that does not use the schema. */
export const sampleBounds = {
  sequence: 4_294_967_295,
  stateCharacters: 64,
  textCharacters: 512,
  unitModeCharacters: 64,
  speed: 1e6,
  amount: 1e15,
  /** 127 years. */
  seconds: 4e9,
} as const

const text = z.string().max(sampleBounds.textCharacters)
const speed = z.number().min(0).max(sampleBounds.speed)
const amount = z.number().min(0).max(sampleBounds.amount)

/** One sample in Packboard's own JSON; what is left out keeps its last known value (D5). */
export const sampleWire = z.object({
  kind: z.literal('sample').default('sample').describe('Left out it is a sample'),
  serialNo,
  time: sourceTime,
  seq: z
    .number()
    .int()
    .min(0)
    .max(sampleBounds.sequence)
    .default(0)
    .describe('Distinguishes samples of the same millisecond'),
  state: z
    .union([z.number().int(), z.string().max(64)])
    .optional()
    .describe('Code, name, or the name that PackML has for it, in any case'),
  product: text.optional(),
  tool: text.optional(),
  user: text.optional().describe('The operator on the machine'),
  speed: speed.optional().describe('Packs per minute now'),
  packs: amount.optional().describe('Counter since it was last cleared; may count fractions'),
  batch: amount.optional().describe('The machine’s own counter of the batch'),
  rejects: amount.optional().describe('Counter of rejected packs'),
  setSpeed: speed.optional().describe('Packs per minute that were set'),
  unitMode: z.string().max(sampleBounds.unitModeCharacters).optional(),
  stateSeconds: z
    .record(
      z.string().max(sampleBounds.stateCharacters),
      z.number().min(0).max(sampleBounds.seconds),
    )
    .refine((times) => Object.keys(times).length <= stateTimesLimit, 'too many states')
    .optional()
    .describe(
      'Seconds in each state since the counters were cleared, by its code or name; repairs gaps',
    )
    .meta({ example: { '10': 86_400.5, Stopped: 1_200 } }),
})

export const alarmWire = z.object({
  kind: z.literal('alarm'),
  serialNo,
  raisedAt: sourceTime,
  seq: z
    .number()
    .int()
    .min(0)
    .max(4_294_967_295)
    .default(0)
    .describe('Distinguishes alarms that are alike, as in a log of whole seconds'),
  clearedAt: sourceTime.optional(),
  group: z.string().max(128),
  description: z.string().max(2_000),
  code: z.string().max(64).optional(),
})

export const auditWire = z.object({
  kind: z.literal('audit'),
  serialNo,
  time: sourceTime,
  userGroup: z.string().max(128),
  description: z.string().max(2_000),
  valueBefore: text,
  valueAfter: text,
})

export const recordWire = z.discriminatedUnion('kind', [sampleWire, alarmWire, auditWire])

/** D43. `late`, `duplicate` and `quarantined` count what happened to the records; nothing is dropped silently. */
export const ingestCounts = z.object({
  accepted: z.number().int().describe('Stored by this call, late ones included'),
  duplicate: z.number().int().describe('Already stored with the same content'),
  late: z.number().int().describe('Accepted, but older than what the machine had already sent'),
  quarantined: z.number().int().describe('Kept aside with the reason, whole or cut'),
})
export type IngestCounts = z.output<typeof ingestCounts>

/** D65: so many quarantined records, and names of unknown fields, are in an answer. */
export const ingestErrorLimit = 20

export const ingestAnswer = ingestCounts.extend({
  errors: z
    .array(
      z.object({
        index: z.number().int().describe('Place in the call, from 0; blank lines do not count'),
        serialNo: z.string(),
        reason: z.enum(quarantineReasons),
        detail: z.string().describe('What is wrong, and how it is written'),
      }),
    )
    .max(ingestErrorLimit)
    .describe('The first records that were kept aside'),
  unknownFields: z
    .record(z.string(), z.number().int())
    .describe('Fields that no record of that kind has, and how many records had them'),
  rejected: z
    .literal('all')
    .optional()
    .describe('Only where no record of the call was accepted, and none was stored already'),
})
export type IngestAnswer = z.output<typeof ingestAnswer>

/** Whether none of the records of a call was accepted, now or by an earlier call. */
export const isRejected = ({ accepted, duplicate, quarantined }: IngestCounts): boolean =>
  quarantined > 0 && accepted + duplicate === 0

export const ingestRecords = endpoint('POST', '/api/ingest/records', {
  summary:
    'Up to 10,000 records as a JSON array or NDJSON, gzip allowed; answered when durable. 200 also when none was accepted, unless `strict=1`: then 422 with the same body',
  query: z.object({
    strict: z
      .enum(['0', '1'])
      .optional()
      .describe('1: the status is 422, with the same body, when no record was accepted'),
  }),
  answer: ingestAnswer,
})

/** D43: records in one call. */
export const ingestRecordLimit = 10_000
