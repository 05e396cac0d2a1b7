import {
  type AlertForMessage,
  addressToInform,
  alertBody,
  alertFor,
  alertsOfRows,
  bodyFor,
  type DueMessage,
  dropReason,
  groupOfRow,
  hookToCall,
  linkStillOpens,
  type Management,
  makeAlertLinks,
  type NameReader,
  type OutboxRow,
  openLetter,
  type PersonToInform,
  personToInform,
  readerWithoutAccount,
} from '@packboard/management'
import type { Config } from '../config.ts'
import type { OutsideHosts } from '../http/outsideHosts.ts'
import { alertMail, testMail } from './alertMail.ts'
import { alertTitle, gravestFirst, severityWords, timeThere, titleOfMany } from './alertWords.ts'
import { callOutside, type Outcome } from './callOutside.ts'
import { type HookMessage, hookBody, packboardBody, signedHeaders } from './hookBody.ts'
import type { BrokersOut } from './publishOut.ts'
import { recipientScope } from './recipientScope.ts'
import { reportMessage } from './reportMessage.ts'
import type { PushMessage } from './sendPush.ts'
import type { Mail } from './smtpSender.ts'

/** What messages are made of and sent by. */
export type Ways = {
  readonly management: Management
  readonly config: Config
  readonly now: () => number
  readonly head: () => { readonly providerName: string; readonly publicUrl: string }
  readonly hosts: OutsideHosts
  readonly brokers: BrokersOut
  mail(mail: Mail): Promise<Outcome>
  push(userId: number, message: PushMessage): Promise<Outcome>
  /** A small picture of the machines of a type, for a mail. */
  picture(name: string): Promise<{ readonly bytes: Buffer; readonly type: string } | undefined>
}

/** What is left of a message at the moment of sending, and how it is sent. */
export type Prepared = {
  readonly rows: readonly OutboxRow[]
  /** Rows that are not sent, with the reason as a code. */
  readonly dropped: readonly { readonly row: OutboxRow; readonly why: string }[]
  send(): Promise<Outcome>
}

/** Looks again at what a message is about and who gets it: what became of the alert, and which rights the recipient has now. */
export function prepare(ways: Ways, message: DueMessage): Promise<Prepared> {
  const { kind, channel, user_id: userId } = message.first
  if (kind === 'letter') return letter(ways, message)
  if (kind === 'report') return report(ways, message)
  if (channel === 'hook' || channel === 'mqtt') return toHook(ways, message)
  if (kind === 'test' && userId !== null) return test(ways, message, userId)
  return toRecipient(ways, message)
}

const nothing = ({ rows }: DueMessage, why: string): Prepared => ({
  rows: [],
  dropped: rows.map((row) => ({ row, why })),
  send: async () => ({ is: 'drop', why }),
})

async function letter(ways: Ways, message: DueMessage): Promise<Prepared> {
  const { first, rows, messageId } = message
  const found = openLetter(ways.management, first)
  if (!found) return nothing(message, 'unreadable')
  const { to, subject, text, token } = found
  if (token !== undefined && !(await linkStillOpens(ways.management, first.event, token)))
    return nothing(message, 'expired')
  return { rows, dropped: [], send: () => ways.mail({ to, subject, text, messageId }) }
}

async function report(ways: Ways, message: DueMessage): Promise<Prepared> {
  const mail = await reportMessage(ways, message)
  if ('why' in mail) return nothing(message, mail.why)
  return { rows: message.rows, dropped: [], send: () => ways.mail(mail) }
}

async function test(ways: Ways, message: DueMessage, userId: number): Promise<Prepared> {
  const { rows, messageId, first } = message
  const person = await personToInform(ways.management, userId)
  if (!person || person.isGone) return nothing(message, 'noAccess')
  const { email } = person
  if (first.channel === 'push') {
    const { providerName, publicUrl } = ways.head()
    const words = {
      title: `${providerName}: a test message`,
      body: 'Alerts reach this browser.',
      url: `${publicUrl}/admin/account#notifications`,
      ...{ id: messageId, actions: [] },
    }
    return { rows, dropped: [], send: () => ways.push(userId, words) }
  }
  if (email === null) return nothing(message, 'noAddress')
  const mail = { ...testMail(ways.head(), email), messageId }
  return { rows, dropped: [], send: () => ways.mail(mail) }
}

