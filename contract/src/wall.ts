import { colourSchemes, densities } from '@packboard/model'
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
})
/** What the head and the foot of a wall show; its tiles come from the calls of the overview. */
export type WallAnswer = z.output<typeof wallAnswer>

export const wall = endpoint({
  method: 'GET',
  path: '/api/admin/wall/:clientId',
  summary: 'Name, zone and totals of the wall of one client',
  params: z.object({ clientId: id }),
  query,
  answer: wallAnswer,
})

/** For the holder of a wall link: `x-access-token: wall.<token>`. */
export const kioskWall = endpoint({
  method: 'GET',
  path: '/api/kiosk/wall',
  summary: 'The same for the client of a wall link, and how it is to look',
  query,
  answer: wallAnswer.extend({
    colourScheme: z.enum(colourSchemes),
    density: z.enum(densities),
  }),
})
