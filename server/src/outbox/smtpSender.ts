import { createTransport } from 'nodemailer'
import { limits } from '../http/limits.ts'
import type { MailFile } from './reportMail/reportMail.ts'

/** One e-mail to one address. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same in HTML; a picture in it is named `cid:machine`. */
  readonly html?: string
  readonly picture?: { readonly bytes: Buffer; readonly type: string }
  readonly files?: readonly MailFile[]
  /** The same for all tries: a mailbox that knows it shows the mail once. */
  readonly messageId?: string
}

/** Sends e-mails to a mail server or to the local outbox; rejects on failure. */
export type MailSender = {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
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
  const domain = /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ to, subject, text, html, picture, files = [], messageId }) {
      await transport.sendMail({
        // Passed as an object the address is one address, whatever characters it contains.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        ...(messageId !== undefined && { messageId: `<${messageId}@${domain}>` }),
        ...(html !== undefined && { html }),
        attachments: [
          ...(picture
            ? [
                {
                  cid: 'machine',
                  content: picture.bytes,
                  contentType: picture.type,
                  contentDisposition: 'inline' as const,
                  filename: 'machine',
                },
              ]
            : []),
          ...files.map(({ name, type, bytes }) => ({
            filename: name,
            content: bytes,
            contentType: type,
          })),
        ],
      })
    },
    async close() {
      transport.close()
    },
  }
}

/** Names of machines and rules are in subjects: a line break in one would begin a header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 250)

/** Whether the mail server refused this address, and not only this moment. */
export function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return false
  return 'responseCode' in error && Number(error.responseCode) >= 500
}

/** Code and answer of the mail server; its text may name addresses, so it is left out. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  const answer = 'responseCode' in error ? ` ${String(error.responseCode)}` : ''
  return code + answer
}
