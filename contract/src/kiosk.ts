import { colourSchemes, densities, kioskLimits } from '@packboard/model'
import { endpoint, id, instant } from './endpoint.ts'
import { z } from './z.ts'

/** The figures take a long query: a wall requests them in parallel with its tiles, never before them. */
const query = z.object({ figures: z.enum(['yes', 'no']).default('no') })

const wallAnswer = z.object({
  clientId: z.number().int(),
  clientName: z.string(),
  zone: z.string().describe('IANA name of the client’s own zone: the wall tells time in it'),
  from: instant.describe(
    'Where the totals of the wall begin: with the first shift of the day, else at 06:00 in the client’s zone',
  ),
  oeee: z
    .number()
    .nullable()
    .describe('Percent, from `from` to now; null when it is not known or not asked for'),
  openAlerts: z.number().int().describe('Open alerts of the client, as a number alone'),
})
/** What the head and the foot of a wall show; its tiles come from the calls of the overview. */
export type WallAnswer = z.output<typeof wallAnswer>

export const wall = endpoint('GET', '/api/admin/wall/:clientId', {
  summary: 'Name, zone and totals of the wall of one client',
  params: z.object({ clientId: id }),
  query,
  answer: wallAnswer,
})

/** For the holder of a wall link: `x-access-token: wall.<token>`. */
export const kioskWall = endpoint('GET', '/api/kiosk/wall', {
  summary: 'The same for the client of a wall link, and how it is to look',
  query,
  answer: wallAnswer.extend({
    colourScheme: z.enum(colourSchemes),
    density: z.enum(densities),
  }),
})

/** The calls that only a tablet with a link of kind operator makes; the others it shares with people. */

export const operatorLink = endpoint('GET', '/api/kiosk/operator', {
  summary:
    'Of a link of kind operator: which names it offers, and who uses the tablet; nothing of the machines',
  answer: z.object({
    linkId: z.number().int(),
    clientId: z.number().int(),
    clientName: z.string(),
    zone: z.string().describe('IANA name of the client’s own zone'),
    label: z.string().describe('Where the tablet is'),
    pin: z.boolean().describe('A PIN is wanted with the name'),
    names: z.array(z.object({ id: z.number().int(), name: z.string() })),
    person: z
      .object({ id: z.number().int(), name: z.string() })
      .nullable()
      .describe('Whose pass the credential has; null: a name has to be chosen'),
  }),
})

export const chooseOperator = endpoint('POST', '/api/kiosk/operator/name', {
  summary: `Choose a name, with the PIN where one is wanted. The answer is the only place that shows the pass: sent behind the token of the link, without a separator, it holds for ${kioskLimits.passHours} hours. After ${kioskLimits.wrongPins} wrong PINs of a link one more may be tried each ${kioskLimits.wrongPinMinutes} minutes (429, with the instant in errors, field nextAt); a tablet that sends a pass that held in the last ${kioskLimits.passHours} hours is counted by itself. 403 (kioskLink.pinSpent): a new PIN has to be set`,
  body: z.object({ nameId: id, pin: z.string().max(8).default('') }),
  answer: z.object({ pass: z.string(), name: z.string() }),
})
