import { createHmac } from 'node:crypto'
import type { HookToCall } from '@packboard/management'

/** What a webhook or a broker is sent. */
export type HookMessage = {
  readonly id: string
  readonly event: string
  readonly time: Date
  readonly hook: Pick<HookToCall, 'clientId' | 'clientName' | 'template'>
  /** `alert`, `stop` or `shift` with what is known of it. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The message in our own form, as a broker gets it, too. */
export const packboardBody = ({ id, event, time, hook, body }: HookMessage): string =>
  JSON.stringify({
    event,
    id,
    time: time.toISOString(),
    client: { id: hook.clientId, name: hook.clientName },
    ...body,
  })

/** The message in the form that its receiver takes. */
export function hookBody(message: HookMessage): string {
  const words = wordsOf(message)
  switch (message.hook.template) {
    case 'slack':
      return JSON.stringify({ text: words.replace(/[&<>]/g, (sign) => slackSigns[sign] ?? '') })
    case 'teams':
      return JSON.stringify({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [
                {
                  type: 'TextBlock',
                  wrap: true,
                  // A name is no link.
                  text: words.replace(/[[\]()*_`\\]/g, '\\$&'),
                },
              ],
            },
          },
        ],
      })
    case 'sms':
      return JSON.stringify({ id: message.id, message: words.slice(0, smsSigns) })
    default:
      return packboardBody(message)
  }
}

const slackSigns: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const smsSigns = 160

const eventWords: Readonly<Record<string, string>> = {
  'alert.opened': 'Alert',
  'alert.step': 'Alert',
  'alert.closed': 'Alert is over',
  'alert.acknowledged': 'Alert acknowledged',
  'stop.opened': 'Stop began',
  'stop.closed': 'Stop is over',
  'shift.closed': 'Shift is over',
  test: 'Test message of Packboard',
}

/** One line for people: event, machine or client, rule, cause, time. */
function wordsOf({ event, hook, body, time }: HookMessage): string {
  const fields = Object.values(body).find((value) => typeof value === 'object' && value !== null)
  const read = (name: string): string => {
    const value: unknown = fields ? Reflect.get(fields, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  const parts = [
    read('machineId') || hook.clientName,
    read('ruleName') || read('name'),
    read('cause'),
    read('acknowledgedBy'),
    read('openedAt') || read('startsAt') || time.toISOString(),
  ]
  const line = parts.filter((part) => part !== '').join(' · ')
  return `${eventWords[event] ?? event}: ${line}`.replace(/[\p{Cc}\s]+/gu, ' ')
}

/** The headers by which a receiver checks that a message is ours and new: HMAC-SHA-256 over time, a point and the body. */
export function signedHeaders(
  { id, secret, at }: { readonly id: string; readonly secret: string; readonly at: Date },
  body: string,
): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1_000))
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Packboard',
    'packboard-id': id,
    'packboard-time': time,
    'packboard-signature': `v1=${signature}`,
  }
}
