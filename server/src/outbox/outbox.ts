import {
  type AboutLetter,
  addLetter,
  type Letter,
  type Management,
  outboxState,
  pushKey,
} from '@packboard/management'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { limits } from '../http/limits.ts'
import { outsideHosts } from '../http/outsideHosts.ts'
import { sharedAnswer } from '../http/sharedAnswer.ts'
import type { Outcome } from './callOutside.ts'
import { type DeliveryLoop, startDelivery } from './deliveryLoop.ts'
import { type KeptMail, openKeptMails } from './keptMails.ts'
import type { Ways } from './prepare.ts'
import { brokersOut } from './publishOut.ts'
import { makePushKey, sendPush } from './sendPush.ts'
import { isRefusedAddress, type MailSender, reasonOf, smtpSender } from './smtpSender.ts'

/** How the ways out do, for people. */
export type WaysOutState = {
  /** The last message was taken, by the mail server or, without one, by the outbox of the installation. */
  readonly mailWorks: boolean
  /** No mail server is set up: mails stay in the outbox of the installation. */
  readonly mailIsKept: boolean
  /** When the oldest mail was due that the mail server did not take; null while it takes them. */
  readonly mailFailingSince: Date | null
  /** Push services were reached, or it was not tried yet. */
  readonly pushWorks: boolean
  readonly waiting: Readonly<Record<'mail' | 'push' | 'hook' | 'mqtt', number>>
}

/** Everything that leaves the installation (D95). */
export type Outbox = {
  /**
   * Adds a letter and tries it at once, where this process delivers. `sent` when the mail server accepted it; `waiting` when it did not,
   * or not yet: then it is tried again for a day.
   */
  letter(letter: Letter, about: AboutLetter): Promise<'sent' | 'waiting'>
  /** Something was added: this process looks now. */
  wake(): void
  state(): Promise<WaysOutState>
  /** The public key by which browsers know this installation. */
  pushKey(): Promise<string>
  /** What letters begin with: the provider's name, and where people reach the screens. */
  readonly head: Ways['head']
  /** Which addresses of webhooks and brokers may be connected to. */
  readonly hosts: Ways['hosts']
  /** The e-mails of an installation without a mail server; undefined with one. */
  mails(): readonly KeptMail[] | undefined
  close(): Promise<void>
}

export type OutboxDeps = { readonly outbox: Outbox }

type OpenOutbox = {
  readonly config: Config
  readonly management: Management
  readonly log: Logger
  readonly now: () => number
  /** Where the screens are reached; known once the server listens. */
  readonly publicUrl: () => string
  readonly picture?: Ways['picture']
}

/** Opens it with a mail server when `SMTP_URL` names one, else with the local outbox. */
export async function openOutbox(deps: OpenOutbox): Promise<Outbox> {
  const { config, management, log, now, publicUrl, picture = async () => undefined } = deps
  const kept = config.smtpUrl === undefined ? await openKeptMails(config.dataDir, now) : undefined
  const sender = kept ?? smtpSender(config.smtpUrl ?? '', config.mailFrom)
  const hosts = outsideHosts(
    { private: 'hook.privateAddress', plain: 'hook.notHttps', away: 'hook.away' },
    config.hooksAllow,
    {
      protocols: [
        { tls: 'https:', plain: 'http:' },
        { tls: 'mqtts:', plain: 'mqtt:' },
      ],
    },
  )
  const brokers = brokersOut(hosts)
  const ways: Ways = {
    ...{ management, config, now, hosts, brokers, picture },
    head: () => ({ providerName: config.providerName, publicUrl: publicUrl() }),
    mail: (mail) => handedOver(sender, mail),
    async push(userId, message) {
      const key = await pushKey(management, makePushKey)
      return sendPush({ management, hosts, key, contact: contactOf(config) }, userId, message)
    },
  }
  // The others may not even know the mail server.
  const delivers = config.role === 'all' || config.role === 'api'
  const loop: DeliveryLoop | undefined = delivers ? startDelivery(ways, log) : undefined
  /** Letters that are being added; a stop waits for them. */
  const adding = new Set<Promise<unknown>>()

  async function add(letter: Letter, about: AboutLetter): Promise<'sent' | 'waiting'> {
    const id = await addLetter(management, letter, about, limits.mailsWaiting)
    if (id === undefined) {
      log.error(
        { mail: about.kind, user: about.userId, event: 'mail.lost' },
        'too many e-mails wait; one was given up',
      )
      return 'waiting'
    }
    return (await loop?.outcomeOf(id, limits.mailPatience)) === true ? 'sent' : 'waiting'
  }

  return {
    letter(letter, about) {
      const added = add(letter, about).catch((error: unknown): 'waiting' => {
        log.error({ err: error, mail: about.kind }, 'An e-mail could not be put into the outbox')
        return 'waiting'
      })
      adding.add(added)
      void added.finally(() => adding.delete(added))
      return added
    },
    wake: () => loop?.wake(),
    state: sharedAnswer(
      async () => {
        const { waiting, mailFailingSince, pushFails } = await outboxState(management)
        return {
          ...{ waiting, mailFailingSince, pushWorks: !pushFails },
          mailWorks: mailFailingSince === null,
          mailIsKept: kept !== undefined,
        }
      },
      { forMs: limits.readySharedMs, now },
    ),
    pushKey: async () => (await pushKey(management, makePushKey)).publicKey,
    hosts,
    head: ways.head,
    mails: () => kept?.mails(),
    async close() {
      await loop?.close()
      await Promise.allSettled(adding)
      await brokers.close()
      await sender.close()
    },
  }
}

async function handedOver(
  sender: MailSender,
  mail: Parameters<MailSender['send']>[0],
): Promise<Outcome> {
  try {
    await sender.send(mail)
    return { is: 'sent', status: null }
  } catch (error) {
    const why = isRefusedAddress(error) ? 'refused' : 'away'
    return { is: 'wait', why, status: null, detail: reasonOf(error) }
  }
}

/** Whom a push service may write to about this installation. */
function contactOf({ publicUrl, mailFrom }: Config): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}
