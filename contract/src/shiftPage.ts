import { sentenceRules, shiftPageLimits, shiftSides } from '@packboard/model'
import { metrics } from './daySummary.ts'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { lineOeee } from './line/lineParts.ts'
import { reasonId } from './reasons.ts'
import { proposal } from './stops.ts'
import { z } from './z.ts'

const packs = z.number()
const seconds = z.number()

/** A sentence before it has a language: which rule made it, and its terms. The table of rules is in docs/figures.md. */
export const sentence = z.object({
  rule: z.enum(sentenceRules),
  terms: z
    .object({
      packs,
      otherPacks: packs,
      percent: z.number(),
      seconds,
      count: z.number().int(),
      machineId: serialNo,
      line: z.string(),
      cause: z.string().describe('Text of the alarm or key of the state; whole, a screen cuts it'),
      group: z.string().describe('Alarm group of the cause; empty: the cause is a state'),
      start: instant.describe('Of the stop that it names'),
      end: instant,
    })
    .partial(),
})
export type SentenceWire = z.output<typeof sentence>

const progress = {
  made: packs.describe('Packs since the shift began'),
  due: packs.nullable().describe('Of the shift so far; null: a target is missing'),
  ofShift: packs.nullable().describe('Target of the whole shift'),
  forecast: packs.nullable().describe('At the end of a shift that runs; null of a past one'),
}

/** A piece of the shift: `due` is null where a target is missing. */
const step = z.object({ from: instant, to: instant, made: packs, due: packs.nullable() })

const lineProgress = z.object({
  line: z.string().describe('Empty: machines without a line'),
  ...progress,
  steps: z.array(step).describe('The same pieces as `steps`'),
  oeee: lineOeee
    .optional()
    .describe('At the key station beside the sum of its machines; absent: no flow'),
})

/** A stop that cost much, with what is known of it: nothing here is a cause that nobody recorded. */
const story = z.object({
  machineId: serialNo,
  lineName: z.string(),
  start: instant,
  end: instant,
  goesOn: z.boolean().describe('It is not over'),
  seconds: seconds.describe('Observed time of it inside the shift, as the list of stops has it'),
  lostPacks: packs
    .nullable()
    .describe('Of its time outside of breaks and closed time of the plan; null: no target speed'),
  cause: z.string(),
  group: z.string(),
  state: z.number().int(),
  reasons: z.array(reasonId).describe('Of its parts, in order, each once'),
  waitsForReason: z.boolean(),
  note: z
    .object({
      text: z.string(),
      by: z.string().nullable().describe('null: the account is gone; empty: names may not be read'),
      at: instant,
    })
    .nullable()
    .describe('The last that a person wrote to it'),
  change: z
    .object({
      at: instant,
      userGroup: z.string(),
      description: z.string(),
      valueBefore: z.string(),
      valueAfter: z.string(),
    })
    .nullable()
    .describe(
      `The last change at the machine in the ${shiftPageLimits.changeMinutes} minutes before it`,
    ),
  timesBefore: z
    .number()
    .int()
    .describe(
      `Stops with this cause at this machine, micro-stops too, that began in the same shifts of the ${shiftPageLimits.daysBefore} days before; 0 for a tablet`,
    ),
  shiftsBefore: z.number().int().describe('How many of these shifts have data'),
})
export type ShiftStory = z.output<typeof story>

const openQuestion = z.object({
  machineId: serialNo,
  start: instant,
  end: instant,
  seconds,
  cause: z.string(),
  group: z.string(),
  state: z.number().int(),
  proposal: proposal.nullable(),
})

const machineChange = z.object({
  at: instant,
  machineId: serialNo,
  userGroup: z.string(),
  description: z.string(),
  valueBefore: z.string(),
  valueAfter: z.string(),
})

/** What was different in the same shift a week before: a cause by its stop time, or a figure of the shift. */
const difference = z.object({
  what: z.enum(['cause', 'packs', 'oeee', 'stopTime', 'rejects']),
  machineId: serialNo.nullable().describe('Of a cause'),
  cause: z.string(),
  group: z.string(),
  now: z.number().nullable().describe('Packs, percent or seconds, as `what` says'),
  before: z.number().nullable().describe('null: a cause that did not occur then'),
})

const signature = z.object({
  by: z.string().nullable().describe('null: the account is gone; empty: names may not be read'),
  at: instant.describe(
    'When the person signed, by the clock of the device where it had no network',
  ),
  receivedAt: instant,
})

const note = z.object({
  id: z.number().int(),
  text: z.string(),
  machineId: serialNo.nullable(),
  by: z.string().nullable().describe('null: the account is gone; empty: names may not be read'),
  at: instant,
})

