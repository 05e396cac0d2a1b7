import { microStopSeconds, sparseCoverageBelow } from '@packboard/model'
import { metrics } from './daySummary.ts'
import { endpoint, instant } from './endpoint.ts'
import { chartQuery } from './filter.ts'
import { lineOeee } from './line/lineParts.ts'
import { compareBys } from './names.ts'
import { z } from './z.ts'

/** Machines × days of which micro-stops and changeovers are counted: every minute of them is read, where other figures need hours. */
export const compareStopDays = 400

const figures = z.object({
  metrics,
  stopSeconds: z.number().describe('Observed time outside run: the seconds of Stop Causes'),
  stops: z.number().int().describe('The number of Stop Causes'),
  unplannedStops: z
    .number()
    .int()
    .nullable()
    .describe(
      'Stops that begin in planned time and are no micro-stops; null, as all five after it: see stopLengths',
    ),
  betweenStopsSeconds: z
    .number()
    .nullable()
    .describe('Mean time between stops: run time / unplanned stops; null without one'),
  meanStopSeconds: z
    .number()
    .nullable()
    .describe('Mean length of unplanned stops, of their planned time in the window'),
  faults: z
    .number()
    .int()
    .nullable()
    .describe(
      'Own faults: of the unplanned stops, those that begin in no external state and under no reason whose cause is external',
    ),
  mtbfSeconds: z.number().nullable().describe('Run time / own faults; null without one'),
  mttrSeconds: z
    .number()
    .nullable()
    .describe('Mean length of own faults, of their planned time in the window'),
  lostPacks: z
    .number()
    .nullable()
    .describe(
      'Of Stop Causes: of stop time that nothing takes out of planned time; null: a product has no target',
    ),
  microStops: z
    .number()
    .int()
    .nullable()
    .describe(
      `Of stops, those with less than the stop threshold of their machine type (${microStopSeconds} s unless set) between the runs around them; null: see stopLengths`,
    ),
  changeovers: z
    .number()
    .int()
    .nullable()
    .describe('Stops between runs of two products, both runs in the window; null: see stopLengths'),
  changeoverSeconds: z.number().nullable().describe('Observed time of these stops; null as above'),
})
export type CompareFigures = z.output<typeof figures>

const withPrevious = {
  figures,
  previous: figures
    .nullable()
    .describe(
      'Of the period before (see previousPeriod); null unless asked, of days, of weeks, and of a shift that was not worked then',
    ),
}

export const previousPeriod = z
  .object({ from: instant, to: instant })
  .nullable()
  .describe(
    'The period of the same kind just before the window: shift, days, months, else the same length. While the window runs it ends at the same share of it. null unless asked',
  )

/** Where a comparison has little data: the days that have any. */
const observedDays = z
  .object({
    first: instant.nullable().describe('Begin of the first day with data; null: no day has any'),
    days: z.number().int().describe('Days of the zone in which a machine sent anything'),
    ofDays: z.number().int().describe('All days of the window, up to the present'),
  })
  .optional()
  .describe(
    `Of a window of which less than ${sparseCoverageBelow} % was observed, whatever the filter; absent: enough was, or nothing was expected`,
  )
export type ObservedDays = NonNullable<z.output<typeof observedDays>>

export const compareRow = z.object({
  key: z
    .string()
    .describe(
      'Serial number, line, machine type, product, tool, operator, name of a shift, day, or Monday of a week; empty where none was reported',
    ),
  from: instant.nullable().describe('Its own window; null of a shift, which has several'),
  to: instant.nullable(),
  ...withPrevious,
  line: lineOeee
    .nullable()
    .optional()
    .describe(
      'Of a line with a flow in the window, under the same filter: a row beside that of its machines; null: it has none; absent: rows are no lines',
    ),
  previousLine: lineOeee.nullable().optional().describe('The same of the period before'),
})
export type CompareRow = z.output<typeof compareRow>

export const compareQuery = chartQuery.extend({
  by: z.enum(compareBys),
  previous: z.enum(['yes', 'no']).default('no'),
  stopLengths: z
    .enum(['yes', 'no'])
    .default('no')
    .describe(
      'Also micro-stops, mean times of stops and changeovers, for which every minute of the window is read',
    ),
})

export const compare = endpoint('GET', '/api/admin/compare', {
  summary:
    'The figures of a window side by side, at most 400 rows (else 400): each is the figure of its own window and filter. With exactly one machine for every client; days, weeks and several machines for premium clients. Operators where the client allows it, for at most 400 machines × days, without micro-stops and changeovers',
  query: compareQuery,
  answer: z.object({
    rows: z.array(compareRow).describe('In the order of their keys; days and weeks by time'),
    total: z.object(withPrevious).describe('Of the whole window: ratios of sums'),
    previousPeriod,
    observedDays,
    previousObservedDays: observedDays,
    stopLengths: z
      .enum(['given', 'none', 'tooLong'])
      .describe(
        `Whether micro-stops, mean times of stops and changeovers are given: not unless asked, and for at most ${compareStopDays} machines × days (tooLong beyond)`,
      ),
  }),
})
export type Comparison = z.output<typeof compare.answer>

/** Rows that have a course over time; shifts, days and weeks are times themselves. */
export const trendBys = ['machine', 'line', 'machineType', 'product', 'tool'] as const
export type TrendBy = (typeof trendBys)[number]

/** Days of a window at its end that the map of hours and weekdays is made of: every weekday as often as any other. */
export const stopHeatDays = 28

const oeees = z
  .array(z.number().nullable())
  .describe('Percent, one for each step; null where it is not known')
const course = {
  oeee: oeees,
  previous: oeees
    .nullable()
    .describe(
      'Of the period before, one for each step of it: on the clock it may have one more or fewer; null unless asked, and of a row that was not there then',
    ),
}
export const compareTrendRow = z.object({
  key: z.string().describe('As in the comparison'),
  ...course,
})
export type CompareTrendRow = z.output<typeof compareTrendRow>

export const compareTrend = endpoint('GET', '/api/admin/compare-trend', {
  summary:
    'The OEEE of each row of a comparison over its window: by hour up to two days, by day up to 62, else by week; each is the figure of its own time',
  query: compareQuery.pick({ previous: true }).extend({
    ...chartQuery.shape,
    by: z.enum(trendBys),
  }),
  answer: z.object({
    step: z.enum(['hour', 'day', 'week']),
    steps: z.array(z.object({ from: instant, to: instant })),
    previousPeriod,
    rows: z.array(compareTrendRow),
    total: z.object(course),
  }),
})
export type CompareTrend = z.output<typeof compareTrend.answer>

export const stopHeat = endpoint('GET', '/api/admin/stop-heat', {
  summary: `When machines stand: stop time of each hour of each weekday, on the clock of the given zone, over the last ${stopHeatDays} days of a window`,
  query: chartQuery,
  answer: z.object({
    from: instant,
    to: instant,
    cells: z
      .array(
        z.object({
          weekday: z.number().int().min(1).max(7).describe('Monday is 1'),
          hour: z.number().int().min(0).max(23),
          times: z.number().int().min(1).describe('Days of the window that have this hour'),
          stopSeconds: z
            .number()
            .describe(
              'Of all of them and of all machines together: their sum is the stop time of the window',
            ),
          closed: z
            .number()
            .min(0)
            .max(1)
            .describe('Share of this time that is closed by the plan'),
          worst: z
            .object({ from: instant, to: instant })
            .describe('The one with the most stop time'),
        }),
      )
      .describe('By weekday and hour; hours outside of the window are absent'),
  }),
})
export type StopHeat = z.output<typeof stopHeat.answer>
