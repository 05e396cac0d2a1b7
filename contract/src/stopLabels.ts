import { labelLimits } from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { reasonId } from './reasons.ts'
import { z } from './z.ts'

/** The id of a label; a later one has the higher id. */
export const labelId = z.number().int().min(1).max(2_147_483_647)

const note = z
  .string()
  .max(labelLimits.noteLength)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u)
  .describe(`At most ${labelLimits.noteLength} characters`)

const stretch = {
  from: instant.describe('Begin of the stretch, inside a stop; whole milliseconds'),
  to: instant.describe('End of the stretch, in the same stop'),
  replaces: z
    .array(labelId)
    .max(labelLimits.replaces)
    .describe(
      'The labelId of every part that lies in the stretch, as it was read, in any order; empty: none. 409 (label.taken) when others are there now',
    ),
}

const untilRun = z
  .boolean()
  .default(false)
  .describe('It also holds after `to`, until the stop ends: for a stop that still goes on')

/**
 * One label on a stretch of a stop. To split a stop, label a part of it: what is outside of the stretch stays as it is. To
 * merge neighbours, label both together.
 */
export const labelStop = endpoint({
  method: 'POST',
  path: '/api/admin/stops/label',
  summary:
    'Say why a machine stood, or take that back. The first person wins: 409 (label.taken) names who and when in message and, machine-readable, in errors (fields by and at; without by where the client forbids this caller to read names). A repeated key answers the first answer. Users may do so up to 24 hours after the end of the stretch',
  body: z.object({
    clientId: id,
    machineId: serialNo,
    key: z.uuid().describe('Made once for each decision of a person, and sent again with each try'),
    change: z.discriminatedUnion('action', [
      z.object({
        action: z.literal('label'),
        ...stretch,
        reason: reasonId.describe('One that is not retired'),
        note: note.default(''),
        untilRun,
      }),
      z.object({
        action: z.literal('merge').describe('One label over two or more parts that are labelled'),
        ...stretch,
        reason: reasonId,
        note: note.default(''),
      }),
      z.object({
        action: z.literal('takeBack').describe('The stretch has no reason then'),
        ...stretch,
        untilRun,
      }),
    ]),
  }),
  answer: z.object({
    message: z.string(),
    labelId: labelId.describe('What the parts of the stretch carry now, also after takeBack'),
    by: z.string(),
    at: instant,
  }),
})

/** One entry of the stop book as it was written. */
export const labelEntry = z.object({
  labelId,
  from: instant,
  to: instant,
  untilRun: z.boolean(),
  reason: reasonId.nullable().describe('null: taken back'),
  note: z.string(),
  by: z
    .string()
    .nullable()
    .describe(
      'User name; null when the account is gone; empty: the client forbids this caller to read names',
    ),
  at: instant,
  replaces: z.array(labelId),
  voids: z
    .array(z.object({ from: instant, to: instant }))
    .describe('Where the machine ran after all, as late records say: the label says nothing there'),
})
export type LabelEntry = z.output<typeof labelEntry>

/** What was ever written on a stretch. */
export const labelHistory = endpoint({
  method: 'GET',
  path: '/api/admin/stops/labels',
  summary: `Every label that touches a stretch of a machine, also those replaced, taken back or void, oldest first; at most ${labelLimits.days} days`,
  query: z.object({
    clientId: id,
    machineId: serialNo,
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  }),
  answer: z.object({ labels: z.array(labelEntry) }),
})
