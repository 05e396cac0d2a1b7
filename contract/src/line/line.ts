import { flowLimits, withheldReasons } from '@packboard/model'
import { endpoint, id, instant, serialNo } from '../endpoint.ts'
import { z } from '../z.ts'
import { lineFigures, lineName } from './lineParts.ts'

const seconds = z.number()
const params = z.object({ clientId: id })
const window = {
  line: lineName.describe('Its name'),
  from: instant,
  to: instant.describe('Answered up to the present'),
}

/** Where the cause of a stop lies (D102). The whole stop is of one kind. */
const attribution = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), namedBy: z.string().nullable() }),
  z.object({
    kind: z.literal('inherited'),
    rootMachineId: serialNo.nullable().describe('null: outside the line'),
    rootFrom: instant.nullable().describe('When the stop of the root began; null: none is known'),
    group: z.string().describe('Alarm group of its cause; empty: the cause is a state'),
    cause: z.string(),
    waitsFor: serialNo
      .nullable()
      .describe('The machine of the nearest station that was down; null: outside the line'),
    unmeasured: z.boolean().describe('A clock on the way to the root was not measured'),
    namedBy: z.string().nullable().describe('Who named the root; null: the rule did'),
  }),
  z.object({
    kind: z.literal('withheld'),
    why: z.enum(withheldReasons),
    neighbour: serialNo.nullable().describe('Of which it is not known, or whose clock differs'),
    compared: serialNo
      .optional()
      .describe(
        'Of `skew`: whose clock differs from it; the machine, or one on the way to the root',
      ),
    skewMs: z
      .number()
      .nullable()
      .optional()
      .describe('Of `skew`: how far the clock of `compared` is ahead of ours'),
    neighbourSkewMs: z.number().nullable().optional().describe('The same of the neighbour'),
    bufferSeconds: z.number().nullable().optional().describe('Of the buffers between them'),
  }),
])
export type LineAttribution = z.output<typeof attribution>

const lineStop = z.object({
  machineId: serialNo,
  from: instant,
  to: instant.describe('Its last observed moment'),
  seconds: seconds.describe('Observed and planned, in the window'),
  plannedSeconds: seconds.describe('What the plan, labels and unit modes take out of it'),
  goesOn: z.boolean(),
  state: z.number().int().describe('The one that it began with'),
  group: z.string(),
  cause: z.string(),
  waits: z
    .enum(['down', 'up', 'either'])
    .nullable()
    .describe('On which side the cause is looked for; null: at the machine itself'),
  attribution,
  note: z.string().describe('Of the person who named the root'),
})
export type LineStopWire = z.output<typeof lineStop>

/** What one call answers at most: more is refused. */
export const lineLimits = {
  days: 400,
  stops: 10_000,
} as const

export const lineStops = endpoint('GET', '/api/admin/line/:clientId/stops', {
  summary: 'The stops of the machines in the flow of a line, oldest first, each with its root',
  params,
  query: z.object(window),
  answer: z.object({
    from: instant,
    to: instant,
    hasFlow: z.boolean().describe('Without a flow nothing is attributed'),
    stops: z.array(lineStop),
  }),
})

const lossRow = z.object({
  machineId: serialNo.nullable().describe('null: outside the line'),
  group: z.string().describe('Alarm group of the cause; empty: the cause is a state'),
  cause: z.string(),
  seconds: seconds.describe('Own and inherited'),
  ownSeconds: seconds,
  inheritedSeconds: seconds,
  keySeconds: seconds.describe('Of the machines of the key station'),
  stops: z.number().int(),
  keyStops: z.number().int().optional().describe('Of them those at the key station'),
  lostPacks: z
    .number()
    .nullable()
    .describe('Of the key station; null: no key station, or no target speed'),
})

