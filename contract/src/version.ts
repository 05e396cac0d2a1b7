import { endpoint, instant } from './endpoint.ts'
import { z } from './z.ts'

/** Which Packboard this is: to be named where help is needed. */
export const version = endpoint({
  method: 'GET',
  path: '/api/version',
  summary: 'The version that runs here',
  answer: z.object({
    version: z.string().describe('Such as 0.1.0; docs and CHANGELOG speak of it'),
    commit: z.string().nullable().describe('Of the sources of a release; null in a clone'),
    startedAt: instant.describe('Since when the server runs'),
  }),
})
