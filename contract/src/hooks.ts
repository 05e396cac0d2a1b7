import { alertLimits } from '@packboard/model'
import { endpoint, id, instant, numeral } from './endpoint.ts'
import { z } from './z.ts'

/** What a webhook is informed of. */
export const hookEvents = [
  'alert.opened',
  'alert.closed',
  'alert.acknowledged',
  'stop.opened',
  'stop.closed',
  'shift.closed',
] as const
export type HookEvent = (typeof hookEvents)[number]

const plain = /^[^\p{Cc}\p{Cs}]*$/u
const name = z.string().trim().min(1).max(alertLimits.hookNameLength).regex(plain)
const rowId = z.number().int().min(1).max(2_147_483_647)

const common = {
  id: rowId.optional().describe('Left out: a new one'),
  name,
  enabled: z.boolean(),
  events: z.array(z.enum(hookEvents)).max(hookEvents.length),
}
const hook = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('hook'),
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    template: z
      .enum(['packboard', 'slack', 'teams', 'sms'])
      .describe('The form of the body; `packboard` is our own'),
  }),
  z.object({
    ...common,
    kind: z.literal('mqtt'),
    url: z.url({ protocol: /^mqtts?$/ }).max(2_000),
    username: z.string().max(200).regex(plain).optional(),
    password: z
      .string()
      .max(200)
      .optional()
      .describe('Left out: it stays as it is. It is never read again'),
  }),
])
export type HookForm = z.output<typeof hook>

const hookState = {
  id: rowId,
  hasPassword: z.boolean(),
  offSince: instant
    .nullable()
    .describe('It was switched off because it answered 410 or failed for 24 hours'),
  offWhy: z.string(),
  lastSentAt: instant.nullable(),
  waiting: z.number().int(),
}

const mail = z.object({
  id: rowId.optional(),
  address: z.email().max(254),
})

export const hooks = endpoint('GET', '/api/admin/hooks/:clientId', {
  summary: 'Webhooks, brokers and addresses to which messages of a client go',
  params: z.object({ clientId: id }),
  answer: z.object({
    version: z.number().int(),
    hooks: z.array(
      z.union([
        z.object({ ...hook.options[0].shape, ...hookState }),
        z.object({ ...hook.options[1].omit({ password: true }).shape, ...hookState }),
      ]),
    ),
    mails: z.array(z.object({ id: rowId, address: z.string(), confirmed: z.boolean() })),
    mailWorks: z.boolean().describe('The last e-mail was taken'),
    mailIsKept: z
      .boolean()
      .describe('No mail server is set up: e-mails stay in the outbox of the installation'),
    pushWorks: z.boolean().describe('Push services can be reached'),
  }),
})
export type HooksAnswer = z.output<typeof hooks.answer>

export const setHooks = endpoint('PUT', '/api/admin/hooks/:clientId', {
  summary:
    'Set all webhooks, brokers and addresses of a client. A new webhook is answered with its secret, once; a new address is sent a link to confirm it',
  params: z.object({ clientId: id }),
  body: z.object({
    version: z.number().int().min(0).optional(),
    hooks: z.array(hook).max(alertLimits.hooks),
    mails: z.array(mail).max(alertLimits.addresses),
  }),
  answer: z.object({
    message: z.string(),
    version: z.number().int(),
    secrets: z
      .array(z.object({ id: rowId, secret: z.string() }))
      .describe('Of new webhooks: signs their messages; it is shown nowhere else'),
  }),
})

export const confirmAlertAddress = endpoint('POST', '/api/alert-address/:token', {
  summary: 'Confirm an address to which messages of alerts may go',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  answer: z.object({ message: z.string() }),
})

const delivery = z.object({
  id: z.number().int(),
  hookId: rowId,
  event: z.string(),
  about: z.string().describe('The machine or the rule'),
  createdAt: instant,
  sentAt: instant.nullable(),
  nextTryAt: instant.nullable(),
  tries: z.number().int(),
  state: z.enum(['waiting', 'sent', 'dropped', 'failed']),
  why: z.string().describe('A code: why it was dropped, or the last failure'),
  status: z.number().int().nullable().describe('The HTTP status of the last answer'),
})
export type DeliveryWire = z.output<typeof delivery>

export const hookDeliveries = endpoint('GET', '/api/admin/hooks/:clientId/deliveries', {
  summary: 'What went to the webhooks and brokers of a client, the newest first',
  params: z.object({ clientId: id }),
  query: z.object({
    hookId: numeral({ max: 2_147_483_647 }).optional(),
    before: numeral({ max: Number.MAX_SAFE_INTEGER }).optional(),
  }),
  answer: z.object({ deliveries: z.array(delivery), next: z.number().int().nullable() }),
})

export const sendDelivery = endpoint('POST', '/api/admin/hooks/:clientId/deliveries/:id/send', {
  summary: 'Send a delivery again, now, with the same id',
  params: z.object({ clientId: id, id: numeral({ max: Number.MAX_SAFE_INTEGER }) }),
  answer: z.object({ message: z.string() }),
})

export const testHook = endpoint('POST', '/api/admin/hooks/:clientId/:id/test', {
  summary: 'Send a test message to a webhook or a broker, now',
  params: z.object({ clientId: id, id }),
  answer: z.object({ message: z.string() }),
})
