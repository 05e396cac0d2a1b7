import {
  earlierKinds,
  leastBarPoints,
  lossKinds,
  mostBars,
  sparseCoverageBelow,
} from '@packboard/model'
import { endpoint, instant, serialNo } from './endpoint.ts'
import { all, chartQuery, day, lineChoice, timeOfDay } from './filter.ts'
import { causeRows, reasonRowStops } from './stops.ts'
import { z } from './z.ts'

/** More rows of machines × products × targets are refused. */
export const lossTerms = 2_000

export const lossQuery = chartQuery.extend({
  line: lineChoice,
  by: z
    .enum(causeRows)
    .default('reason')
    .describe(
      'What time that did not run has a row for: the reason that a person gave, else the cause, micro-stops apart; or the cause alone, whatever people said. The sums are the same',
    ),
})

const amount = {
  seconds: z
    .number()
    .describe('Of planned time; below zero only of speed, where it ran faster, and of reject'),
  lostPacks: z
    .number()
    .nullable()
    .describe('Packs that were not made; of reject those that were rejected; null: no target'),
  stops: z
    .number()
    .int()
    .nullable()
    .describe('Stops with it that began in the window; null: it is not of stops'),
}
const share = z.number().describe('Percent of planned time')

const lossName = {
  key: z.string().describe('The id of a reason, or a cause; else empty'),
  group: z.string().describe('Alarm group of a cause; empty where no alarm came'),
}

export const loss = z.object({ kind: z.enum(lossKinds), ...lossName, ...amount, share })

export const lossTerm = z.object({
  machine: serialNo,
  product: z.string(),
  targetPpm: z.number().nullable(),
  packs: z.number(),
  rejects: z.number().nullable().describe('null: never measured'),
  runSeconds: z.number(),
  idealSeconds: z.number().describe('Packs × 60 / target'),
  goodSeconds: z.number().describe('(Packs − rejects) × 60 / target'),
})

/** Why there is no loss tree. */
export const noLosses = ['causeFilter', 'noTarget', 'nothingPlanned', 'moving'] as const

/** The losses of one window. */
export const lossWindow = z.object({
  from: instant,
  to: instant,
  none: z
    .enum(noLosses)
    .nullable()
    .describe(
      'Why there are no losses: the filter is about causes, a product that was packed has no target, there is no planned time, records came while it was added up (request again); null: there are',
    ),
  plannedSeconds: z.number(),
  runSeconds: z.number(),
  goodSeconds: z.number().nullable(),
  oeee: z.number().nullable().describe('Percent: 100 × goodSeconds / plannedSeconds'),
  coverage: z.number().nullable().describe('Percent of the window that was observed'),
  losses: z
    .array(loss)
    .describe('goodSeconds + their seconds = plannedSeconds; the largest first, below zero last'),
  leftOverSeconds: z.number().describe('What is in no row: 0, to the ms'),
  terms: z
    .array(lossTerm)
    .describe(
      'What ran, by machine and product: Σ (run − ideal) is the speed loss, Σ (ideal − good) the rejects',
    ),
  packsAfterGap: z.number().describe('Read after a gap: in no row, as their time is not'),
})
export type LossWindow = z.output<typeof lossWindow>

export const losses = endpoint('GET', '/api/admin/losses', {
  summary: `The losses of OEEE of a window: planned time = good time + rejects + speed loss + everything that did not run, each second in exactly one row. By reason with at most ${reasonRowStops.toLocaleString('en')} stops. With one machine for every client, several machines for premium clients`,
  query: lossQuery,
  answer: lossWindow,
})

export const bridgeQuery = lossQuery.extend({
  previous: z
    .enum(earlierKinds)
    .optional()
    .describe(
      'The second window: the period of the same kind before, the same weekdays a week before, the same shift a day before; while the window runs, as much of it. Without it the second side is what `other_…` say; what these leave out is as in the filter',
    ),
  other_start_date: day.optional(),
  other_end_date: day.optional(),
  other_start_time: timeOfDay.optional(),
  other_end_time: timeOfDay.optional(),
  other_machine: z.union([z.literal(all), serialNo]).optional(),
  other_line: z.string().max(512).optional(),
  other_product: z.string().max(512).optional(),
  other_tool: z.string().max(512).optional(),
})

const barSide = z.object({ ...amount, share })

export const bridgeBar = z.object({
  kind: z.enum([...lossKinds, 'other']),
  ...lossName,
  points: z.number().describe('Change of OEEE in percentage points; below zero it takes points'),
  printed: z
    .number()
    .describe('The same with two decimals, so that all bars add up between both printed OEEE'),
  now: barSide,
  before: barSide,
  of: z.number().int().describe('Of other: how many losses are in it; else 1'),
})

export const bridge = endpoint('GET', '/api/admin/bridge', {
  summary: `Why OEEE of one window differs from that of another: of each loss the change of its share of planned time. The bars add up to the difference. At most ${mostBars} bars of causes; further ones, and changes of less than ${leastBarPoints} points, are in other`,
  query: bridgeQuery,
  answer: z.object({
    now: lossWindow,
    before: lossWindow.nullable().describe('null: there is no such window before'),
    none: z
      .enum(['now', 'before', 'littleData'])
      .nullable()
      .describe(
        `Why there is no bridge: one side has no losses (see there), or less than ${sparseCoverageBelow} % of one of them was observed`,
      ),
    differencePoints: z.number().nullable(),
    bars: z.array(bridgeBar).describe('Availability, performance, quality'),
    leftOverPoints: z.number().nullable().describe('Difference − Σ bars: 0, to 1e-9'),
  }),
})
export type BridgeAnswer = z.output<typeof bridge.answer>
