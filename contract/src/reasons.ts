import {
  machineStates,
  reasonCauses,
  reasonIcons,
  reasonLanguages,
  reasonLimits,
  reasonTemplateKeys,
} from '@packboard/model'
import { endpoint, id } from './endpoint.ts'
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

export const clientReasons = endpoint({
  method: 'GET',
  path: '/api/admin/reasons/:clientId',
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

export const setReasons = endpoint({
  method: 'PUT',
  path: '/api/admin/reasons/:clientId',
  summary:
    'Set all reasons of a client. One that is missing is removed; 409 (row.inUse) where a label has it or had it: retire it',
  params: z.object({ clientId: id }),
  body: z.object({
    reasons: z.array(reason).max(reasonLimits.reasons),
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

export const reasonTemplates = endpoint({
  method: 'GET',
  path: '/api/admin/reasons/:clientId/templates',
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