const figures = z.object({
  ...progress,
  metrics: metrics.describe(
    'OEEE and its parts are null for several machines of a client without premium',
  ),
  before: metrics
    .nullable()
    .describe('Of the same shift a week before; null: less than 80 % observed, or not allowed'),
  stopSeconds: seconds,
  stopCauseCount: z.number().int().describe('Stops, as Stop Causes counts them'),
  lostPacks: packs.nullable(),
  stopsWithoutReason: z.number().int().describe('The same as `openCount`'),
  secondsWithoutReason: seconds,
  plannedSeconds: seconds.describe('Planned time of the shift so far, of all machines'),
  leftSeconds: seconds.describe('Of the clock until the shift ends; 0 of a past one'),
})

/** What a page shows of its shift, and what is kept when two persons have signed. */
const ofShift = {
  at: instant.describe('Of all figures'),
  sentence,
  also: z.array(sentence).max(shiftPageLimits.further).describe('What else is worth a sentence'),
  machines: z.number().int(),
  figures,
  stepSeconds: z.number().int(),
  steps: z.array(step).describe('Of all machines, from the begin of the shift to `at`'),
  lines: z.array(lineProgress).describe('By the order of lines'),
  planned: z
    .array(z.object({ from: instant, to: instant, kind: z.enum(['break', 'closed']) }))
    .describe('What the plan takes out of the shift for every machine'),
  stories: z.array(story).max(shiftPageLimits.stories).describe('Dearest first'),
  changes: z.array(machineChange).max(shiftPageLimits.rows),
  changeCount: z.number().int(),
  rejects: z
    .array(z.object({ machineId: serialNo, packs, percent: z.number().nullable() }))
    .max(shiftPageLimits.rejectMachines)
    .describe('Machines with rejects, most first'),
  different: z
    .object({
      from: instant,
      to: instant,
      rows: z.array(difference).max(shiftPageLimits.differences),
    })
    .nullable()
    .describe('Against the same shift a week before; null: no data, or not allowed'),
} as const

const shiftOf = z.object({
  name: z.string().describe('Empty: the client has no shifts, a day from 00:00 is one'),
  from: instant,
  to: instant,
  isRunning: z.boolean(),
  previous: instant.describe('Begin of the shift before'),
  next: instant.nullable().describe('Begin of the shift after; null: this one runs'),
})

export const shiftPage = endpoint('GET', '/api/admin/shift/:clientId', {
  summary:
    'A shift in one sentence, its figures, the stops that cost most, changes, open questions, notes and signatures; the shift that runs, or the one that holds `start`',
  params: z.object({ clientId: id }),
  query: z.object({ start: z.iso.datetime().optional() }),
  answer: z.object({
    shift: shiftOf,
    zone: z.string(),
    ...ofShift,
    now: z
      .object({
        running: z.number().int().describe('Machines in run'),
        reporting: z.number().int(),
        standing: z
          .array(
            z.object({
              machineId: serialNo,
              state: z.number().int(),
              since: instant.nullable(),
              reason: z.string(),
            }),
          )
          .describe(
            'Machines that report and do not run, outside of breaks and closed time of the plan, worst first',
          ),
      })
      .nullable()
      .describe('null of a past shift'),
    openQuestions: z.array(openQuestion).max(shiftPageLimits.rows),
    openCount: z.number().int(),
    notes: z.array(note).max(shiftPageLimits.notes),
    signatures: z.object({ over: signature.nullable(), takeover: signature.nullable() }),
    isFixed: z.boolean().describe('Both have signed: the figures are those of that instant'),
    changedLater: z
      .array(
        z.object({
          figure: z.enum(['packs', 'oeee', 'stopTime', 'rejects']),
          fixed: z.number().nullable(),
          now: z.number().nullable(),
        }),
      )
      .describe('What moved since it was fixed'),
    maySign: z
      .enum(['yes', 'noNames', 'no'])
      .describe(
        'noNames: on a tablet of a client that forbids operators’ names a signed-in person must',
      ),
  }),
})
export type ShiftPage = z.output<typeof shiftPage.answer>

/** The part of a page that is kept unchanged once both have signed. */
export const fixedShift = z.object(ofShift)
export type FixedShift = z.output<typeof fixedShift>

const shiftParams = z.object({ clientId: id, start: z.iso.datetime() })

export const addShiftNote = endpoint('POST', '/api/admin/shift/:clientId/:start/note', {
  summary: 'A note for the next shift, for good; `start` is the begin of the shift',
  params: shiftParams,
  body: z.object({
    text: z
      .string()
      .trim()
      .min(1)
      .max(shiftPageLimits.noteCharacters)
      .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u),
    machineId: serialNo.optional(),
  }),
  answer: z.object({ id: z.number().int() }),
})

export const handOverShift = endpoint('POST', '/api/admin/shift/:clientId/:start/hand-over', {
  summary: `Sign as the one who hands over or takes over, as oneself, once; from ${shiftPageLimits.signMinutes} minutes before the end of the shift on (409), 409 when this side has signed or the same person signed the other. At the second name the page is stored and never changes`,
  params: shiftParams,
  body: z.object({
    side: z.enum(shiftSides),
    at: instant.describe(
      `Now; of a tablet without network when it was signed, at most ${shiftPageLimits.signHours} h ago`,
    ),
  }),
  answer: z.object({ isFixed: z.boolean() }),
})
