import { targetSources } from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { day, filterQuery, windowQuery } from './filter.ts'
import { pastChanges } from './pastChanges.ts'
import { z } from './z.ts'

const percent = z.number().nullable()
const seconds = z.number()

/** Who and what moved a figure (D75). */
export const movedBy = {
  labels: z
    .number()
    .int()
    .describe(
      'Entries of the stop book that decided over time in it that did not run: planned reasons, and others over what a unit mode or the plan took out',
    ),
  people: z
    .array(z.string().nullable())
    .describe(
      'Who wrote them, each once, in order; null, once and last: accounts that are gone. Empty where the client forbids this caller to read names',
    ),
  plan: z.boolean().describe('Breaks or closed time took time out'),
  modes: z.boolean().describe('A unit mode other than production took time out'),
} as const

/** The four metrics of the specification, with the parts of OEEE and the times beside them (D25). */
export const metrics = z.object({
  'Packs Produced': z.number(),
  packsAfterGap: z
    .number()
    .describe('Of the packs produced, those that were read after an OFFLINE gap: not in OEEE'),
  packsNotPlanned: z
    .number()
    .optional()
    .describe(
      'Of the others, those that were counted outside of planned time: in an unknown state, or not run in a break, closed time, under a planned reason or in another unit mode. Not in OEEE, by the revised rules of the client. Absent: none',
    ),
  'Idle Time Total': seconds,
  'Run Time Total': seconds,
  OEEE: percent,
  availability: percent,
  performance: percent,
  quality: percent,
  machineOeee: percent,
  coverage: percent.describe('Observed share of the window, whatever product or tool is filtered'),
  qualityBasis: z.enum(['measured', 'partly measured', 'not measured']),
  targetSource: z.enum(targetSources).nullable(),
  lowCoverage: z.boolean(),
  targetTooLow: z.boolean(),
  rejects: z
    .number()
    .nullable()
    .describe('null: no reject counter was read by then, or the window holds no time and no packs'),
  alarmSeconds: seconds,
  ancillarySeconds: seconds,
  unknownSeconds: seconds,
  externalSeconds: seconds,
  offlineSeconds: seconds.describe('Of the whole window, whatever is filtered'),
  windowSeconds: seconds.describe('Length of the window up to now, times machines'),
  recovered: z
    .object({ seconds, packs: z.number() })
    .optional()
    .describe(
      'Of all these times and packs, what the machines’ own counters say of gaps in the records; absent: nothing',
    ),
  plan: z
    .object({
      plannedSeconds: seconds.describe(
        'What availability and OEEE are shares of: run, and idle, alarm and ancillary outside of breaks, closed time, planned reasons and unit modes other than production',
      ),
      notPlannedSeconds: seconds.describe(
        'Not run in breaks, under a planned reason or in another unit mode, and unknown and offline outside of closed time',
      ),
      closedSeconds: seconds.describe('Closed time without what ran in it'),
      notScheduledSeconds: seconds.describe('Of the offline seconds, those in closed time'),
      labelSeconds: seconds
        .optional()
        .describe('Of the not planned seconds, those under a planned reason; absent: none'),
      modeSeconds: seconds
        .optional()
        .describe('Of the not planned seconds, those in another unit mode; absent: none'),
    })
    .optional()
    .describe(
      'What the plan of the client, labels and unit modes make of the time; planned, not planned and closed seconds are the window. Absent where the window has no break, no closed time, and nothing else that is taken out or given back',
    ),
  restatement: z
    .object({
      OEEE: percent,
      machineOeee: percent,
      availability: percent,
      coverage: percent,
      plannedSeconds: seconds,
      ...movedBy,
    })
    .optional()
    .describe(
      'The figures as they would be without plan, labels and unit modes, and what moved them. Absent where nothing did',
    ),
  settingChanges: z
    .object({
      OEEE: percent
        .optional()
        .describe(
          'Without these changes; absent: they moved minutes, and the window is of several machines, of more than 31 days, or one of many rows',
        ),
      machineOeee: percent.optional(),
      changes: pastChanges,
    })
    .optional()
    .describe('Settings that were applied to the past and moved OEEE. Absent where none did'),
})
export type Metrics = z.output<typeof metrics>

/** One product with one tool on one machine on one day of the zone. */
export const dayRow = z.object({
  Day: day,
  Machine: serialNo,
  Product: z.string(),
  Tool: z.string(),
  'Run Time': seconds,
  'Idle Time': seconds,
  'Number of Packs Packed': z.number(),
  'Average Packs Per Minute': z
    .number()
    .nullable()
    .describe('Packs by run minutes, without those read after a gap; null: no run'),
})
export type DayRow = z.output<typeof dayRow>

export const daySummary = endpoint('GET', '/api/admin/day-summary', {
  summary:
    'Metrics of a window and its days, at most 10,000 rows (else 400). With exactly one machine every client gets the metrics; the rows are for premium clients',
  query: z.object({
    clientId: id,
    ...filterQuery,
    days: z.enum(['yes', 'no']).default('yes').describe('no: the metrics alone, without rows'),
  }),
  answer: z.object({
    metrics,
    groupedData: z.array(dayRow).describe('Newest day first, then by machine, product and tool'),
    tableData: z
      .array(dayRow.pick({ Day: true, Machine: true, Product: true, Tool: true }))
      .describe('One entry for each row, for the count'),
  }),
})
export type DaySummaryAnswer = z.output<typeof daySummary.answer>

export const dayDetails = endpoint('POST', '/api/admin/day-summary-modal-data', {
  summary: 'One row of the day summary: its part of that day, minute by minute and by state',
  body: z.object({
    clientId: id,
    ...windowQuery,
    Day: day,
    Machine: serialNo,
    Product: z.string().max(512),
    Tool: z.string().max(512),
  }),
  answer: z.object({
    timeSeriesData: z.array(
      z.object({
        timestamp: instant,
        speed: z.number().nullable().describe('Mean of the minute, or the speed at the change'),
        isRecipeChange: z.boolean().describe('The machine entered another state here'),
        recipe: z.number().int().describe('State code; of a minute the one that lasted longest'),
      }),
    ),
    barChartData: z.array(z.object({ x: z.string(), y: z.number() })),
  }),
})
export type DayDetailsAnswer = z.output<typeof dayDetails.answer>
