import { movedBy } from './daySummary.ts'
import { endpoint, instant, numeral, serialNo } from './endpoint.ts'
import { chartQuery } from './filter.ts'
import { pastChanges } from './pastChanges.ts'
import { z } from './z.ts'

/** A figure that can be explained. `part` names the slice of product, alarmGroup, state and stopCause. */
export const explainedFigures = [
  'packs',
  'run',
  'idle',
  'alarm',
  'ancillary',
  'unknown',
  'offline',
  'oeee',
  'product',
  'alarmGroup',
  'state',
] as const
export type ExplainedFigure = (typeof explainedFigures)[number]

export const explainQuery = chartQuery.extend({
  figure: z.enum(explainedFigures),
  part: z.string().max(512).default('').describe('Product, alarm group or state of a slice'),
})
export type ExplainQuery = z.output<typeof explainQuery>

const unit = z.enum(['s', 'packs', '%', 'ppm', 'alarms'])

/** What a term of an explanation is. */
export const explainedTerms = [
  'product',
  'tool',
  'state',
  'category',
  'window',
  'observedTime',
  'alarms',
  'stopTime',
  'run',
  'idle',
  'alarm',
  'ancillary',
  'breakTime',
  'closedTime',
  'labelTime',
  'modeTime',
  'notScheduled',
  'plannedTime',
  'packs',
  'rejects',
  'packsAfterGap',
  'packsNotPlanned',
  'recoveredTime',
  'recoveredPacks',
  'target',
  'idealTime',
  'goodTime',
  'external',
  'externalReasons',
  'availability',
  'performance',
  'quality',
  'microStops',
  'performanceOfMicroStops',
  'machineOeee',
] as const

/** What a term is based on: where a target speed comes from, how much of a quality was measured. */
export const termBases = [
  'recipe',
  'machine',
  'machineType',
  'estimated',
  'no target',
  'measured',
  'partly measured',
  'not measured',
] as const

/** What a target speed is set for; without one it is estimated, or there is none. */
export const targetKeys = [
  'machineProduct',
  'typeProduct',
  'clientProduct',
  'machine',
  'machineDesign',
  'typeDesign',
] as const

const targetOrigin = z
  .object({
    of: z
      .enum(targetKeys)
      .describe(
        'The product on this machine, on its type, at the client; else the machine, or a design speed',
      ),
    since: instant.nullable().describe('Since when it holds; null: from the beginning'),
  })
  .describe('Of a target speed that is set: for what, and since when')

/**
 * How a figure was computed: its terms, what was left out, how much was observed. The page has a text for each of them.
 */
export const explanation = z.object({
  value: z.number().nullable(),
  unit,
  definition: z
    .string()
    .describe('Where the document of all figures defines this one, such as "figures.md#oeee"'),
  terms: z.array(
    z.object({
      term: z.enum(explainedTerms),
      of: z.string().describe('The product, tool, state or kind of time; may be empty'),
      machine: z.string().describe('Serial number where several machines have such a term'),
      value: z.number().nullable(),
      unit,
      basis: z.enum(termBases).nullable(),
      target: targetOrigin.optional(),
    }),
  ),
  excluded: z.array(
    z.object({
      what: z
        .enum([
          'offline',
          'notScheduled',
          'unknown',
          'break',
          'closed',
          'label',
          'mode',
          'filteredOut',
        ])
        .describe(
          'break, closed, label (a planned reason) and mode: observed time that they take out and that did not run',
        ),
      seconds: z.number(),
    }),
  ),
  coverage: z.number().nullable(),
  restatement: z
    .object({
      before: z.number().nullable(),
      until: instant.describe('When the first late record came'),
      after: z.number().nullable(),
      records: z.number().int(),
    })
    .nullable()
    .describe('The figure of a past window as it was before records came late'),
  moved: z
    .object({ before: z.number().nullable(), after: z.number().nullable(), ...movedBy })
    .optional()
    .describe(
      'The figure without plan, labels and unit modes, and with them; absent where they did not move it. Only OEEE and Offline are moved',
    ),
  settingChanges: z
    .object({
      before: z
        .number()
        .nullable()
        .optional()
        .describe('Absent: a window of several machines, or of more than 31 days, is not computed'),
      after: z.number().nullable(),
      changes: pastChanges,
    })
    .optional()
    .describe(
      'The figure without settings that were applied to the past, and with them; absent where they did not move it',
    ),
  provisional: z
    .array(serialNo)
    .optional()
    .describe('Machines whose state dictionary no person has confirmed yet; absent: none'),
})
export type Explanation = z.output<typeof explanation>
export type ExplainedTerm = Explanation['terms'][number]
export type ExcludedTime = Explanation['excluded'][number]

export const explain = endpoint('GET', '/api/admin/explain', {
  summary: 'How a figure came about',
  query: explainQuery,
  answer: explanation,
})

/** One interval that is part of a figure; `amount` is its contribution, in the unit of the figure. */
export const explainedInterval = z.object({
  from: instant,
  to: instant,
  machine: serialNo,
  code: z.number().int().describe('State code'),
  category: z.enum(['run', 'alarm', 'idle', 'ancillary', 'unknown', 'offline']),
  product: z.string(),
  tool: z.string(),
  user: z.string().describe('Empty also where the client forbids this caller to read names'),
  causeGroup: z.string(),
  cause: z.string(),
  amount: z.number(),
  plannedSeconds: z.number().describe('What it gives to the denominator of OEEE'),
  goodSeconds: z.number().nullable().describe('What it gives to the numerator of OEEE'),
  recovered: z
    .boolean()
    .describe(
      'By the machine’s own counters, in a gap of the records: from and to are the gap, and when in it is not known',
    ),
})
export type ExplainedInterval = z.output<typeof explainedInterval>

export const explainIntervals = endpoint('GET', '/api/admin/explain-intervals', {
  summary: 'The intervals that make up a figure, in order; all pages together are the figure',
  query: explainQuery.extend({
    after: z.string().max(64).default('').describe('`next` of the page before'),
    pageSize: numeral({ max: 200 }).default(50),
    source: z
      .enum(['all', 'observed', 'recovered'])
      .default('all')
      .describe('Only what was observed, or only what was recovered of gaps'),
  }),
  answer: z.object({ rows: z.array(explainedInterval), next: z.string().nullable() }),
})
