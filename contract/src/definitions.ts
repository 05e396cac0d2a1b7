import {
  countedPacks,
  definitionKinds,
  definitionSpeeds,
  divisors,
  missingTerms,
} from '@packboard/model'
import { endpoint, id, instant } from './endpoint.ts'
import { chartQuery } from './filter.ts'
import { z } from './z.ts'

const version = z.number().int().min(0).max(2_147_483_647)
const seconds = z.number()
const percent = z.number().nullable()

const rule = z.object({
  dividesBy: z
    .enum(divisors)
    .describe(
      'planned: planned time as in OEEE; plannedWithoutExternal: less what came from outside the machine; shift: the window less closed time in which nothing ran; calendar: the window',
    ),
  speed: z
    .enum(definitionSpeeds)
    .describe(
      'target: the target speed of OEEE; nameplate: the design speed of the machine, else that of its type',
    ),
  packs: z.enum(countedPacks).describe('good: without rejects'),
})

const packSeconds = z
  .object({ good: seconds.nullable(), all: seconds.nullable() })
  .describe('Packs × 60 / speed; null: something was packed that has no such speed')

const speedRange = z
  .object({ least: z.number(), most: z.number() })
  .nullable()
  .describe('Packs per minute of what was packed; null: nothing was, or a speed is missing')

export const definitionsOfWindow = endpoint('GET', '/api/admin/definitions', {
  summary:
    'One window by five definitions of effectiveness, each with its terms in seconds and packs. All are computed from the same time and the same packs. Several machines are for premium clients',
  query: chartQuery,
  answer: z.object({
    version: version.describe('Of the entered definition; 0 while there was none'),
    earlier: rule
      .extend({
        setBy: z.string().nullable().describe('User name; null: the account is gone'),
        setAt: instant,
      })
      .nullable()
      .describe('The definition of an earlier system, as the client entered it; null: none'),
    coverage: percent.describe(
      'Observed share of the window, whatever product or tool is filtered',
    ),
    lowCoverage: z.boolean(),
    time: z
      .object({
        plannedSeconds: seconds,
        externalSeconds: seconds.describe('Of the planned seconds, those from outside the machine'),
        plannedStopSeconds: seconds.describe(
          'Not run in breaks, under a planned reason or in another unit mode',
        ),
        silentSeconds: seconds.describe('OFFLINE and unknown time outside of closed time'),
        closedSeconds: seconds.describe('Closed time without what ran in it'),
      })
      .nullable()
      .describe(
        'Planned, planned stop, silent and closed seconds are the calendar time; null under a filter by product, tool, state or alarm group',
      ),
    seconds: z
      .object({
        planned: seconds,
        plannedWithoutExternal: seconds,
        shift: seconds.nullable(),
        calendar: seconds.nullable(),
      })
      .describe(
        'What a definition may divide by; null under a filter: offline time has no product',
      ),
    packSeconds: z.object({ target: packSeconds, nameplate: packSeconds }),
    packs: z.object({
      good: z.number(),
      all: z.number(),
      afterGap: z.number().describe('Read after an OFFLINE gap; in none of the definitions'),
    }),
    speeds: z.object({ target: speedRange, nameplate: speedRange }),
    filteredBy: z
      .enum(['nothing', 'context', 'cause'])
      .describe('context: a product or a tool; cause: a state or an alarm group'),
    definitions: z
      .array(
        rule.extend({
          kind: z.enum(definitionKinds),
          standard: z
            .string()
            .nullable()
            .describe('The standard that it follows; null: a custom, or what the client entered'),
          value: percent.describe('Neither rounded nor capped'),
          missing: z.enum(missingTerms).nullable().describe('Why there is no value'),
          points: z.number().nullable().describe('Its value minus OEEE, percentage points'),
          differs: z
            .array(z.enum(['dividesBy', 'speed', 'packs']))
            .describe('The terms that differ from those of OEEE'),
        }),
      )
      .describe('earlier is absent while the client has entered none'),
  }),
})
export type DefinitionsAnswer = z.output<typeof definitionsOfWindow.answer>

export const setEarlierDefinition = endpoint('PUT', '/api/admin/definitions/:clientId', {
  summary: 'Set by what the effectiveness of an earlier system was computed; null removes it',
  params: z.object({ clientId: id }),
  body: z.object({
    earlier: rule.nullable(),
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})
