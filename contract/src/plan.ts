import { planKinds, planLimits, unitModeLimits } from '@packboard/model'
import { endpoint, id } from './endpoint.ts'
import { day, timeOfDay, timezone } from './filter.ts'
import { z } from './z.ts'

const planKind = z.enum(planKinds)

const line = z
  .string()
  .min(1)
  .max(200)
  .nullable()
  .describe('Name of a line of the client; null: all lines')

const weekday = z.number().int().min(1).max(7).describe('Monday is 1, Sunday is 7')

const planEntry = z.object({
  weekday,
  from: timeOfDay,
  to: timeOfDay.describe('Not after from: on the next day'),
  kind: planKind,
})

const planWeek = z.object({
  line,
  validFrom: day.describe('From 00:00 of this day until the next week of the same line'),
  entries: z
    .array(planEntry)
    .max(planLimits.entriesOfWeek)
    .nullable()
    .describe(
      'Time without an entry is closed; null: from this day on a line has the week of all lines, and all lines have no plan',
    ),
})

export const planException = z.object({
  line,
  startDate: day,
  startTime: timeOfDay,
  endDate: day.describe('A whole day ends at 00:00 of the next'),
  endTime: timeOfDay,
  kind: planKind,
  note: z
    .string()
    .max(planLimits.noteLength)
    .regex(/^\P{Cc}*$/u),
})

const unitModeRule = z.object({
  validFrom: day.nullable().describe('From 00:00 of this day; null: from the beginning'),
  counts: z
    .boolean()
    .describe('Whether time in another unit mode than production leaves planned time'),
  production: z
    .array(
      z
        .string()
        .min(1)
        .max(unitModeLimits.characters)
        .regex(/^\P{Cc}*$/u),
    )
    .max(unitModeLimits.production)
    .describe('Further texts that are production, beside Production, Producing and 1'),
})

const version = z.number().int().min(0).max(2_147_483_647)
const setBy = z.string().nullable().describe('User name of who set it')

export const clientPlan = endpoint('GET', '/api/admin/plan/:clientId', {
  summary:
    'When a client means to produce: weeks of all lines or of one, and exceptions by date, on the clock of its own zone',
  params: z.object({ clientId: id }),
  answer: z.object({
    timezone,
    lines: z.array(z.string()).describe('The lines that may have a week of their own'),
    weeks: z.array(planWeek.extend({ setBy })),
    exceptions: z.array(planException.extend({ setBy })),
    unitModes: z
      .array(unitModeRule.extend({ setBy }))
      .describe('Before the first of them, and without any, unit modes count'),
    version: version.describe('0 while nobody has set a plan'),
  }),
})

const wholePlan = z.object({
  weeks: z.array(planWeek).max(planLimits.weeks),
  exceptions: z.array(planException).max(planLimits.exceptions),
  unitModes: z
    .array(unitModeRule)
    .max(unitModeLimits.rules)
    .optional()
    .describe('Left out, they stay as they are'),
})

export const setPlan = endpoint('PUT', '/api/admin/plan/:clientId', {
  summary:
    'Set the whole plan of a client; 409 names the other entry when two overlap. A break may lie within production, nothing else overlaps',
  params: z.object({ clientId: id }),
  body: wholePlan.extend({
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

/** What saving a plan would do to the figures of the past. Nothing is stored. */
export const previewPlan = endpoint('POST', '/api/admin/plan/:clientId/preview', {
  summary: `What a plan would move: the OEEE of all machines on each of the last ${planLimits.previewDays} days, today with them, by the plan that is stored and by this one. Nothing is stored`,
  params: z.object({ clientId: id }),
  body: wholePlan,
  answer: z.object({
    lookedAtDays: z.number().int(),
    movedDays: z
      .number()
      .int()
      .describe('Days whose OEEE moves by 0.05 points at least, or begins or ceases to exist'),
    largest: z
      .object({
        day,
        points: z.number().describe('New minus old, in percentage points; not rounded'),
      })
      .nullable()
      .describe('The largest move; null: no day has an OEEE under both plans that moves'),
  }),
})

/**
 * Why a line of a file is rejected. `values` holds the variable parts of the message, so that a screen can show it in
 * any language.
 */
export const planRefusalCodes = [
  'noHead',
  'tooMany',
  'tooLong',
  'quoteOpen',
  'quoteInside',
  'unknownField',
  'fieldTwice',
  'noField',
  'cells',
  'noLine',
  'noKind',
  'noWeekday',
  'noDate',
  'noTime',
  'noNote',
  'weekOrDate',
  'refused',
] as const
export type PlanRefusalCode = (typeof planRefusalCodes)[number]

const refusedPlanLine = z.object({
  line: z.number().int(),
  message: z.string(),
  code: z.enum(planRefusalCodes),
  values: z
    .object({
      field: z.string(),
      fields: z.string(),
      cell: z.string(),
      count: z.number().int(),
      most: z.number().int(),
      other: z.number().int().describe('The line of the file with the other entry'),
    })
    .partial(),
})
export type RefusedPlanLine = z.output<typeof refusedPlanLine>

export const importPlan = endpoint('POST', '/api/admin/plan/:clientId/import', {
  summary:
    'Weeks and exceptions out of a CSV text with the field names as its first line. A week of the file replaces the one of the same line and day; exceptions are added. Nothing is stored when a line is refused or dryRun is true',
  params: z.object({ clientId: id }),
  body: z.object({ csv: z.string().max(900_000), dryRun: z.boolean() }),
  answer: z.object({
    added: z.number().int().describe('Weeks and exceptions'),
    changed: z.number().int().describe('Weeks'),
    unchanged: z.number().int(),
    refused: z.array(refusedPlanLine),
  }),
})
