import { endpoint, instant } from '../endpoint.ts'
import { z } from '../z.ts'
import { byId, done, edited } from './panelParts.ts'

/** The state dictionaries that have a name (D45). */
export const namedDictionaries = ['iso-tr88', 'libremfg', 'tmc'] as const

/** What the state numbers of a machine say; decision 45 has the rules. */
export const dictionaryVerdicts = ['watching', 'tied', 'none', 'found', 'words'] as const

const count = z.number().int()

/** What is known about the state dictionary of a machine. */
export const dictionaryFinding = z.object({
  inUse: z
    .enum(namedDictionaries)
    .nullable()
    .describe('The named dictionary that it is read with; null: a table of its own'),
  verdict: z
    .enum(dictionaryVerdicts)
    .describe(
      'watching: too few different transitions yet; tied: two dictionaries explain them alike; none: none does; found: one does; words: it names its states, its numbers are not read',
    ),
  proposal: z.enum(namedDictionaries).nullable().describe('Where one was found'),
  pairs: count.describe(
    'Different transitions of its numbers since the start of the server, up to 100',
  ),
  scores: z
    .array(
      z.object({
        dictionary: z.enum(namedDictionaries),
        legal: count.describe('Transitions that PackML has, read with this dictionary'),
        of: count.describe('Transitions, each kind counted up to three times'),
      }),
    )
    .describe('The best one first'),
  isProvisional: z
    .boolean()
    .describe('Its figures rest on a named dictionary that no person has confirmed yet'),
  confirmedAt: instant.nullable().describe('null: no person has confirmed it yet'),
  confirmedBy: z
    .string()
    .nullable()
    .describe('User name; null where it was in use before a person could confirm it'),
})
export type DictionaryFindingWire = z.output<typeof dictionaryFinding>

export const confirmDictionary = endpoint({
  method: 'POST',
  path: '/api/admin/machine/:id/dictionary',
  summary:
    'Confirm the named state dictionary of a machine that is read by PackML; another one than before counts from its next message on',
  params: byId,
  body: z
    .object({
      dictionary: z.enum(namedDictionaries).describe('The one that is right'),
      ...edited,
    })
    .meta({ examples: [{ dictionary: 'libremfg' }] }),
  answer: done,
})
