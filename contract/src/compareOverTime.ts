import { compareQuery, previousPeriod } from './compare.ts'
import { endpoint, instant } from './endpoint.ts'
import { chartQuery } from './filter.ts'
import { z } from './z.ts'

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

export const compareTrend = endpoint({
  method: 'GET',
  path: '/api/admin/compare-trend',
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

export const stopHeat = endpoint({
  method: 'GET',
  path: '/api/admin/stop-heat',
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
