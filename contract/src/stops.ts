import { microStopSeconds } from '@packboard/model'
import { endpoint, instant, numeral, serialNo } from './endpoint.ts'
import { chartQuery, lineChoice } from './filter.ts'
import { waitsForRoot } from './line/lineParts.ts'
import { stopFigures } from './names.ts'
import { labelId, reasonId } from './reasons.ts'
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
    .describe('Cause, state, alarm group, product or id of the reason of the figure'),
  partGroup: z
    .string()
    .max(2_000)
    .default('')
    .describe('Alarm group of a cause; empty where no alarm names it'),
  sort: z.enum(stopSorts).default('start'),
  order: z.enum(['ascending', 'descending']).default('descending'),
  withoutReason: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: only stops with a part that waits for a reason; micro-stops never do'),
  micro: z.enum(['true', 'false']).default('true').describe('false: without micro-stops'),
  lost: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'true: only time that is a loss of OEEE: planned time, without that in unknown states. Then the list adds up to a row of losses',
    ),
}

/** Time by reason is made of so many stops at most; a list of them has fewer. */
export const reasonRowStops = 50_000

/** Of a list of the stops of all machines: days of its window, and rows of a page. */
export const plantStopLimits = { days: 31, rows: 50 } as const

export const stopQuery = chartQuery.extend({
  ...stopSelection,
  line: lineChoice,
  at: z.iso.datetime().optional().describe('Only the stops that hold this instant'),
  page: numeral({ max: 1_000_000 }).default(1),
  // A chart marks as many; a table has pages of its own.
  pageSize: numeral({ max: 1_000 }).default(50),
})
export type StopQuery = z.output<typeof stopQuery>

/** A stretch of a stop with one answer, or none; the parts of a stop cover it in order, without gap or overlap. */
export const stopPart = z.object({
  start: instant,
  end: instant,
  seconds: z.number().describe('Observed time in it'),
  reason: reasonId.nullable().describe('null: none was given, or it was taken back'),
  note: z.string(),
  by: z
    .string()
    .nullable()
    .describe(
      'Who set or took back; null: nobody, or the account is gone; empty: the client forbids this caller to read names',
    ),
  at: instant.nullable(),
  labelId: labelId.nullable().describe('What a change names in `replaces`; null: no label was set'),
  planned: z
    .boolean()
    .nullable()
    .describe('Of its reason, until `overrunAt`; null without a reason'),
  overrunAt: instant
    .nullable()
    .describe('From then on a planned reason counts as unplanned; null: not in this part'),
})
export type StopPart = z.output<typeof stopPart>

/** Why a reason is proposed: its alarm, what was last confirmed for this alarm on this machine, or its state (D74). */
export const proposalWhys = ['alarm', 'lastConfirmed', 'state'] as const
export const proposal = z.object({ reason: reasonId, why: z.enum(proposalWhys) })

/** How much of the stops above the threshold has a reason. */
export const reasonCoverage = z.object({
  stops: z.number().int().describe(`Stops that are no micro-stops and began in the window`),
  seconds: z.number().describe('Observed time of all stops that are no micro-stops'),
  withoutReason: z.number().int().describe('Of these stops, those with time without reason'),
  withoutReasonSeconds: z.number().describe('Of these seconds, those without reason'),
  microStops: z.number().int().describe('Micro-stops that began in the window'),
  microSeconds: z.number().describe('Observed time of micro-stops; with seconds the stop time'),
  thresholdSeconds: z
    .number()
    .nullable()
    .describe('The stop threshold of the machines at present; null where they have several'),
})
export type ReasonCoverage = z.output<typeof reasonCoverage>

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
  user: z.string().describe('Empty also where the client forbids this caller to read names'),
  lostPacks: z.number().nullable().describe('Σ seconds × target ppm / 60; null without a target'),
  coverage: z.number().describe('Observed share of the time from start to end, in percent'),
  beganBefore: z.boolean().describe('It was observed before the window; this is its part in it'),
  open: z.boolean().describe('No run followed inside the window'),
  counted: z.boolean().describe('It is one of the number that Stop Causes shows'),
  goesOn: z
    .boolean()
    .describe('The window reaches to the present and no run followed: its end still moves'),
  micro: z
    .boolean()
    .describe(
      `Less than the stop threshold of its machine type (${microStopSeconds} s unless set) after the run before it the machine ran again, or the present is: no reason is expected`,
    ),
  parts: z.array(stopPart).describe('At least one; of a stop cut by the window, those inside'),
  proposal: proposal
    .nullable()
    .describe('For the parts without reason; null: nothing is known, or none is expected'),
  waitsFor: waitsForRoot
    .nullable()
    .optional()
    .describe(
      'Another machine of its line stopped it; null: none did, it is withheld, or the line has no flow',
    ),
})
export type StopRow = z.output<typeof stopRow>

export const stopList = endpoint('GET', '/api/admin/stops', {
  summary: `Every stop of a window, at most 10,000, page by page; their sums are those of Stop Causes. Of all machines a window of at most ${plantStopLimits.days} days, ${plantStopLimits.rows} rows a page`,
  query: stopQuery,
  answer: z.object({
    stops: z.array(stopRow),
    count: z.number().int(),
    reasons: reasonCoverage.describe(
      'Of the figure and filter, whatever withoutReason, micro and at say',
    ),
  }),
})

/** What has a row: a cause, whatever people said about it, or the reason that they gave, else the cause. */
export const causeRows = ['alarm', 'reason'] as const
export type CauseRows = (typeof causeRows)[number]

export const stopCause = z.object({
  kind: z
    .enum(['cause', 'planned', 'unplanned', 'withoutReason', 'micro', 'plan'])
    .describe(
      '`cause`: of a row by alarm. A planned reason that was overrun has a row of each. Without reason: `plan` is what lies in breaks, closed time or another unit mode than production, `micro` the other time of micro-stops, each one row; `withoutReason` is the rest by its cause',
    ),
  reason: reasonId.nullable().describe('null: not of planned and unplanned'),
  group: z
    .string()
    .describe(
      'Of a cause: its alarm group; empty where no alarm came and the first state names it',
    ),
  cause: z
    .string()
    .describe('The first-out alarm, or the name of the first state; empty in rows of no cause'),
  seconds: z.number().describe('Observed time of these stops inside the window'),
  count: z
    .number()
    .int()
    .describe('Stops with it that began in the window; a stop of two reasons counts for both'),
  lostPacks: z.number().nullable().describe('Σ seconds × target ppm / 60; null without a target'),
})
export type StopCause = z.output<typeof stopCause>

export const stopCauses = endpoint('GET', '/api/admin/stop-causes', {
  summary: `What stopped the machines: time, count and lost packs, longest first; by the first-out alarm, or by the reasons of the stop book, with at most ${reasonRowStops.toLocaleString('en')} stops. The seconds of both are the same together`,
  query: chartQuery.extend({ by: z.enum(causeRows).default('alarm') }),
  answer: z.object({ causes: z.array(stopCause) }),
})
