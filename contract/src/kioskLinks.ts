import {
  colourSchemes,
  densities,
  kioskKinds,
  kioskLimits,
  machinesPerClient,
  pinForm,
} from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { z } from './z.ts'

const version = z.number().int().min(1).max(2_147_483_647)

/** Of a person of the shift, to be chosen on the tablet; no account. */
const personName = z
  .string()
  .trim()
  .min(1)
  .max(kioskLimits.nameLength)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

const form = {
  label: z.string().trim().min(1).max(80),
  machines: z
    .array(serialNo)
    .max(machinesPerClient)
    .default([])
    .describe('What it shows; empty: all machines of the client, only for a board'),
  names: z
    .array(personName)
    .max(kioskLimits.names)
    .default([])
    .describe('Only for kind operator, at least one: the names to choose from on the tablet'),
  colourScheme: z
    .enum(colourSchemes)
    .optional()
    .describe('Only for a board; left out: as it was, dark at first'),
  density: z
    .enum(densities)
    .optional()
    .describe('Only for a board; left out: as it was, comfortable at first'),
}
const pin = z.string().regex(pinForm, 'Please enter 6 to 8 digits.')

/**
 * A link that shows one client's wall on a television, or the page of the operators on a tablet, without a sign-in. Its token
 * is returned once, when the link is made.
 */
export const kioskLinkRow = z.object({
  id: z.number().int(),
  clientId: z.number().int(),
  clientName: z.string(),
  kind: z.enum(kioskKinds).describe('board: the wall; operator: the page of the operators'),
  label: z.string().describe('Where the television hangs or the tablet is'),
  machines: z.array(serialNo),
  allMachines: z.boolean().describe('Also those that are added later; machines is empty then'),
  names: z.array(z.string()),
  pin: z.boolean().describe('A PIN is wanted with the name; it is stored as a hash'),
  pinSpent: z
    .boolean()
    .describe(
      `${kioskLimits.shortPinTries} wrong ones were tried on a PIN that may have fewer than six digits: it is taken only from tablets that were used in the last ${kioskLimits.passHours} hours, until a new one is set`,
    ),
  version,
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

export const kioskLinks = endpoint('GET', '/api/admin/kiosk-link', {
  summary: 'Wall links of the clients in scope, the newest first; revoked ones for 30 days more',
  answer: z.object({ links: z.array(kioskLinkRow) }),
})

export const addKioskLink = endpoint('POST', '/api/admin/kiosk-link', {
  summary: 'Make a wall link; the answer is the only place that ever shows its token',
  body: z.object({
    clientId: id,
    kind: z.enum(kioskKinds).default('board'),
    ...form,
    pin: pin.nullish().describe('Only for kind operator; null or left out: none is wanted'),
    expiresAt: instant
      .nullish()
      .describe('When it ends: left out, after a year; null, when it is revoked'),
  }),
  answer: z.object({
    message: z.string(),
    id: z.number().int(),
    address: z.string().describe('What the television opens, below the address of this server'),
  }),
})

export const updateKioskLink = endpoint('PUT', '/api/admin/kiosk-link/:id', {
  summary: 'Change what a wall link shows and who may use it; its address stays',
  params: z.object({ id }),
  body: z.object({
    ...form,
    pin: pin
      .nullish()
      .describe('Left out: as it is; null: none is wanted. A change is wanted on every tablet'),
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string() }),
})

export const revokeKioskLink = endpoint('DELETE', '/api/admin/kiosk-link/:id', {
  summary: 'Revoke a wall link; its televisions go dark within seconds',
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
})
