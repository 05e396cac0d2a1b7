import { colourSchemes, densities } from '@packboard/model'
import { endpoint, id, instant } from './endpoint.ts'
import { z } from './z.ts'

/**
 * A link that shows one client's wall on a television without a sign-in. Its token is returned once, when the link is
 * made.
 */
export const kioskLinkRow = z.object({
  id: z.number().int(),
  clientId: z.number().int(),
  clientName: z.string(),
  label: z.string().describe('Where the television hangs'),
  createdBy: z.string(),
  makerDeleted: z.boolean().describe('The account that made it is deleted; the link still works'),
  createdAt: instant,
  expiresAt: instant.nullable().describe('null: until it is revoked'),
  lastSeenAt: instant.nullable().describe('To the minute; null before the first look'),
  revokedAt: instant.nullable(),
  colourScheme: z
    .enum(colourSchemes)
    .describe('Colours of the wall; `auto`: as the television says'),
  density: z.enum(densities).describe('`compact`: more machines on one page of the wall'),
})
export type KioskLinkRow = z.output<typeof kioskLinkRow>

export const kioskLinks = endpoint({
  method: 'GET',
  path: '/api/admin/kiosk-link',
  summary: 'Wall links of the clients in scope, the newest first; revoked ones for 30 days more',
  answer: z.object({ links: z.array(kioskLinkRow) }),
})

export const addKioskLink = endpoint({
  method: 'POST',
  path: '/api/admin/kiosk-link',
  summary: 'Make a wall link; the answer is the only place that ever shows its token',
  body: z.object({
    clientId: id,
    label: z.string().trim().min(1).max(80),
    expiresAt: instant
      .nullish()
      .describe('When it ends: left out, after a year; null, when it is revoked'),
    colourScheme: z.enum(colourSchemes).default('dark'),
    density: z.enum(densities).default('comfortable'),
  }),
  answer: z.object({
    message: z.string(),
    id: z.number().int(),
    address: z.string().describe('What the television opens, below the address of this server'),
  }),
})

export const revokeKioskLink = endpoint({
  method: 'DELETE',
  path: '/api/admin/kiosk-link/:id',
  summary: 'Revoke a wall link; its televisions go dark within seconds',
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
})
