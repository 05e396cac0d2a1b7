import {
  labelLimits,
  machineStates,
  reasonCauses,
  reasonIcons,
  reasonLanguages,
  reasonLimits,
  reasonTemplateKeys,
} from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { z } from './z.ts'

/** The id of a reason: a UUID in small letters, made where the reason is added. */
export const reasonId = z.uuid().regex(/^[0-9a-f-]+$/)

const name = z
  .string()
  .trim()
  .min(1)
  .max(reasonLimits.nameLength)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

export const reasonName = z
  .object({
    en: name,
    de: name.optional(),
    it: name.optional(),
    es: name.optional(),
    fr: name.optional(),
  })
  .describe(
    `By language (${reasonLanguages.join(', ')}); where one is missing, the English name stands`,
  )

export const reasonAlarm = z.object({
  kind: z.enum(['text', 'group']).describe('One alarm by its text, or every alarm of a group'),
  value: z
    .string()
    .min(1)
    .max(reasonLimits.alarmLength)
    .regex(/^[^\0\p{Cs}]*$/u),
})

const stateCode = z
  .number()
  .int()
  .refine((code) => machineStates.some((state) => state.code === code), 'is no state code')

export const reason = z.object({
  id: reasonId.describe('A UUID, made where the reason is added; it never changes'),
  parent: reasonId
    .nullable()
    .describe('Id of the reason above it, itself without a parent; null: at the top'),
  name: reasonName,
  icon: z.enum(reasonIcons),
  planned: z.boolean().describe('A stop with it is no loss: its time is not planned time'),
  cause: z.enum(reasonCauses).describe('Where the cause lies'),
  setUp: z
    .boolean()
    .optional()
    .describe('Set-up is a class of its own among the losses of OEEE. Absent: no'),
  rank: z.number().int().min(1).max(reasonLimits.reasons).describe('Its place under its parent'),
  overrunSeconds: z
    .number()
    .int()
    .min(1)
    .max(reasonLimits.overrunSeconds)
    .nullable()
    .describe('Only of a planned reason: what lies beyond counts as unplanned; null: nothing does'),
  alarms: z
    .array(reasonAlarm)
    .max(reasonLimits.alarms)
    .describe('It is proposed where one of them came first; an alarm is of one reason'),
  states: z
    .array(stateCode)
    .max(machineStates.length)
    .describe('It is proposed for a stop that began so and has no alarm; a state is of one reason'),
  retired: z.boolean().describe('No longer offered and not proposed; its labels stay'),
})
export type ReasonWire = z.output<typeof reason>

const version = z.number().int().min(0).max(2_147_483_647)

export const clientReasons = endpoint('GET', '/api/admin/reasons/:clientId', {
  summary: 'Why the machines of a client stand: reasons in a tree of two levels, in their order',
  params: z.object({ clientId: id }),
  answer: z.object({
    reasons: z.array(
      reason.extend({
        used: z.boolean().describe('A label has it or had it: it can be retired, not removed'),
        used30Days: z
          .number()
          .int()
          .describe('Labels in force with it on stops that ended in the last 30 days'),
      }),
    ),
    version: version.describe('0 while nobody has set reasons'),
  }),
})

export const setReasons = endpoint('PUT', '/api/admin/reasons/:clientId', {
  summary:
    'Set all reasons of a client. One that is missing is removed; 409 (row.inUse) where a label has it or had it: retire it',
  params: z.object({ clientId: id }),
  body: z.object({
    reasons: z.array(reason).max(reasonLimits.reasons),
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

export const reasonTemplates = endpoint('GET', '/api/admin/reasons/:clientId/templates', {
  summary:
    'Lists of reasons to begin with, the most fitting for the machine types of the client first; their ids are new in each answer, so that a list can be set as it is',
  params: z.object({ clientId: id }),
  answer: z.object({
    templates: z.array(
      z.object({
        key: z.enum(reasonTemplateKeys),
        machineTypes: z
          .array(z.string())
          .describe('Machine types of the client that it is made for'),
        reasons: z.array(reason),
      }),
    ),
  }),
})

/** The id of a label; a later one has the higher id. */
export const labelId = z.number().int().min(1).max(2_147_483_647)

const note = z
  .string()
  .max(labelLimits.noteLength)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u)
  .describe(`At most ${labelLimits.noteLength} characters`)

const stretch = {
  from: instant.describe('Begin of the stretch, inside a stop; whole milliseconds'),
  to: instant.describe('End of the stretch, in the same stop'),
  replaces: z
    .array(labelId)
    .max(labelLimits.replaces)
    .describe(
      'The labelId of every part that lies in the stretch, as it was read, in any order; empty: none. 409 (label.taken) when others are there now',
    ),
}

const untilRun = z
  .boolean()
  .default(false)
  .describe('It also holds after `to`, until the stop ends: for a stop that still goes on')

/**
 * One label on a stretch of a stop. To split a stop, label a part of it: what is outside of the stretch stays as it is. To
 * merge neighbours, label both together.
 */
export const labelStop = endpoint('POST', '/api/admin/stops/label', {
  summary:
    'Say why a machine stood, or take that back. The first person wins: 409 (label.taken) names who and when in message and, machine-readable, in errors (fields by and at; without by where the client forbids this caller to read names). A repeated key answers the first answer. Users may do so up to 24 hours after the end of the stretch',
  body: z.object({
    clientId: id,
    machineId: serialNo,
    key: z.uuid().describe('Made once for each decision of a person, and sent again with each try'),
    change: z.discriminatedUnion('action', [
      z.object({
        action: z.literal('label'),
        ...stretch,
        reason: reasonId.describe('One that is not retired'),
        note: note.default(''),
        untilRun,
      }),
      z.object({
        action: z.literal('merge').describe('One label over two or more parts that are labelled'),
        ...stretch,
        reason: reasonId,
        note: note.default(''),
      }),
      z.object({
        action: z.literal('takeBack').describe('The stretch has no reason then'),
        ...stretch,
        untilRun,
      }),
    ]),
  }),
  answer: z.object({
    message: z.string(),
    labelId: labelId.describe('What the parts of the stretch carry now, also after takeBack'),
    by: z.string(),
    at: instant,
  }),
})

/** One entry of the stop book as it was written. */
export const labelEntry = z.object({
  labelId,
  from: instant,
  to: instant,
  untilRun: z.boolean(),
  reason: reasonId.nullable().describe('null: taken back'),
  note: z.string(),
  by: z
    .string()
    .nullable()
    .describe(
      'User name; null when the account is gone; empty: the client forbids this caller to read names',
    ),
  at: instant,
  replaces: z.array(labelId),
  voids: z
    .array(z.object({ from: instant, to: instant }))
    .describe('Where the machine ran after all, as late records say: the label says nothing there'),
})
export type LabelEntry = z.output<typeof labelEntry>

/** What was ever written on a stretch. */
export const labelHistory = endpoint('GET', '/api/admin/stops/labels', {
  summary: `Every label that touches a stretch of a machine, also those replaced, taken back or void, oldest first; at most ${labelLimits.days} days`,
  query: z.object({
    clientId: id,
    machineId: serialNo,
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  }),
  answer: z.object({ labels: z.array(labelEntry) }),
})
