import {
  type EmailChange,
  emailChangeLifeMs,
  forgotPassword,
  invite,
  type LeakedKey,
  type LetterTo,
  type LinkToSend,
  type Management,
  passwordLinkLimits,
  register,
  registrationLimits,
  unsentInvitations,
} from '@packboard/management'
import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { isLoopback } from '../http/connections.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import type { KeptMail } from '../outbox/keptMails.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Mail } from '../outbox/smtpSender.ts'
import {
  type AccountNews,
  accountLetter,
  confirmEmailLetter,
  emailChangeNotice,
  keyRevokedLetter,
  knownOwnerLetter,
  linkLetter,
  registrationLetter,
} from './letters.ts'

/**
 * The outcome of an invitation: accepted by the mail server, to be retried, kept in the local outbox, or no one to
 * invite.
 */
type Invited = 'sent' | 'waiting' | 'outbox' | 'nobody'

/** The e-mails that the server sends to people. */
export type AccountMail = {
  /** Makes an invitation for an account without a password and sends it (D37). Never fails: what fails is retried. */
  invite(userId: number): Promise<Invited>
  /** Sends the link to the new address of an account, and informs the old one (D82). */
  confirmEmail(change: EmailChange): Promise<'sent' | 'waiting'>
  /** Informs the owner of an account, if it has an address, after this call has returned. */
  inform(owner: LetterTo, news: AccountNews): void
  /** Sends the link for a forgotten password, if the address is known, after this call has returned (D38). */
  forgot(email: string): void
  /**
   * Sends the link that confirms the address of a registration (D82), or informs the owner of a known address, after
   * this call has returned.
   */
  register(requested: { readonly username: string; readonly email: string }): void
  /** Writes to the maker of a key that it was revoked because it came in an address (D92). */
  keyRevoked(leaked: LeakedKey): void
  /** Makes and sends again the invitations that no mail server accepted; to be called periodically. */
  inviteAgain(): Promise<void>
  /** The e-mails of an installation without a mail server. */
  outbox(): readonly KeptMail[] | undefined
  close(): Promise<void>
}

export type MailDeps = { readonly mail: AccountMail }

type AccountMailDeps = {
  readonly config: Config
  readonly management: Management
  readonly log: Logger
  readonly now: () => number
  /** Where the screens are reached; known once the server listens. */
  readonly publicUrl: () => string
  /** Delivers them, now or later. */
  readonly outbox: Outbox
}

