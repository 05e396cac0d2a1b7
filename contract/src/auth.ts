import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const session = z.object({
  accessToken: z.string(),
  id: z.number().int(),
  username: z.string(),
  firstName: z.string(),
  role: z.enum(['admin', 'clientAdmin', 'user', 'engineer', 'distributor']),
  clientId: z.number().int().nullable(),
  clientName: z.string().nullable(),
  subscriptionLabel: z.string().nullable().describe('Of the own client; null for staff'),
  distributorId: z.number().int().nullable(),
})
/** The signed-in person, as the browser keeps it. */
export type Session = z.output<typeof session>

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/:slug-signin',
  summary: 'Sign in; any product slug is accepted and none changes anything (D40)',
  params: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
  body: z.object({
    username: z.string().max(254),
    password: z.string().max(256),
    browserSaved: z.boolean().default(true),
  }),
  answer: session,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/signout',
  summary: 'End this session everywhere',
  answer: z.object({ message: z.string() }),
})
