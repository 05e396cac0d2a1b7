import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { limits } from '../http/limits.ts'
import type { Mail, MailSender } from './outbox.ts'

type Delivery = {
  /** For the log: what it is and whom it is for, never its text or address. */
  readonly kind: string
  readonly userId: number | null
  /** Called once, when the mail server accepted it. */
  readonly onSent?: () => Promise<void>
}

/** Delivers e-mails, with retries. */
export type MailQueue = {
  /**
   * Tries at once. `sent` when the mail server accepted it; `waiting` when it did not, or not yet: then it is retried a
   * few times, and the log has the outcome.
   */
  deliver(mail: Mail, about: Delivery): Promise<'sent' | 'waiting'>
  /** E-mails that are being sent or wait for a retry. */
  readonly waiting: number
  /** Waits a moment for running deliveries; an e-mail that waits for a retry is logged as lost. */
  close(): Promise<void>
}

/** The queue in front of the mail server. */
export function openMailQueue(
  sender: MailSender,
  log: Logger,
  {
    retryMs = limits.mailRetryMs,
    patienceMs = limits.mailPatience,
  }: { retryMs?: readonly number[]; patienceMs?: number } = {},
): MailQueue {
  const open = new Map<
    object,
    { about: Delivery; timer?: NodeJS.Timeout; trying?: Promise<boolean> }
  >()
  let closing = false

  const facts = ({ kind, userId }: Delivery) => ({ mail: kind, user: userId })

  async function attempt(
    key: object,
    mail: Mail,
    about: Delivery,
    tried: number,
  ): Promise<boolean> {
    try {
      await sender.send(mail)
    } catch (error) {
      const pause = retryMs[tried]
      const reported = { ...facts(about), tried: tried + 1, why: reasonOf(error) }
      if (pause === undefined || closing) {
        open.delete(key)
        log.error(
          { ...reported, event: 'mail.lost' },
          'an e-mail could not be sent; it was given up',
        )
        return false
      }
      log.warn(
        { ...reported, event: 'mail.failed', nextMs: pause },
        'an e-mail could not be sent yet',
      )
      const timer = setTimeout(() => {
        open.set(key, { about, trying: attempt(key, mail, about, tried + 1) })
      }, pause)
      timer.unref()
      open.set(key, { about, timer })
      return false
    }
    open.delete(key)
    log.info({ ...facts(about), event: 'mail.sent' }, 'an e-mail was handed over')
    await about.onSent?.().catch((error: unknown) => {
      log.warn({ ...facts(about), err: error }, 'A sent e-mail could not be recorded')
    })
    return true
  }

  return {
    async deliver(mail, about) {
      if (closing || open.size >= limits.mailsWaiting) {
        log.error(
          { ...facts(about), event: 'mail.lost' },
          'too many e-mails wait; one was given up',
        )
        return 'waiting'
      }
      const key = {}
      // Registered before its first try, so that many at once are counted.
      open.set(key, { about })
      const trying = attempt(key, mail, about, 0)
      if (open.has(key) && open.get(key)?.timer === undefined) open.set(key, { about, trying })
      return (await within(patienceMs, trying)) ? 'sent' : 'waiting'
    },
    get waiting() {
      return open.size
    },
    async close() {
      closing = true
      const trying = [...open.values()].flatMap((entry) => entry.trying ?? [])
      await within(
        patienceMs,
        Promise.all(trying).then(() => true),
      )
      for (const { about, timer } of open.values()) {
        clearTimeout(timer)
        log.error({ ...facts(about), event: 'mail.lost' }, 'stopped before an e-mail could be sent')
      }
      open.clear()
      await sender.close()
    },
  }
}

/** The result, or false after the time limit. */
async function within(ms: number, done: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Code and answer of the mail server; its text may name addresses, so it is left out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  const answer = 'responseCode' in error ? ` ${String(error.responseCode)}` : ''
  return code + answer
}

/**
 * Sends through the mail server of `SMTP_URL`. `smtps:` is TLS from the first byte; `smtp:` changes to TLS where the
 * server offers it, and `?requireTLS=true` requires it.
 */
export function smtpSender(url: string, from: string): MailSender {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: limits.mailConnections,
      connectionTimeout: limits.mailTimeout,
      greetingTimeout: limits.mailTimeout,
      socketTimeout: limits.mailTimeout,
      // A mail is made of our own texts; nothing in it may name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text }) {
      // Passed as an object the address is one address, whatever characters it contains.
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    async close() {
      transport.close()
    },
  }
}
