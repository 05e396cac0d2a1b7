import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { all, windowQuery } from './filter.ts'
import { z } from './z.ts'

/** What a change of a setting is looked at for: own stops an hour, rejects in a hundred packs, packs a minute of run. */
export const changeMeasures = ['stops', 'rejects', 'speed'] as const
export type ChangeMeasure = (typeof changeMeasures)[number]

/** So many changes of a window are judged, the newest; and so many days of it, the last. */
export const changeLimits = { changes: 200, days: 31 } as const

const measured = z.object({
  before: z.number().nullable(),
  after: z.number().nullable(),
  p: z
    .number()
    .nullable()
    .describe(
      'How often it gets worse as much without this change; null where there is too little to say',
    ),
  adjusted: z.number().nullable().describe('The same after Holm’s correction over the answer'),
  isWorse: z.boolean().describe('adjusted is at most 0.05'),
})

export const changeRow = z.object({
  at: instant.describe('The minute of the changes'),
  changes: z.array(
    z.object({
      at: instant,
      userGroup: z.string(),
      description: z.string(),
      valueBefore: z.string(),
      valueAfter: z.string(),
    }),
  ),
  rank: z.number().int().describe('1: what is most unlikely without the change'),
  isWorse: z.boolean().describe('Any of its figures is'),
  figures: z
    .object({ stops: measured, rejects: measured, speed: measured })
    .nullable()
    .describe('null: less than 30 observed minutes of its product within 4 hours on one side'),
})
export type ChangeRow = z.output<typeof changeRow>

export const changeList = endpoint('GET', '/api/admin/changes', {
  summary:
    'What was changed at a machine, and its stops, rejects and speed before and after; changes before it got worse come first',
  query: z.object({
    clientId: id,
    machineId: serialNo.refine((value) => value !== all).describe('Serial number'),
    ...windowQuery,
  }),
  answer: z.object({
    from: instant.describe('Changes from here on; not before 31 days before the end of the window'),
    rows: z.array(changeRow).describe('In the order of their ranks'),
    count: z.number().int().describe('Changes of this time; the newest 200 are judged'),
  }),
})
