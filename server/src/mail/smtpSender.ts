import { createTransport } from 'nodemailer'
import { limits } from '../http/limits.ts'
import type { MailSender } from './mail.ts'

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
