import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { all, windowQuery } from './filter.ts'
import { z } from './z.ts'

/**
 * Lists of numbers, each with `least` of them or more, whole unless `fractions`. One loop looks at them: an answer may hold hundreds of
 * thousands of numbers, and a schema for each takes longer on both sides than all else that is done with them.
 */
export function numberLists(least: number, { fractions = false } = {}) {
  const isNumber = fractions ? Number.isFinite : Number.isSafeInteger
  return z
    .custom<number[][]>(
      (value) =>
        Array.isArray(value) &&
        value.every((list) => Array.isArray(list) && list.length >= least && list.every(isNumber)),
      `Lists of ${least} or more ${fractions ? 'numbers' : 'whole numbers'}`,
    )
    .meta({
      type: 'array',
      items: {
        type: 'array',
        items: { type: fractions ? 'number' : 'integer' },
        minItems: least,
      },
    })
}

/** Hours of a window in which alarms are marked, and how many columns of a screen a lane is divided into. */
export const timelineLimits = {
  alarmHours: 24,
  days: 31,
  columns: 2_000,
  usualColumns: 1_000,
} as const

export const timelineLane = z.object({
  machineId: serialNo,
  lineName: z.string(),
  pieces: numberLists(3).describe(
    'In order, each [ms of offline time before it, its length in ms, state]. Times shorter than stepMs that follow each other are one piece, no longer than stepMs: [ms before it, length, state, its ms, state, its ms, …], the worst state first; what is missing in it was offline. Time after the last one was offline',
  ),
  speed: numberLists(2, { fractions: true }).describe(
    'Of each step its begin in ms after `from`, and the mean packs per minute; without data absent',
  ),
  closed: numberLists(2)
    .optional()
    .describe(
      'Closed time of the plan: [begin, end] in ms after `from`; what is offline in it is "not scheduled". Absent: none',
    ),
  alarms: z
    .array(z.object({ at: z.number().int(), group: z.string() }))
    .describe('Of each alarm, in ms after `from`, in windows of up to 24 hours'),
  targetPpm: z
    .number()
    .nullable()
    .describe(
      'The target speed of the product on the machine at the end of the window; null: none is known',
    ),
  end: z
    .object({ state: z.number().int(), ppm: z.number().nullable(), product: z.string() })
    .nullable()
    .describe('What the machine was doing at the end of the window; null: it was offline'),
})
export type TimelineLane = z.output<typeof timelineLane>

/** The states of all machines of a client or a line over one window, for lanes on one axis. */
export const timeline = endpoint('GET', '/api/admin/timeline', {
  summary:
    'The states, speed and alarms of all machines of a client, or of one line, over a window of at most 31 days',
  query: z.object({
    clientId: id,
    line: z.string().max(512).default(all).describe('Name of a line'),
    ...windowQuery,
    columns: z.coerce
      .number()
      .int()
      .min(50)
      .max(timelineLimits.columns)
      .default(timelineLimits.usualColumns)
      .describe('How many columns a lane is divided into; fewer where there are many machines'),
  }),
  answer: z.object({
    from: instant,
    to: instant.describe('The end of the window, or the present'),
    stepMs: z.number().int().describe('The window divided by the columns'),
    speedStepMs: z.number().int().describe('One step of speed'),
    lanes: z.array(timelineLane).describe('By line, then by serial number'),
  }),
})
export type TimelineAnswer = z.output<typeof timeline.answer>