export const lineLosses = endpoint('GET', '/api/admin/line/:clientId/losses', {
  summary:
    'What stopped a line: stop time by root machine and cause. Own, inherited and withheld seconds add up to the stop seconds, and so do the rows with the withheld ones',
  params,
  query: z.object(window),
  answer: z.object({
    from: instant,
    to: instant,
    hasFlow: z.boolean(),
    stopSeconds: seconds.describe('Observed and planned time outside run of all its machines'),
    ownSeconds: seconds,
    inheritedSeconds: seconds,
    withheldSeconds: seconds,
    plannedSeconds: seconds.describe('What the plan, labels and unit modes take out; in no sum'),
    rows: z.array(lossRow).describe('Longest first'),
    withheld: z
      .array(
        z.object({
          why: z.enum(withheldReasons),
          seconds,
          keySeconds: seconds,
          stops: z.number().int(),
          keyStops: z.number().int().optional(),
          lostPacks: z.number().nullable().optional(),
        }),
      )
      .describe('Longest first'),
    bottleneck: z
      .array(
        z.object({
          station: z.number().int().describe('Its place in the flow at the end, from 0'),
          machines: z.array(serialNo),
          key: z.boolean().optional(),
          rootShare: z
            .number()
            .describe('Of the time of the line, 0 to 1: a machine of it was the root of a stop'),
          limitingShare: z
            .number()
            .describe('The same: it ran while a neighbour waited and no station was down'),
        }),
      )
      .describe('In flow order'),
  }),
})
export type LineLossesWire = z.output<typeof lineLosses.answer>

const lineMachine = z.object({
  machineId: serialNo,
  state: z.number().int().nullable().describe('null: offline'),
  since: instant.nullable().describe('When its stop began; null: it runs, or is offline'),
  waits: lineStop.shape.waits,
  group: z.string(),
  cause: z.string(),
  attribution: attribution.nullable().describe('Of the stop that goes on; null: none does'),
  speedPpm: z.number().nullable(),
  targetPpm: z.number().nullable(),
  product: z.string(),
})

export const lineNow = endpoint('GET', '/api/admin/line/:clientId/now', {
  summary:
    'What a line is doing: its stations in flow order, which machines stand, the root, and which machines wait for it; OEEE of the line in the shift that runs beside the sum of its machines',
  params,
  query: z.object({ line: lineName.describe('Its name') }),
  answer: z.object({
    at: instant,
    shift: z
      .object({ name: z.string(), from: instant })
      .nullable()
      .optional()
      .describe('The shift that runs; null: none does, and figures are since midnight'),
    hasFlow: z.boolean(),
    stations: z.array(
      z.object({
        machines: z.array(lineMachine).describe('A tablet and a television see their own'),
        needs: z.number().int(),
        running: z.number().int(),
        bufferSeconds: z.number().int(),
        key: z.boolean(),
      }),
    ),
    root: z
      .object({
        machineId: serialNo.nullable().describe('null: outside the line'),
        since: instant.nullable(),
        group: z.string(),
        cause: z.string(),
        lostPacks: z
          .number()
          .nullable()
          .optional()
          .describe('Of the key station since the root stopped; null: no key station or no target'),
        waiting: z.array(serialNo).describe('The machines that wait because of it'),
      })
      .nullable()
      .describe('For which most machines wait, the key station before others; null: none'),
    speedPpm: z.number().nullable().describe('Of the machines of the key station together'),
    targetPpm: z.number().nullable(),
    line: lineFigures
      .nullable()
      .describe('At the key station in the shift that runs; null: there is none'),
    machines: lineFigures.describe('The sum of all machines of the flow'),
  }),
})
export type LineNowWire = z.output<typeof lineNow.answer>

export const nameLineRoot = endpoint('POST', '/api/admin/line/:clientId/root', {
  summary: 'Name the root of a stop in place of the rule; entries are only added',
  params,
  body: z.object({
    machineId: serialNo.describe('Of the stop'),
    from: instant.describe('When it began, or any instant of it'),
    rootMachineId: serialNo
      .nullable()
      .describe('The machine itself: its own stop; null: outside the line'),
    takeBack: z.boolean().default(false).describe('As the rule says, in place of rootMachineId'),
    note: z
      .string()
      .max(flowLimits.noteLength)
      .regex(/^\P{Cc}*$/u)
      .default(''),
  }),
  answer: z.object({ message: z.string() }),
})
