import { endpoint, instant } from './endpoint.ts'
import { chartQuery, closedSpans } from './filter.ts'
import { z } from './z.ts'

export const pieChunk = z.object({ x: z.string(), y: z.number() })
export type PieChunk = z.output<typeof pieChunk>

export const productsPie = endpoint('GET', '/api/production_chart_data/products_pie_chart', {
  summary: 'Packs of each product, most first; a pack without a product is of "No product"',
  query: chartQuery,
  answer: z.object({ data: z.object({ pieChunks: z.array(pieChunk) }) }),
})

export const machineStatusPie = endpoint('GET', '/api/production_chart_data/idle_run_alarm', {
  summary:
    'Seconds of Run, Idle, Alarm and Ancillary, then of Offline and Unknown where not zero. Offline has no product, tool or state, so such a filter leaves it out',
  query: chartQuery,
  answer: z.object({ data: z.object({ pieChunks: z.array(pieChunk) }) }),
})

export const alarmGroupChunk = pieChunk.extend({
  seconds: z.number().describe('Observed time of the stops that alarms of this group caused'),
})
export type AlarmGroupChunk = z.output<typeof alarmGroupChunk>

export const alarmGroupsPie = endpoint('GET', '/api/alarm_pie_chart_data/groups', {
  summary: 'Number of alarms raised in the window by group, and the stop time they caused',
  query: chartQuery,
  answer: z.object({ data: z.object({ pieChunks: z.array(alarmGroupChunk) }) }),
})

/** The length of one step of a speed chart (D27). */
export const aggregationIntervals = [
  'as-is',
  '5 minutes',
  '15 minutes',
  '1 hour',
  '6 hours',
  '1 day',
] as const
export type AggregationInterval = (typeof aggregationIntervals)[number]

export const speedPoint = z.object({
  x: instant.describe('Beginning of the step'),
  y: z.number().describe('Mean packs per minute, weighted by time'),
  min: z.number().describe('The slowest that was held inside the step'),
  max: z.number(),
})
export type SpeedPointWire = z.output<typeof speedPoint>

export const marker = z.object({
  x: instant,
  y: z.number().describe('Packs per minute just before; 0 where none is known'),
})

export const speedPerMinute = endpoint('GET', '/api/prod_chart_data/speed_per_min', {
  summary:
    'Speed over the window; a step without data is absent. nextMachine: entries into state 19, up to 24 hours',
  query: chartQuery,
  answer: z.object({
    data: z.object({
      speed: z.array(speedPoint),
      nextMachine: z.array(marker),
    }),
    aggregationInterval: z.enum(aggregationIntervals),
  }),
})

export const alarmMarker = marker.extend({ group: z.string(), description: z.string() })

export const alarmChart = endpoint('GET', '/api/alarm_chart_data', {
  summary: 'The alarms of the window, in order; 400 beyond 24 hours',
  query: chartQuery,
  answer: z.object({ data: z.object({ alarm: z.array(alarmMarker) }) }),
})

export const stateBars = endpoint('GET', '/api/admin/machine-state-bar-chart', {
  summary: 'Seconds in each state, longest first',
  query: chartQuery,
  answer: z.object({ barChartData: z.array(pieChunk) }),
})

/** A time in one state, for the state lane under the speed; empty for windows longer than 24 hours. */
export const stateLane = endpoint('GET', '/api/admin/state-lane', {
  summary: 'The states of one machine in order, up to 24 hours; offline time is absent',
  query: chartQuery,
  answer: z.object({
    parts: z.array(z.object({ from: instant, to: instant, code: z.number().int() })),
    closed: closedSpans,
  }),
})

const seconds = z.number()

export const stepTotal = z.object({
  x: instant.describe('Beginning of the step'),
  run: seconds,
  idle: seconds,
  alarm: seconds,
  ancillary: seconds,
  unknown: seconds,
  speed: z.number().nullable().describe('Mean packs per minute, weighted by time'),
  packs: z.number(),
  rejects: z.number().nullable().describe('null: no reject counter was ever reported'),
  notScheduled: seconds
    .optional()
    .describe('OFFLINE seconds in closed time of the plan; absent: none'),
})
export type StepTotalWire = z.output<typeof stepTotal>

/** What the lanes of states and rejects show of a window of any length; sums of the steps are those of the window. */
export const stepTotals = endpoint('GET', '/api/admin/step-totals', {
  summary:
    'Seconds by kind of time, packs and rejects step by step: minutes up to 4 hours, then 5 minutes, 15 minutes, hours, and days beyond 14 days; a step without data and without closed time is absent',
  query: chartQuery,
  answer: z.object({
    steps: z.array(stepTotal),
    aggregationInterval: z.enum(aggregationIntervals),
  }),
})