/** The letters to people, by the outbox. */
export function openAccountMail(deps: AccountMailDeps): AccountMail {
  const { config, management, log, now, outbox } = deps
  const head = () => ({ providerName: config.providerName, publicUrl: deps.publicUrl() })
  const ownersNotified = sharedLimit(
    { management, now },
    {
      name: 'e-mail to an owner',
      ...limits.ownerMails,
    },
  )

  const send = (
    mail: Mail,
    about: { readonly kind: string; readonly userId: number | null },
    link?: { readonly token: string; readonly lifeMs: number },
  ) =>
    outbox.letter(
      { ...mail, token: link?.token },
      { ...about, until: link && new Date(now() + link.lifeMs) },
    )

  const sendLink = (link: LinkToSend) =>
    send(
      linkLetter(head(), link),
      { kind: link.kind, userId: link.userId },
      { token: link.token, lifeMs: passwordLinkLimits.lifeMs[link.kind] },
    )

  async function inviteNow(userId: number): Promise<Invited> {
    const link = await invite(management, userId)
    if (!link) return 'nobody'
    const outcome = await sendLink(link)
    return outcome === 'sent' && outbox.mails() ? 'outbox' : outcome
  }

  // One after the other: the work for callers without a session is bounded, and no request waits for it.
  let errands = Promise.resolve()
  let waiting = 0
  function later(errand: () => Promise<unknown>) {
    // Also rejected for unknown addresses, so a full queue reveals nothing (user enumeration).
    if (waiting >= limits.errandsWaiting) throw new AppError('request.tooMany', { retryAfter: 30 })
    waiting += 1
    errands = errands
      .then(errand)
      .catch((error: unknown) => log.error({ err: error }, 'An e-mail could not be prepared'))
      .then(() => {
        waiting -= 1
      })
  }

  return {
    invite: (userId) =>
      inviteNow(userId).catch((error: unknown) => {
        log.error({ err: error, user: userId }, 'an invitation could not be made yet')
        return 'waiting'
      }),
    async confirmEmail(change) {
      const { userId, oldEmail } = change
      if (oldEmail !== null) {
        const about = { kind: 'emailChangeNotice', userId }
        void send(emailChangeNotice(head(), { ...change, oldEmail }), about)
      }
      return send(
        confirmEmailLetter(head(), change),
        { kind: 'confirmEmail', userId },
        { token: change.token, lifeMs: emailChangeLifeMs },
      )
    },
    inform(owner, news) {
      if (owner.email === null) return
      const about = { kind: news.kind, userId: owner.userId }
      const letter = accountLetter(head(), { ...owner, email: owner.email }, news, new Date(now()))
      void send(letter, about)
    },
    forgot: (email) =>
      later(async () => {
        const link = await forgotPassword(management, email)
        // This does not wait for the mail server: the next job starts at once.
        if (link) void sendLink(link)
      }),
    register: (requested) =>
      later(async () => {
        const outcome = await register(management, requested)
        if (!outcome) return
        if ('link' in outcome) {
          const about = { kind: 'registration', userId: null }
          void send(registrationLetter(head(), outcome.link), about, {
            token: outcome.link.token,
            lifeMs: registrationLimits.lifeMs,
          })
        } else if ((await ownersNotified.take(outcome.owner.email)) === 0) {
          const about = { kind: 'knownOwner', userId: null }
          void send(knownOwnerLetter(head(), outcome.owner), about)
        }
      }),
    keyRevoked({ email, ...leaked }) {
      if (email === null) return
      const about = { kind: 'keyRevoked', userId: leaked.userId }
      void send(keyRevokedLetter(head(), { email, ...leaked }), about)
    },
    async inviteAgain() {
      for (const userId of await unsentInvitations(management)) {
        const outcome = await inviteNow(userId)
        log.info({ user: userId, outcome }, 'an invitation was sent again')
      }
    },
    outbox: () => outbox.mails(),
    close: () => errands,
  }
}

/** What the panel adds to its 'Success!' when a new address awaits confirmation. */
export function emailChangeNote(outcome: 'sent' | 'waiting'): string {
  return outcome === 'sent'
    ? 'The new e-mail address takes effect when the link that was sent to it is opened.'
    : 'The link to the new e-mail address could not be sent yet; it will be tried again.'
}

/** What the panel adds to its 'Success!' when an invitation was not simply sent; empty when there is nothing to add. */
export function invitationNote(outcome: Invited): string {
  switch (outcome) {
    case 'waiting':
      return 'The invitation could not be sent yet; it will be tried again.'
    case 'nobody':
      return 'No invitation was sent.'
    case 'sent':
    case 'outbox':
      return ''
  }
}

/** The e-mails that the caller may read: those of a demo without a mail server, on loopback. Otherwise none. */
export function shownOutbox(
  { demo, mail }: Pick<Deps, 'demo'> & MailDeps,
  request: FastifyRequest,
): readonly KeptMail[] | undefined {
  return demo && isThisMachine(request) ? mail.outbox() : undefined
}

/**
 * Is the request from loopback, to a loopback host name, through no proxy? A foreign page whose DNS name was rebound to
 * this machine still sends its own host name.
 */
function isThisMachine(request: FastifyRequest): boolean {
  const { headers, socket, hostname } = request
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded
  const named = hostname.replace(/^\[(.*)\]$/, '$1')
  return (
    forwarded === undefined &&
    isLoopback(socket.remoteAddress ?? '') &&
    (named === 'localhost' || isLoopback(named))
  )
}