async function toHook(ways: Ways, message: DueMessage): Promise<Prepared> {
  const { first, rows, messageId } = message
  const hook = first.hook_id === null ? undefined : await hookToCall(ways.management, first.hook_id)
  if (!hook || hook.isOff) return nothing(message, 'off')
  if (hook.isSecretLost) return nothing(message, 'secretLost')
  let body: HookMessage['body'] = isFields(first.content) ? first.content : {}
  if (first.kind === 'alert') {
    const alert = (await alertsOfRows(ways.management, rows)).get(first.alert_id ?? '')
    const why = alert ? dropReason(alert) : 'withdrawn'
    if (!alert || why !== undefined) return nothing(message, why ?? 'withdrawn')
    body = { ...alertBody(alert), step: first.step }
  }
  body = bodyFor(readerWithoutAccount(hook.operators), body)
  const words = { id: messageId, event: first.event, time: first.created_at, hook, body }
  if (hook.kind === 'mqtt') {
    return { rows, dropped: [], send: () => ways.brokers.publish(hook, packboardBody(words)) }
  }
  const { secret } = hook
  // Never signed by an empty key, which any sender has.
  if (secret === null) return nothing(message, 'secretLost')
  const text = hookBody(words)
  return {
    rows,
    dropped: [],
    send: () => {
      const at = new Date(ways.now())
      const headers = signedHeaders({ id: messageId, secret, at }, text)
      return callOutside(ways.hosts, new URL(hook.url), { headers, body: text })
    },
  }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Who gets a message of alerts now: an address for a mail, and how its links know it. */
type Recipient = {
  readonly person: PersonToInform | undefined
  readonly address: string | null
  readonly holder: { readonly userId: number } | { readonly addressId: number }
}

async function toRecipient(ways: Ways, message: DueMessage): Promise<Prepared> {
  const { first, rows, messageId } = message
  const recipient = await recipientOf(ways, first)
  if (typeof recipient === 'string') return nothing(message, recipient)
  const { person, address, holder } = recipient
  const found = await alertsOfRows(ways.management, rows)
  const kept: OutboxRow[] = []
  const dropped: { row: OutboxRow; why: string }[] = []
  const alerts = new Map<string, AlertForMessage>()
  for (const row of rows) {
    const alert = found.get(row.alert_id ?? '')
    const reader = alert ? await readerOf(ways, { row, alert, person }) : 'withdrawn'
    if (alert && typeof reader !== 'string') {
      kept.push(row)
      alerts.set(alert.id, alertFor(reader, alert))
    } else dropped.push({ row, why: typeof reader === 'string' ? reader : 'withdrawn' })
  }
  const sorted = gravestFirst([...alerts.values()])
  const send = async (): Promise<Outcome> => {
    const tokens = await makeAlertLinks(
      ways.management,
      sorted.map(({ id }) => id),
      holder,
    )
    if (first.channel === 'push' && person) {
      return ways.push(person.userId, pushOf(ways, sorted, { tokens, id: messageId }))
    }
    const [only] = sorted
    const image =
      sorted.length === 1 && only?.picture ? await ways.picture(only.picture) : undefined
    const mail = alertMail({
      ...{ head: ways.head(), to: address ?? '', alerts: sorted, tokens },
      ...{ hasAccount: person !== undefined, picture: image },
    })
    return ways.mail({ ...mail, messageId })
  }
  return { rows: kept, dropped, send }
}

async function recipientOf(ways: Ways, row: OutboxRow): Promise<Recipient | string> {
  const { user_id: userId, address_id: addressId, channel } = row
  if (userId !== null) {
    const person = await personToInform(ways.management, userId)
    if (!person) return 'noAccess'
    if (channel === 'push') {
      return person.push ? { person, address: null, holder: { userId } } : 'off'
    }
    if (!person.mail) return 'off'
    if (person.email === null) return 'noAddress'
    return { person, address: person.email, holder: { userId } }
  }
  if (addressId === null) return 'noAddress'
  const found = await addressToInform(ways.management, addressId)
  if (!found) return 'off'
  if (!found.isConfirmed) return 'notConfirmed'
  return { person: undefined, address: found.address, holder: { addressId } }
}

/** What this recipient reads of one alert now, or why it is not sent to it. */
async function readerOf(
  ways: Ways,
  {
    row,
    alert,
    person,
  }: {
    readonly row: OutboxRow
    readonly alert: AlertForMessage
    readonly person: PersonToInform | undefined
  },
): Promise<NameReader | string> {
  const why = dropReason(alert)
  if (why !== undefined) return why
  if (!person) return readerWithoutAccount(alert.operators)
  const group = groupOfRow(row)
  // A step names a role of the client: who has another one now is not meant any more.
  const isMeant =
    group === undefined || (person.groupId === group && person.clientId === alert.clientId)
  const scope = isMeant ? await recipientScope(ways, person, alert.clientId) : undefined
  return scope ?? 'noAccess'
}

function pushOf(
  ways: Ways,
  alerts: readonly AlertForMessage[],
  { tokens, id }: { readonly tokens: ReadonlyMap<string, string>; readonly id: string },
): PushMessage {
  const { publicUrl } = ways.head()
  const [only] = alerts
  if (alerts.length === 1 && only) {
    const cause = [only.cause, only.text].filter((part) => part !== '').join('\n')
    const since = `Since ${timeThere(only.openedAt, only.zone)}`
    return {
      title: alertTitle(only),
      body: [severityWords[only.severity], cause, since].filter((part) => part !== '').join('\n'),
      url: `${publicUrl}/alert/${tokens.get(only.id) ?? ''}`,
      id,
      actions: [{ action: 'acknowledge', title: 'Acknowledge' }],
    }
  }
  return {
    title: titleOfMany(alerts),
    body: alerts.map(alertTitle).join('\n'),
    url: publicUrl,
    ...{ id, actions: [] },
  }
}
