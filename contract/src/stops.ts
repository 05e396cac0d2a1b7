import { endpoint, instant, numeral, serialNo } from './endpoint.ts'
import { chartQuery } from './filter.ts'
import { stopFigures } from './stopFigures.ts'
import { z } from './z.ts'

/** What a list of stops can be sorted by. Equal ones are sorted by start, then by machine. */
export const stopSorts = [
  'start',
  'seconds',
  'cause',
  'state',
  'product',
  'tool',
  'user',
  'machine',
  'lostPacks',
  'coverage',
] as const
export type StopSort = (typeof stopSorts)[number]

/** Which stops of a window, and in which order; also for the file of them. */
export const stopSelection = {
  figure: z.enum(stopFigures).default('all'),
  part: z
    .string()
    .max(2_000)
    .default('')
    .describe('Cause, state, alarm group or product of the figure'),
  partGroup: z
    .string()
    .max(2_000)
    .default('')
    .describe('Alarm group of a cause; empty where no alarm names it'),
  sort: z.enum(stopSorts).default('start'),
  order: z.enum(['ascending', 'descending']).default('descending'),
}

export const stopQuery = chartQuery.extend({
  ...stopSelection,
  at: z.iso.datetime().optional().describe('Only the stops that hold this instant'),
  page: numeral({ max: 1_000_000 }).default(1),
  // A chart marks as many; a table has pages of its own.
  pageSize: numeral({ max: 1_000 }).default(50),
})
export type StopQuery = z.output<typeof stopQuery>

export const stopRow = z.object({
  machine: serialNo,
  start: instant.describe('Its first observed moment inside the window'),
  end: instant.describe('Its last observed moment inside the window'),
  seconds: z
    .number()
    .describe('Observed time that the filter keeps; all stops together are the stop time'),
  cause: z.string().describe('Description of the first-out alarm, or the name of the first state'),
  group: z.string().describe('Alarm group; empty where no alarm came and the first state names it'),
  state: z.number().int().describe('State code in which it lasted longest'),
  states: z
    .array(z.object({ code: z.number().int(), seconds: z.number() }))
    .describe('Time in each state, longest first'),
  product: z.string().describe('With which it lasted longest, like tool and user'),
  tool: z.string(),
  user: z.string(),
  lostPacks: z.number().nullable().describe('Σ seconds × target ppm / 60; null without a target'),
  coverage: z.number().describe('Observed share of the time from start to end, in percent'),
  beganBefore: z.boolean().describe('It was observed before the window; this is its part in it'),
  open: z.boolean().describe('No run followed inside the window'),
  counted: z.boolean().describe('It is one of the number that Stop Causes shows'),
})
export type StopRow = z.output<typeof stopRow>

export const stopList = endpoint({
  method: 'GET',
  path: '/api/admin/stops',
  summary:
    'Every stop of a window, at most 10,000, page by page; their sums are those of Stop Causes',
  query: stopQuery,
  answer: z.object({ stops: z.array(stopRow), count: z.number().int() }),
})
