import { endpoint } from './endpoint.ts'
import { chartQuery } from './filter.ts'
import { z } from './z.ts'

const figures = {
  raised: z.number().int().describe('Raised in the window: the number of the Alarms pie'),
  count: z
    .number()
    .int()
    .describe(
      'Stood in the window: raised in it, or in the 7 days before it and not over when it began',
    ),
  seconds: z
    .number()
    .describe(
      'Time in the window for which they stood. Alarms of different texts stand at the same time: rows do not add up to the window',
    ),
  meanSeconds: z.number().describe('seconds / count'),
  open: z.number().int().describe('Stood at the end of the window: now, where it reaches to now'),
  withoutEnd: z
    .number()
    .int()
    .describe(
      'Of count, ended by the next alarm of the same text because no clearing had come: their time is an upper limit',
    ),
}

export const alarmStatisticRow = z.object({
  group: z.string(),
  description: z.string(),
  ...figures,
})
export type AlarmStatisticRow = z.output<typeof alarmStatisticRow>

export const alarmGroupStatistic = z.object({ group: z.string(), ...figures })
export type AlarmGroupStatistic = z.output<typeof alarmGroupStatistic>

export const alarmStatistics = endpoint({
  method: 'GET',
  path: '/api/admin/alarm-statistics',
  summary:
    'How often each alarm stood in a window and for how long, at most 10,000 texts; the longest first',
  query: chartQuery,
  answer: z.object({
    alarms: z.array(alarmStatisticRow),
    groups: z.array(alarmGroupStatistic).describe('The sums of the rows of each group'),
  }),
})
