import { flowLimits, isDate, withheldReasons } from '@packboard/model'
import { endpoint, id, instant, serialNo } from '../endpoint.ts'
import { timezone } from '../filter.ts'
import { z } from '../z.ts'
import { lineName } from './lineParts.ts'

const validFrom = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => isDate(text.slice(0, 10)))
  .nullable()
  .describe('`YYYY-MM-DD HH:mm` on the clock of the client; null: from the beginning')

const station = z.object({
  machines: z.array(serialNo).max(flowLimits.machines).describe('In parallel'),
  needs: z.number().int().describe('How many of them must run'),
  bufferSeconds: z
    .number()
    .int()
    .describe(
      `Of the buffer before it: how long a station runs on after its neighbour stopped; at most ${flowLimits.bufferSeconds}`,
    ),
  key: z.boolean().describe('The station that the line is counted at; at most one'),
})
/** Stations of which no two share a machine; what is wrong is refused with the names of the stations. */
const stations = z.array(station).max(flowLimits.stations + 1)

const flow = z.object({
  lineName,
  validFrom,
  stations: stations.describe(
    'In the order of the product; none: the line has no flow from then on',
  ),
})

const version = z.number().int().min(0).max(2_147_483_647)
const entered = {
  setBy: z.string().nullable().describe('User name; null: the account is gone'),
  setAt: instant,
}

export const clientLineFlow = endpoint('GET', '/api/admin/line-flow/:clientId', {
  summary:
    'The flow of each line of a client: its stations in order, from when on, with all that was entered before. Without a flow no stop is attributed',
  params: z.object({ clientId: id }),
  answer: z.object({
    version: version.describe('0 while there was none'),
    timezone,
    lineNames: z.array(z.string()).describe('The lines that may have a flow'),
    lines: z.array(flow.extend(entered)).describe('What holds, by line and beginning'),
    history: z
      .array(flow.extend({ stations: stations.nullable(), ...entered }))
      .describe(
        'The last 200 entries in their order; null: what was entered before for this line and time no longer holds',
      ),
  }),
})
export type ClientLineFlow = z.output<typeof clientLineFlow.answer>

const wholeFlow = z.object({ lines: z.array(flow).max(flowLimits.entries) })

export const setLineFlow = endpoint('PUT', '/api/admin/line-flow/:clientId', {
  summary:
    'Set the flows of all lines of a client. 409 names both stations where a machine is in two, and both key stations',
  params: z.object({ clientId: id }),
  body: wholeFlow.extend({
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

const replayed = z.object({
  stops: z.number().int(),
  own: z.number().int(),
  inherited: z.number().int().describe('Of another machine, or from outside the line'),
  withheld: z.number().int(),
  stopSeconds: z.number(),
  ownSeconds: z.number(),
  inheritedSeconds: z.number(),
  withheldSeconds: z.number(),
  reasons: z
    .array(z.object({ why: z.enum(withheldReasons), stops: z.number().int() }))
    .describe('Why stops are withheld, most first'),
})

/** What a flow would say of the past. Nothing is stored. */
export const previewLineFlow = endpoint('POST', '/api/admin/line-flow/:clientId/preview', {
  summary: `What a flow would say of the last ${flowLimits.replayDays} days of a line, beside what is stored, and the buffers that were measured in them. Nothing is stored`,
  params: z.object({ clientId: id }),
  body: z.object({ lineName, stations }),
  answer: z.object({
    from: instant,
    to: instant,
    before: replayed.nullable().describe('null: the line has no flow now'),
    after: replayed,
    measured: z.array(
      z.object({
        station: z.number().int().describe('From 0'),
        delays: z.number().int().describe('Stops of direct neighbours that were measured'),
        seconds: z
          .number()
          .int()
          .nullable()
          .describe(
            `Not exceeded by 95 % of the delays; null: there are fewer than ${flowLimits.leastDelays}`,
          ),
        steps: z
          .array(
            z.object({
              fromSeconds: z.number().int(),
              toSeconds: z.number().int(),
              count: z.number().int(),
            }),
          )
          .optional()
          .describe('The delays by equal steps, at most 12; none where seconds is null'),
      }),
    ),
  }),
})
export type LineFlowPreview = z.output<typeof previewLineFlow.answer>

/** Why a line of a file is rejected. `values` holds the variable parts of the message. */
export const flowRefusalCodes = [
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
  'noTime',
  'noNumber',
  'noKey',
  'differs',
  'refused',
] as const
export type FlowRefusalCode = (typeof flowRefusalCodes)[number]

const refusedFlowLine = z.object({
  line: z.number().int(),
  message: z.string(),
  code: z.enum(flowRefusalCodes),
  values: z
    .object({
      field: z.string(),
      fields: z.string(),
      cell: z.string(),
      count: z.number().int(),
      most: z.number().int(),
      other: z.number().int().describe('The line of the file that it does not agree with'),
    })
    .partial(),
})
export type RefusedFlowLine = z.output<typeof refusedFlowLine>

export const importLineFlow = endpoint('POST', '/api/admin/line-flow/:clientId/import', {
  summary:
    'Flows out of a CSV text with the field names as its first line, one line for each machine. A flow of the file replaces the one of the same line and time. Nothing is stored when a line is refused or dryRun is true',
  params: z.object({ clientId: id }),
  body: z.object({ csv: z.string().max(900_000), dryRun: z.boolean() }),
  answer: z.object({
    added: z.number().int().describe('Flows'),
    changed: z.number().int(),
    unchanged: z.number().int(),
    refused: z.array(refusedFlowLine),
  }),
})
