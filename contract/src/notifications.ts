import { alertLimits } from '@packboard/model'
import { endpoint, instant } from './endpoint.ts'
import { z } from './z.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** How a person wants to be informed. */
const notificationChoice = z.object({
  mail: z.boolean(),
  push: z.boolean(),
  quiet: z
    .object({ from: clock, to: clock })
    .nullable()
    .describe('In the zone below; what is not critical waits until their end'),
  zone: z.string().max(64),
})
export type NotificationChoice = z.output<typeof notificationChoice>

export const notifications = endpoint('GET', '/api/account/notifications', {
  summary: 'How you are informed of alerts: channels, quiet hours, devices',
  answer: notificationChoice.extend({
    mailAddress: z.string().nullable(),
    mailWorks: z.boolean().describe('The last e-mail was taken'),
    mailIsKept: z
      .boolean()
      .describe('No mail server is set up: e-mails stay in the outbox of the installation'),
    pushWorks: z.boolean().describe('Push services were reached, or it was not tried yet'),
    pushKey: z.string().describe('The public key for `PushManager.subscribe`'),
    devices: z.array(
      z.object({
        id: z.number().int(),
        name: z.string().describe('Browser and system'),
        addedAt: instant,
        lastSentAt: instant.nullable(),
      }),
    ),
  }),
})

export const setNotifications = endpoint('PUT', '/api/account/notifications', {
  summary: 'Set how you are informed of alerts',
  body: notificationChoice.extend({
    removeDevices: z.array(z.number().int()).max(alertLimits.devicesOfPerson).optional(),
  }),
  answer: z.object({ message: z.string() }),
})

export const addPushDevice = endpoint('POST', '/api/account/push', {
  summary: 'Send push messages to this browser',
  body: z.object({
    endpoint: z.url({ protocol: /^https$/ }).max(1_000),
    p256dh: z.string().regex(/^[\w-]{86,88}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
  answer: z.object({ message: z.string() }),
})

export const testNotification = endpoint('POST', '/api/account/notifications/test', {
  summary: 'Send yourself a test message by the channels that are on',
  answer: z.object({ message: z.string(), channels: z.array(z.enum(['mail', 'push'])) }),
})
